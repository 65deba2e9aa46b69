<?php

declare(strict_types=1);

use OpenSwoole\Constant;
use OpenSwoole\Http\Request;
use OpenSwoole\Http\Response;
use OpenSwoole\Http\Server;

if (!(opcache_get_status(false)['jit']['on'] ?? false)) {
    fwrite(STDERR, "the JIT is off: see `php -i`, opcache.enable_cli, opcache.jit and opcache.jit_buffer_size\n");
    exit(1);
}

function send(Request $request, Response $response, string $type, string $body): void
{
    $response->header('Content-Type', $type);
    $response->end($request->getMethod() === 'HEAD' ? '' : $body); // OpenSwoole would send the body
}

function json(Request $request, Response $response, mixed $value): void
{
    send($request, $response, 'application/json', json_encode($value, JSON_THROW_ON_ERROR));
}

function html(Request $request, Response $response): void
{
    $response->header('Last-Modified', 'Tue, 26 Jul 2016 10:24:27 GMT');
    $response->header('E-Tag', '55829c5b-17');
    $response->header('Accept-Ranges', 'bytes');
    send($request, $response, 'text/html', "<h1>\nHello World.\n</h1>");
}

function products(Request $request, Response $response): void
{
    json($request, $response, [
        ['id' => 1, 'name' => 'Product 1', 'price' => 100],
        ['id' => 2, 'name' => 'Product 2', 'price' => 200],
        ['id' => 3, 'name' => 'Product 3', 'price' => 300],
    ]);
}

function notFound(Response $response): void
{
    $response->status(404);
    $response->end();
}

$server = new Server('127.0.0.1', (int) $argv[1], Server::SIMPLE_MODE);
$server->set([
    'worker_num' => (int) $argv[2],
    'max_request' => 0,
    'enable_coroutine' => true,
    'backlog' => 4096,
    'log_level' => Constant::LOG_WARNING,
]);
$server->on('request', function (Request $request, Response $response): void {
    match ($request->server['request_uri']) {
        '/' => json($request, $response, ['message' => 'Hello World!']),
        '/text' => send($request, $response, 'text/plain', "Hello, world!\n"),
        '/html' => html($request, $response),
        '/products' => products($request, $response),
        '/ladder/basic' => send($request, $response, 'text/html', 'ok'),
        default => notFound($response),
    };
});
$server->start();
