<?php

namespace App\Models;

use Illuminate\Database\Eloquent\Model;

class Fortune extends Model
{
    public $timestamps = false;

    protected $table = 'fortune';
}
