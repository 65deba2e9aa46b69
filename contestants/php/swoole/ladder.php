<?php

// The ladder for PHP that stays loaded: classes are loaded once, at boot; each worker has a cache and a pool of its own.

declare(strict_types=1);

require __DIR__ . '/../ladder/steps.php';

load(100);
define('FILES', (getenv('TMPDIR') ?: '/tmp') . '/files');
if (!is_dir(FILES) && !mkdir(FILES)) {
    exit(1);
}

/** The body of a step's answer; null for an unknown one. */
function ladder(string $name): ?string
{
    static $cache = [];
    $step = step($name);
    if ($step === null) {
        return null;
    }
    [, $reads, $files, $connection, $queries] = $step; // the classes are loaded
    $rows = null;
    for ($read = 0; $read < $reads; $read++) {
        $rows = $cache['test1_data'] ??= asked('kept', [QUERY]);
    }
    write_and_read(FILES, $files);
    if ($queries !== []) {
        $rows = asked($connection, $queries) ?? $rows;
    }
    return $connection === null ? 'ok' : print_r($rows, true);
}

/** The rows of the last query for rows; all queries share one connection. */
function asked(string $connection, array $queries): ?array
{
    static $pool = null;
    $pool ??= new Pool(connect(...));
    $taken = $connection === 'kept' ? $pool->take() : connect();
    $rows = null;
    try {
        foreach ($queries as $query) {
            $answer = ask($taken, $query);
            $rows = $query === QUERY ? $answer : $rows;
        }
    } finally {
        $connection === 'kept' ? $pool->give($taken) : $taken->close();
    }
    return $rows;
}
