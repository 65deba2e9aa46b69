<?php

// response() asks for the factory of views in each request; build.sh compiles the only one.
return [
    'paths' => [resource_path('views')],
    'compiled' => storage_path('framework/views'),
];
