<?php

// spf-mvc: no logs. (spark would log unknown routes, were it not that PHP 8 compares its thresholds another way.)
return ['worker_logger' => ['writer' => []]];
