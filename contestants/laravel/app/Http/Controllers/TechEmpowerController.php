<?php

namespace App\Http\Controllers;

use App\Models\Fortune;
use App\Models\World;
use Illuminate\Http\Request;
use Illuminate\Support\Collection;
use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\DB;

/** TechEmpower's tests (docs/suites.md). */
class TechEmpowerController
{
    public function json()
    {
        return response()->json(['message' => 'Hello, World!']);
    }

    public function plaintext()
    {
        return response('Hello, World!')->header('Content-Type', 'text/plain');
    }

    public function db()
    {
        return response()->json(World::random());
    }

    public function queries(Request $request)
    {
        return response()->json($this->worlds($request));
    }

    public function updates(Request $request)
    {
        $worlds = $this->worlds($request)->sortBy('id')->values(); // so that no two updates wait for each other
        DB::transaction(fn () => $worlds->each(function (World $world) {
            $world->randomNumber = mt_rand(1, World::ROWS);
            $world->write();
        }));

        return response()->json($worlds);
    }

    public function cached(Request $request)
    {
        World::cacheAll();

        return response()->json($this->times($request, 'count', fn () => Cache::get('world-'.mt_rand(1, World::ROWS))));
    }

    public function fortunes()
    {
        $added = new Fortune;
        $added->id = 0;
        $added->message = 'Additional fortune added at request time.';

        return view('fortunes', ['fortunes' => Fortune::all()->push($added)->sortBy('message')]);
    }

    private function worlds(Request $request): Collection
    {
        return $this->times($request, 'queries', fn () => World::random());
    }

    /** As often as the query string says: 1 to 500 times, and once if it is no number. */
    private function times(Request $request, string $name, callable $one): Collection
    {
        $count = (int) filter_var($request->query($name), FILTER_VALIDATE_INT);

        return Collection::times(min(max($count, 1), 500), $one);
    }
}
