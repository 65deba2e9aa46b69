<?php

declare(strict_types=1);

// One file for each class, as Composer's autoloader finds them by PSR-4.
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Ladder\\')) {
        require __DIR__ . '/classes/' . substr($class, 7) . '.php';
    }
});
