<?php

namespace demo\controller;

/** The manifest spf-mvc: spf's router finds it for /demo/index/index. */
class index extends \spark\web\Controller
{
    public function actionIndex(): void
    {
        $this->response->header('Last-Modified', 'Tue, 26 Jul 2016 10:24:27 GMT');
        $this->response->header('E-Tag', '55829c5b-17');
        $this->response->header('Accept-Ranges', 'bytes');
        $head = $this->request->server['request_method'] === 'HEAD'; // Swoole would send the body
        $this->response->end($head ? '' : "<h1>\nHello World.\n</h1>");
    }
}
