<?php

return [
    'default' => env('LOG_CHANNEL') ?? 'null', // env() makes a real null of the word
    'channels' => [
        'null' => ['driver' => 'monolog', 'handler' => Monolog\Handler\NullHandler::class],
    ],
];
