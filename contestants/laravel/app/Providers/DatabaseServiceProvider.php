<?php

namespace App\Providers;

use App\Models\World;
use Illuminate\Support\ServiceProvider;

/** Fairlap says at the start where the database is; the configuration was cached before. */
class DatabaseServiceProvider extends ServiceProvider
{
    public function register()
    {
        config(['database.connections.pgsql' => [
            'host' => getenv('PGHOST'),
            'port' => getenv('PGPORT'),
            'database' => getenv('PGDATABASE'),
            'username' => getenv('PGUSER'),
            'password' => getenv('PGPASSWORD'),
        ] + config('database.connections.pgsql')]);
    }

    /** Octane's workers have a cache each, so that none may be empty when requests come. */
    public function boot()
    {
        if (getenv('PGHOST') && config('cache.default') === 'memory' && ! $this->app->runningInConsole()) {
            World::cacheAll();
        }
    }
}
