<?php

declare(strict_types=1);

use Swoole\Coroutine\Channel;

const CONNECTIONS = 32; // of each worker, as many as PHP-FPM has

/** Connections open when first needed; a request waits while all are in use. */
final class Pool
{
    private readonly Channel $free;
    private int $opened = 0;

    public function __construct(private readonly Closure $open)
    {
        $this->free = new Channel(CONNECTIONS);
    }

    public function take(): object
    {
        if (!$this->free->isEmpty() || $this->opened === CONNECTIONS) {
            return $this->free->pop();
        }
        $this->opened++;
        try {
            return ($this->open)();
        } catch (Throwable $error) {
            $this->opened--;
            throw $error;
        }
    }

    public function give(object $connection): void
    {
        $this->free->push($connection);
    }
}
