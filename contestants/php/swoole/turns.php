<?php

declare(strict_types=1);

use Swoole\Coroutine\Channel;

/**
 * One request at a time on each connection, as HTTP/1.1 wants answers in the order of the requests. Swoole itself lets a
 * later one overtake an earlier one that waits (https://github.com/swoole/swoole-src/pull/6220).
 */
final class Turns
{
    /** @var array<int, ?Channel> connections with a request under way, and where those after it wait */
    private array $taken = [];

    public function take(int $connection): void
    {
        if (array_key_exists($connection, $this->taken)) {
            $this->taken[$connection] ??= new Channel();
            $this->taken[$connection]->pop();
        } else {
            $this->taken[$connection] = null;
        }
    }

    public function give(int $connection): void
    {
        $waiting = $this->taken[$connection];
        if ($waiting !== null && $waiting->stats()['consumer_num'] > 0) {
            $waiting->push(true); // the turn goes to the one that came first
        } else {
            unset($this->taken[$connection]);
        }
    }
}
