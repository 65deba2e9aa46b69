<?php

// Never started: nothing in the group api asks for it. But response() makes the redirector, which is given one, and Octane
// makes the cookie jar before the first request.
return [
    'driver' => 'array',
    'lifetime' => 120,
    'encrypt' => false,
    'cookie' => 'laravel_session',
    'path' => '/',
    'domain' => null,
    'secure' => null,
    'same_site' => 'lax',
];
