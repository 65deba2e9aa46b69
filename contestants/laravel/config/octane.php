<?php

// The rest is Octane's own. The extension is not enabled in php.ini, as swoole and openswoole exclude each other. Octane resets
// OPcache in each worker of Swoole, which would never end the reset: nothing more is cached then, and nothing compiled.
return [
    'swoole' => ['php_options' => ['-dextension='.env('OCTANE_EXTENSION'), '-ddisable_functions=opcache_reset']],
];
