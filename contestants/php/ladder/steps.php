<?php

// The ladder of the Swoole seed: each step does what steps before it did, and one thing more (docs/suites.md).

declare(strict_types=1);

const QUERY = 'SELECT * FROM test1';
const SLOW = 'SELECT SLEEP(0.01)';

/** What a step does; null for an unknown one, and for one that needs a missing database. */
function step(string $name): ?array
{
    $step = match ($name) {
        //             classes  reads   files  connection  queries
        'basic' =>    [null,    0,      0,     null,       []],
        'requires' => [0,       0,      0,     null,       []],
        'classes' =>  [100,     0,      0,     null,       []],
        'query' =>    [null,    0,      0,     'own',      [QUERY]],
        'pool' =>     [null,    0,      0,     'kept',     [QUERY]],
        'cache' =>    [null,    1,      0,     'kept',     []],
        'app' =>      [100,     10_000, 0,     'kept',     []],
        'files' =>    [100,     10_000, 10,    'kept',     []],
        'slow' =>     [100,     10_000, 10,    'kept',     array_fill(0, 20, SLOW)],
        'simpler' =>  [50,      1_000,  1,     'kept',     array_fill(0, 3, SLOW)],
        'simple' =>   [100,     1_000,  0,     'kept',     [QUERY, QUERY]],
        default => null,
    };
    return $step !== null && $step[3] !== null && !getenv('MARIADB_HOST') ? null : $step;
}

/** A connection; `p:` before the host is one that PHP keeps for the next request of the same process. */
function connect(string $persistent = ''): mysqli
{
    return new mysqli(
        $persistent . getenv('MARIADB_HOST'), getenv('MARIADB_USER'), getenv('MARIADB_PASSWORD'),
        getenv('MARIADB_DATABASE'), (int) getenv('MARIADB_PORT'),
    );
}

function ask(mysqli $connection, string $query): array
{
    $prepared = $connection->prepare($query);
    $prepared->execute();
    return $prepared->get_result()->fetch_all(MYSQLI_ASSOC);
}

/** Load as many classes as a step says, each of them drawn out of 500. */
function load(?int $classes): void
{
    if ($classes === null) {
        return;
    }
    require_once __DIR__ . '/functions.php';
    require_once __DIR__ . '/autoload.php';
    for ($class = 0; $class < $classes; $class++) {
        class_exists('Ladder\\' . some_class());
    }
}

function write_and_read(string $folder, int $files): void
{
    for ($file = 0; $file < $files; $file++) {
        if (file_put_contents("$folder/$file.txt", 'some content here') !== 17) {
            throw new RuntimeException("$folder cannot be written to");
        }
    }
    for ($file = 0; $file < $files; $file++) {
        if (file_get_contents("$folder/$file.txt") === false) {
            throw new RuntimeException("$folder cannot be read from");
        }
    }
}
