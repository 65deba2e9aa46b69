<?php

declare(strict_types=1);

use OpenSwoole\Coroutine\PostgreSQL;

// Otherwise PDO would stop the whole worker while it waits.
if (getenv('PGHOST') && !class_exists(PostgreSQL::class) && !defined('SWOOLE_HOOK_PDO_PGSQL')) {
    fwrite(STDERR, "build Swoole with --enable-swoole-pgsql, OpenSwoole with --with-postgres\n");
    exit(1);
}

/** A connection that lets other requests run while it waits: PDO, or OpenSwoole's client for PostgreSQL, with PDO's methods. */
final class Database
{
    private array $prepared = [];

    private function __construct(public readonly PDO|PostgreSQL $connection, private readonly array $marks = ['?', '?'])
    {
    }

    public static function open(): self
    {
        $parts = ['host=' . getenv('PGHOST'), 'port=' . getenv('PGPORT'), 'dbname=' . getenv('PGDATABASE')];
        $parts = [...$parts, 'user=' . getenv('PGUSER'), 'password=' . getenv('PGPASSWORD')];
        if (!getenv('PGHOST') || !class_exists(PostgreSQL::class)) {
            $options = [PDO::ATTR_EMULATE_PREPARES => false, PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC];
            return new self(getenv('PGHOST') ? new PDO('pgsql:' . implode(';', $parts), options: $options) : mariadb($options));
        }
        $database = new self(new PostgreSQL(), ['$1', '$2']);
        $database->right($database->connection->connect(implode(' ', $parts)));
        return $database;
    }

    /** Run a statement, which is prepared once. */
    public function run(string $query, array $values = []): object
    {
        $this->prepared[$query] ??= $this->right($this->connection->prepare(sprintf($query, ...$this->marks)));
        $this->right($this->prepared[$query]->execute($values));
        return $this->prepared[$query];
    }

    /** PDO throws an exception by itself. */
    private function right(mixed $result): mixed
    {
        return $result ?: throw new RuntimeException((string) $this->connection->error);
    }
}
