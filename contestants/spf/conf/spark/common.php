<?php

// spf-mvc: no logs. (spark would log unknown routes, but PHP 8 compares its thresholds differently.)
return ['worker_logger' => ['writer' => []]];
