<?php

namespace hello;

/** The manifest spf: spf's server and worker, without its MVC. */
final class Worker extends \spf\swoole\worker\Base implements \spf\swoole\worker\IHttpWorker
{
    public function onRequest($request, $response): void
    {
        if ($request->server['request_uri'] !== '/html') {
            $response->status(404);
            $response->end();
            return;
        }
        $response->header('Last-Modified', 'Tue, 26 Jul 2016 10:24:27 GMT');
        $response->header('E-Tag', '55829c5b-17');
        $response->header('Accept-Ranges', 'bytes');
        $head = $request->server['request_method'] === 'HEAD'; // Swoole would send the body
        $response->end($head ? '' : "<h1>\nHello World.\n</h1>");
    }
}
