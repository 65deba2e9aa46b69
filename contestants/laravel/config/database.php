<?php

// The rest comes at the start, from App\Providers\DatabaseServiceProvider. PHP-FPM, Apache and Unit keep connections from one
// request to the next; Octane keeps the whole application. No charset and no schema: Laravel would set them in each request.
return [
    'default' => 'pgsql',
    'connections' => [
        'pgsql' => ['driver' => 'pgsql', 'options' => env('OCTANE') ? [] : [PDO::ATTR_PERSISTENT => true]],
    ],
];
