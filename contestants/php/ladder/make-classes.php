<?php

// Writes the 500 classes that the ladder loads from: a base of ten, and 490 that extend one of them, with methods enough to
// be as long as a class of a framework.

declare(strict_types=1);

require __DIR__ . '/functions.php';

@mkdir(__DIR__ . '/classes');
for ($number = 0; $number < CLASSES; $number++) {
    $name = sprintf('Part%03d', $number);
    $base = $number < 10 ? '' : sprintf(' extends Part%03d', $number % 10);
    $methods = '';
    for ($method = 0; $method < 20; $method++) {
        $methods .= "\n    public function step{$number}x{$method}(array \$values, string \$separator = ','): string\n    {\n"
            . "        if (\$values === []) {\n            return '{$name}';\n        }\n\n"
            . "        return implode(\$separator, array_map(static fn (\$value) => \$value . '{$method}', \$values));\n    }\n";
    }
    $code = "<?php\n\ndeclare(strict_types=1);\n\nnamespace Ladder;\n\nclass {$name}{$base}\n{{$methods}}\n";
    file_put_contents(__DIR__ . "/classes/{$name}.php", $code);
}
