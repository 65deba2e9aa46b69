<?php

// There are no views, but response() asks for the factory that makes them.
return [
    'paths' => [resource_path('views')],
    'compiled' => storage_path('framework/views'),
];
