<?php

// spark takes the last error that PHP remembers for one of each request (App::fatalHandler). PHP 8 remembers that this
// class's methods lack types, so it is loaded and that forgotten here; what comes later goes to spark's error handler.
@class_exists(\spark\Container::class);
error_clear_last();

return ['worker_class' => '\spark\swoole\worker\HttpWorker'] + include __DIR__ . '/spf.php';
