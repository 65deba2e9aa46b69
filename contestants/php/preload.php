<?php

// Runs once in the first process of PHP-FPM or Apache, before it answers anything; an exception ends it with its message.
if (!(opcache_get_status(false)['jit']['on'] ?? false)) {
    throw new RuntimeException('the JIT is off: see opcache.jit and opcache.jit_buffer_size in fpm/start.sh, apache/php/fairlap.ini');
}
