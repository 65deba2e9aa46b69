<?php

// APCu is shared by the processes of PHP-FPM or Apache, and outlives a request. Octane's workers keep an array; it empties
// only the store that is named so.
return [
    'default' => env('OCTANE') ? 'memory' : 'apc',
    'stores' => [
        'apc' => ['driver' => 'apc'],
        'memory' => ['driver' => 'array', 'serialize' => false],
    ],
    'prefix' => '',
];
