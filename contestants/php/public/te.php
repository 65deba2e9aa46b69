<?php

// TechEmpower's tests (docs/suites.md): rows of PostgreSQL or MariaDB through PDO, over a connection that each process keeps.

declare(strict_types=1);

const ROWS = 10_000;
const WORLD = 'SELECT id, randomnumber AS "randomNumber" FROM world WHERE id = ?';
const WORLDS = 'SELECT id, randomnumber AS "randomNumber" FROM world ORDER BY id';

function database(): PDO
{
    [$kind, $of] = getenv('PGHOST') ? ['pgsql', 'PG'] : ['mysql', 'MARIADB_'];
    $where = "$kind:host=" . getenv("{$of}HOST") . ';port=' . getenv("{$of}PORT") . ';dbname=' . getenv("{$of}DATABASE");
    return new PDO($where . ($kind === 'mysql' ? ';charset=utf8mb4' : ''), getenv("{$of}USER"), getenv("{$of}PASSWORD"), [
        PDO::ATTR_PERSISTENT => true,
        PDO::ATTR_EMULATE_PREPARES => false,
        PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC,
    ]);
}

/** How many rows the query string asks for: 1 to 500, and 1 if it is no number. */
function rows_asked(string $name): int
{
    $number = filter_var($_GET[$name] ?? 1, FILTER_VALIDATE_INT);
    return min(max($number === false ? 1 : $number, 1), 500);
}

function read(PDO $database, int $count): array
{
    $statement = $database->prepare(WORLD);
    $rows = [];
    while ($count-- > 0) {
        $statement->execute([mt_rand(1, ROWS)]);
        $rows[] = $statement->fetch();
    }
    return $rows;
}

function updated(int $count): array
{
    $database = database();
    $rows = read($database, $count);
    sort($rows); // so that no two updates wait for each other
    $statement = $database->prepare('UPDATE world SET randomnumber = ? WHERE id = ?');
    $database->beginTransaction();
    foreach ($rows as &$row) {
        $row['randomNumber'] = mt_rand(1, ROWS);
        $statement->execute([$row['randomNumber'], $row['id']]);
    }
    $database->commit();
    return $rows;
}

/** APCu shares the rows between processes; each is stored alone, as an array would be copied whole. */
function cached_rows(int $count): array
{
    if (!apcu_exists('worlds')) {
        foreach (database()->query(WORLDS) as $row) {
            apcu_store("world-{$row['id']}", $row);
        }
        apcu_store('worlds', true);
    }
    $rows = [];
    while ($count-- > 0) {
        $rows[] = apcu_fetch('world-' . mt_rand(1, ROWS));
    }
    return $rows;
}

function fortunes(): void
{
    $rows = database()->query('SELECT id, message FROM fortune')->fetchAll();
    $rows[] = ['id' => 0, 'message' => 'Additional fortune added at request time.'];
    usort($rows, fn (array $one, array $other): int => strcmp($one['message'], $other['message']));
    header('Content-Type: text/html; charset=utf-8');
    require __DIR__ . '/../te/fortunes.php';
}

function test(string $path): void
{
    match (true) {
        $path === '/json' => json(['message' => 'Hello, World!']),
        $path === '/plaintext' => plaintext(),
        !getenv('PGHOST') && !getenv('MARIADB_HOST') => http_response_code(404),
        $path === '/db' => json(read(database(), 1)[0]),
        $path === '/queries' => json(read(database(), rows_asked('queries'))),
        $path === '/updates' => json(updated(rows_asked('queries'))),
        $path === '/cached-queries' => json(cached_rows(rows_asked('count'))),
        default => fortunes(),
    };
}

function plaintext(): void
{
    header('Content-Type: text/plain; charset=utf-8');
    echo 'Hello, World!';
}
