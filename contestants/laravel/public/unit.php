<?php

// Unit ends an answer that tells no length as a chunked one, HEAD's too, where nothing may follow: tell the length that GET has.
if ($_SERVER['REQUEST_METHOD'] === 'HEAD') {
    $_SERVER['REQUEST_METHOD'] = 'GET';
    ob_start(fn (string $body) => header('Content-Length: '.strlen($body)) ?? '');
}
require __DIR__.'/index.php';
