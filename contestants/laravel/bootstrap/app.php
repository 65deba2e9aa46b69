<?php

use Illuminate\Contracts\Console\Kernel as ConsoleKernel;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Contracts\Http\Kernel as HttpKernel;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Exceptions\Handler;

$app = new Application(dirname(__DIR__));
if (isset($_SERVER['LARAVEL_STORAGE_PATH'])) { // Octane notes its processes there, and the build is read-only while it runs
    $app->useStoragePath($_SERVER['LARAVEL_STORAGE_PATH']);
}
$app->singleton(HttpKernel::class, App\Http\Kernel::class);
$app->singleton(ConsoleKernel::class, Illuminate\Foundation\Console\Kernel::class);
$app->singleton(ExceptionHandler::class, fn ($app) => new class($app) extends Handler
{
    // An API has no pages, and the page of a 404 would be compiled into a folder that is read-only.
    protected function shouldReturnJson($request, Throwable $e): bool
    {
        return true;
    }
});

return $app;
