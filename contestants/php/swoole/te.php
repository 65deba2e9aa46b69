<?php

// TechEmpower's tests for PHP that stays loaded: each worker has a cache and a pool of its own (docs/suites.md).

declare(strict_types=1);

require __DIR__ . '/te_database.php';
require __DIR__ . '/te_mariadb.php';

const WORLDS = 'SELECT id, randomnumber AS "randomNumber" FROM world';
const UPDATE = 'UPDATE world SET randomnumber = fresh.number
    FROM unnest(%s::integer[], %s::integer[]) AS fresh (id, number) WHERE world.id = fresh.id';

function worlds(Database $database, int $count): array
{
    for ($rows = []; $count > 0; $count--) {
        $rows[] = $database->run(WORLDS . ' WHERE id = %s', [mt_rand(1, 10_000)])->fetchAll()[0];
    }
    return $rows;
}

function updated(Database $database, int $count): array
{
    $rows = worlds($database, $count);
    sort($rows); // so that no two updates wait for each other
    foreach ($rows as &$row) {
        $row['randomNumber'] = mt_rand(1, 10_000);
    }
    $list = fn (string $name): string => '{' . implode(',', array_column($rows, $name)) . '}';
    getenv('PGHOST') ? $database->run(UPDATE, [$list('id'), $list('randomNumber')]) : write_each($database, $rows);
    return $rows;
}

function cached(int $count): array
{
    static $cache = null;
    $cache ??= Database::open()->run(WORLDS . ' ORDER BY id')->fetchAll();
    return array_map(fn (): array => $cache[mt_rand(0, 9_999)], range(1, $count));
}

function page(Database $database): string
{
    $rows = $database->run('SELECT id, message FROM fortune')->fetchAll();
    $rows[] = ['id' => 0, 'message' => 'Additional fortune added at request time.'];
    usort($rows, fn (array $one, array $other): int => strcmp($one['message'], $other['message']));
    ob_start();
    require __DIR__ . '/../te/fortunes.php';
    return ob_get_clean();
}

function test(Closure $work, ?int $count = null): mixed
{
    static $pool = null;
    $pool ??= new Pool(Database::open(...));
    $database = $pool->take();
    try {
        return $work($database, $count);
    } finally {
        $pool->give($database);
    }
}
