<?php

namespace App\Providers;

use Illuminate\Foundation\Support\Providers\RouteServiceProvider as Base;
use Illuminate\Support\Facades\Route;

class RouteServiceProvider extends Base
{
    public function map()
    {
        Route::middleware('api')->group(base_path('routes/te.php'));
        Route::prefix('api')->middleware('api')->group(base_path('routes/api.php'));
    }
}
