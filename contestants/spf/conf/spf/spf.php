<?php

// The settings of spf's own conf/spf/demo.php in production; what differs, and why, is in the README.
if (!(opcache_get_status(false)['jit']['on'] ?? false)) {
    fwrite(STDERR, "the JIT is off: see `php -i`, opcache.enable_cli, opcache.jit and opcache.jit_buffer_size\n");
    exit(1);
}

return [
    'enviroment' => 'production',
    'type' => 'Http',
    'listen' => [[getenv('HOST') ?: '127.0.0.1', (int) getenv('PORT'), SWOOLE_SOCK_TCP]],
    'root' => APP_PATH . '/app',
    'worker_class' => '\hello\Worker',
    'php_ini_set' => ['error_reporting' => E_ALL],
    'server_setting' => [
        'daemonize' => 0,
        'worker_num' => (int) getenv('WORKERS'),
        'max_request' => 0,
        'backlog' => 4096,
        'log_level' => SWOOLE_LOG_WARNING,
        'max_wait_time' => 1, // spark's timer never ends: Swoole would wait 3 s for it
        'open_tcp_nodelay' => 1,
    ],
];
