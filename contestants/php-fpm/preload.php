<?php

// Runs once in every php-fpm, before it answers anything; an exception ends php-fpm with its message.
if (!(opcache_get_status(false)['jit']['on'] ?? false)) {
    throw new RuntimeException('the JIT is off: see `php-fpm -i`, opcache.jit and opcache.jit_buffer_size');
}
