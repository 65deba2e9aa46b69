<?php

namespace Illuminate\Http\Middleware;

use Closure;

// Laravel has its own since version 9; before, applications took it from a package that Debian has not.
class HandleCors
{
    public function handle($request, Closure $next)
    {
        $response = $next($request);
        if ($request->is(config('cors.paths'))) {
            $response->headers->set('Access-Control-Allow-Origin', '*');
        }

        return $response;
    }
}
