<?php

// The ladder for PHP that starts again with every request: classes are loaded, and a connection is looked up or made.

declare(strict_types=1);

require __DIR__ . '/../ladder/steps.php';

function ladder(string $name): void
{
    $step = step($name);
    if ($step === null) {
        http_response_code(404);
        return;
    }
    [$classes, $reads, $files, $connection, $queries] = $step;
    load($classes);
    $rows = null;
    for ($read = 0; $read < $reads; $read++) {
        $rows = cached();
    }
    if ($files > 0) {
        write_and_read(folder(), $files);
    }
    $opened = $queries === [] ? null : connect($connection === 'kept' ? 'p:' : '');
    foreach ($queries as $query) {
        $answer = ask($opened, $query);
        $rows = $query === QUERY ? $answer : $rows;
    }
    echo $connection === null ? 'ok' : print_r($rows, true);
}

/** APCu shares it between processes and copies the array for each reader. */
function cached(): array
{
    $rows = apcu_fetch('test1_data', $found);
    if (!$found) {
        $rows = ask(connect('p:'), QUERY);
        apcu_store('test1_data', $rows);
    }
    return $rows;
}

function folder(): string
{
    $folder = getenv('TMPDIR') . '/files';
    if (!is_dir($folder)) {
        @mkdir($folder); // two processes may do it at once; other failures show when the first file is written
    }
    return $folder;
}
