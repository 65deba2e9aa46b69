<?php

declare(strict_types=1);

const CLASSES = 500;

/** The name of one of the classes, each as likely as any other. */
function some_class(): string
{
    return sprintf('Part%03d', random_int(0, CLASSES - 1));
}
