<?php

require __DIR__.'/vendor/autoload.php';

if (! (opcache_get_status(false)['jit']['on'] ?? false)) {
    throw new RuntimeException('the JIT is off: see php/fairlap.ini, opcache.jit and opcache.jit_buffer_size');
}

$app = new Nickstarlight\Spdy\App;
$app->getRouter()->get('/', fn () => ['message' => 'Hello World!']);
$app->run();
