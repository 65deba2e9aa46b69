<?php

// In the place of Composer's vendor/autoload.php, when Laravel is Debian's; dump-autoload.php has made the lists.
$lists = require __DIR__.'/lists.php';

spl_autoload_register(static function (string $class) use ($lists): void {
    $file = $lists['classes'][strtolower($class)] ?? null;
    if ($file !== null) {
        require $file;
    }
});
foreach ($lists['files'] as $file) {
    require_once $file;
}
