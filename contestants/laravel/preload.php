<?php

// Runs once in each PHP that serves, before it answers anything; an exception ends it with its message.
if (!(opcache_get_status(false)['jit']['on'] ?? false)) {
    throw new RuntimeException('the JIT is off: see php/fairlap.ini, opcache.jit and opcache.jit_buffer_size');
}
