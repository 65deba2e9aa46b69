<?php

namespace App\Http;

use Illuminate\Foundation\Http\Kernel as Base;
use Illuminate\Foundation\Http\Middleware as Foundation;
use Illuminate\Http\Middleware;
use Illuminate\Routing\Middleware\SubstituteBindings;

class Kernel extends Base
{
    protected $middleware = [
        Middleware\TrustProxies::class,
        Middleware\HandleCors::class,
        Foundation\PreventRequestsDuringMaintenance::class,
        Foundation\ValidatePostSize::class,
        Foundation\TrimStrings::class,
        Foundation\ConvertEmptyStringsToNull::class,
    ];

    protected $middlewareGroups = ['api' => [SubstituteBindings::class]];
}
