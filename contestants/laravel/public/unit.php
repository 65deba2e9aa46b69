<?php

// Unit sends an answer without a length as chunked, even for HEAD, which must have no body: set the length of GET's answer.
if ($_SERVER['REQUEST_METHOD'] === 'HEAD') {
    $_SERVER['REQUEST_METHOD'] = 'GET';
    ob_start(fn (string $body) => header('Content-Length: '.strlen($body)) ?? '');
}
require __DIR__.'/index.php';
