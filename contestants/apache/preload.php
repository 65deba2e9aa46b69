<?php

// Runs once in Apache's first process, before it answers anything; an exception ends it with its message.
if (!(opcache_get_status(false)['jit']['on'] ?? false)) {
    throw new RuntimeException('the JIT is off: see php/fairlap.ini, opcache.jit and opcache.jit_buffer_size');
}
