<?php

use App\Http\Controllers\TechEmpowerController;
use Illuminate\Support\Facades\Route;

Route::controller(TechEmpowerController::class)->group(function () {
    Route::get('/json', 'json');
    Route::get('/plaintext', 'plaintext');
    Route::get('/db', 'db');
    Route::get('/queries', 'queries');
    Route::get('/updates', 'updates');
    Route::get('/cached-queries', 'cached');
    Route::get('/fortunes', 'fortunes');
});
