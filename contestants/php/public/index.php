<?php

declare(strict_types=1);

function json(mixed $value): void
{
    header('Content-Type: application/json');
    echo json_encode($value, JSON_THROW_ON_ERROR);
}

function text(): void
{
    header('Content-Type: text/plain; charset=utf-8');
    echo "Hello, world!\n";
}

function html(): void
{
    header('Last-Modified: Tue, 26 Jul 2016 10:24:27 GMT');
    header('E-Tag: 55829c5b-17');
    header('Accept-Ranges: bytes');
    echo "<h1>\nHello World.\n</h1>";
}

function products(): void
{
    json([
        ['id' => 1, 'name' => 'Product 1', 'price' => 100],
        ['id' => 2, 'name' => 'Product 2', 'price' => 200],
        ['id' => 3, 'name' => 'Product 3', 'price' => 300],
    ]);
}

function climb(string $step): void
{
    require __DIR__ . '/ladder.php';
    ladder($step);
}

function tested(string $path): void
{
    require __DIR__ . '/te.php';
    test($path);
}

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
match ($path) {
    '/' => json(['message' => 'Hello World!']),
    '/text' => text(),
    '/html' => html(),
    '/products' => products(),
    '/json', '/plaintext', '/db', '/queries', '/updates', '/cached-queries', '/fortunes' => tested($path),
    default => str_starts_with($path, '/ladder/') ? climb(substr($path, 8)) : http_response_code(404),
};
