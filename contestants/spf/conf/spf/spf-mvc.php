<?php

// spark mistakes the last error that PHP remembers for an error of each request (App::fatalHandler). PHP 8 reports missing
// types in this class, so it is loaded and the error cleared here; later errors go to spark's error handler.
@class_exists(\spark\Container::class);
error_clear_last();

return ['worker_class' => '\spark\swoole\worker\HttpWorker'] + include __DIR__ . '/spf.php';
