<?php

// What is different in TechEmpower's tests on MariaDB, for which Swoole and OpenSwoole both have PDO.

declare(strict_types=1);

function mariadb(array $options): PDO
{
    $where = 'host=' . getenv('MARIADB_HOST') . ';port=' . getenv('MARIADB_PORT') . ';dbname=' . getenv('MARIADB_DATABASE');
    return new PDO("mysql:$where;charset=utf8mb4", getenv('MARIADB_USER'), getenv('MARIADB_PASSWORD'), $options);
}

function write_each(Database $database, array $rows): void
{
    $database->connection->beginTransaction();
    foreach ($rows as $row) {
        $database->run('UPDATE world SET randomNumber = %s WHERE id = %s', [$row['randomNumber'], $row['id']]);
    }
    $database->connection->commit();
}
