<?php

// For Swoole and for OpenSwoole, which also has the class names of Swoole.

declare(strict_types=1);

use Swoole\Http\Request;
use Swoole\Http\Response;
use Swoole\Http\Server;

if (!(opcache_get_status(false)['jit']['on'] ?? false)) {
    fwrite(STDERR, "the JIT is off: see `php -i`, opcache.enable_cli, opcache.jit and opcache.jit_buffer_size\n");
    exit(1);
}
require __DIR__ . '/pool.php';
require __DIR__ . '/ladder.php';
require __DIR__ . '/te.php';
require __DIR__ . '/turns.php';

function send(Request $request, Response $response, string $type, string $body): void
{
    $response->header('Content-Type', $type);
    $response->end($request->getMethod() === 'HEAD' ? '' : $body); // Swoole would send the body
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

function climb(Request $request, Response $response, string $step): void
{
    $body = ladder($step);
    $body === null ? failed($response, 404) : send($request, $response, 'text/html', $body);
}

/** TechEmpower's tests with a database. */
function tested(Request $request, Response $response, string $path): void
{
    if (!getenv('PGHOST') && !getenv('MARIADB_HOST')) {
        failed($response, 404);
        return;
    }
    $asked = $request->get[$path === '/cached-queries' ? 'count' : 'queries'] ?? 1;
    $count = min(max((int) filter_var($asked, FILTER_VALIDATE_INT), 1), 500);
    match ($path) {
        '/db' => json($request, $response, test(worlds(...), 1)[0]),
        '/queries' => json($request, $response, test(worlds(...), $count)),
        '/updates' => json($request, $response, test(updated(...), $count)),
        '/cached-queries' => json($request, $response, cached($count)),
        '/fortunes' => send($request, $response, 'text/html; charset=utf-8', test(page(...))),
    };
}

function failed(Response $response, int $status): void
{
    $response->status($status);
    $response->end();
}

$server = new Server($argv[3] ?? '127.0.0.1', (int) $argv[1], SWOOLE_BASE);
$server->set([
    'worker_num' => (int) $argv[2],
    'max_request' => 0,
    'enable_coroutine' => true,
    'hook_flags' => SWOOLE_HOOK_ALL,
    'backlog' => 4096,
    'log_level' => SWOOLE_LOG_WARNING,
]);
$turns = new Turns();
$server->on('request', function (Request $request, Response $response) use ($turns): void {
    $path = $request->server['request_uri'];
    $turns->take($request->fd);
    try {
        match ($path) {
            '/' => json($request, $response, ['message' => 'Hello World!']),
            '/text' => send($request, $response, 'text/plain', "Hello, world!\n"),
            '/html' => html($request, $response),
            '/products' => products($request, $response),
            '/json' => json($request, $response, ['message' => 'Hello, World!']),
            '/plaintext' => send($request, $response, 'text/plain', 'Hello, World!'),
            '/db', '/queries', '/updates', '/cached-queries', '/fortunes' => tested($request, $response, $path),
            default => str_starts_with($path, '/ladder/')
                ? climb($request, $response, substr($path, 8)) : failed($response, 404),
        };
    } catch (Throwable $error) { // it would end the worker
        error_log((string) $error);
        failed($response, 500);
    }
    $turns->give($request->fd);
});
$server->start();
