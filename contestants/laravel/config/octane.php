<?php

// The rest is Octane's own. The extension is not enabled in php.ini, as swoole and openswoole exclude each other. Octane resets
// OPcache in each worker of Swoole, which would never end the reset: nothing more is cached then, and nothing compiled.
// FrankenPHP's workers set their time limit once, for all of their requests: without thread-safe PHP they would end after 30 s of CPU.
return [
    'swoole' => ['php_options' => ['-dextension='.env('OCTANE_EXTENSION'), '-ddisable_functions=opcache_reset']],
    'max_execution_time' => env('OCTANE_EXTENSION') === 'frankenphp' ? 0 : 30,
];
