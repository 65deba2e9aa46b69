<?php

// What `composer dump-autoload -o` does for Composer: one map of all classes. Debian's packages bring an autoloader each, and
// 80 of them, asked one after the other, cost more than everything else that a request does.
require 'Illuminate/autoload.php';

$base = dirname(__DIR__, 2);
$classes = ['illuminate\\http\\middleware\\handlecors' => __DIR__.'/HandleCors.php'];

foreach (spl_autoload_functions() as $autoloader) {
    if (! $autoloader instanceof Closure) {
        continue; // Swift's, which one of the files below registers
    }
    $autoloader('none'); // its list is there after the first call
    $function = new ReflectionFunction($autoloader);
    $list = $function->getStaticVariables()['classes'] ?? throw new RuntimeException('no list: '.$function->getFileName());
    foreach ($list as $class => $path) {
        $classes[$class] ??= dirname($function->getFileName()).$path;
    }
}

foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator("$base/app", FilesystemIterator::SKIP_DOTS)) as $file) {
    $class = 'App'.substr($file->getPathname(), strlen("$base/app"), -strlen('.php'));
    $classes[strtolower(strtr($class, '/', '\\'))] = $file->getPathname();
}

// Files with functions, which the autoloaders' files have included.
$files = array_filter(get_included_files(), fn ($file) => basename($file) !== 'autoload.php' && $file !== __FILE__);

@mkdir("$base/vendor");
$lists = ['classes' => $classes, 'files' => array_values($files)];
file_put_contents("$base/vendor/lists.php", '<?php return '.var_export($lists, true).';');
copy(__DIR__.'/autoload.php', "$base/vendor/autoload.php");
