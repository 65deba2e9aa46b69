<?php

namespace App\Models;

use Illuminate\Database\Eloquent\Model;
use Illuminate\Support\Facades\Cache;

class World extends Model
{
    public const ROWS = 10_000;

    public const COLUMNS = ['id', 'randomnumber as randomNumber']; // PostgreSQL knows small letters only

    public $timestamps = false;

    protected $table = 'world';

    public static function random(): self
    {
        return self::query()->find(mt_rand(1, self::ROWS), self::COLUMNS);
    }

    /** Each row is stored alone, as APCu copies what it is asked for. */
    public static function cacheAll(): void
    {
        if (! Cache::has('worlds')) {
            self::query()->get(self::COLUMNS)->each(fn ($world) => Cache::forever("world-$world->id", $world->toArray()));
            Cache::forever('worlds', true);
        }
    }

    public function write(): void
    {
        self::query()->whereKey($this->id)->update(['randomnumber' => $this->randomNumber]);
    }
}
