"""Laravel on Octane and on Unit, and Spdy: what their files say everywhere, and what they do where the runtime is."""

import json
import os
import random
import re
import signal
from dataclasses import dataclass
from pathlib import Path

import pytest

from contestant_helpers import answers_around_freezing, assert_php_can_read, built, get, started
from fairlap.catalog import Contestant, load_catalog
from fairlap.hosting import procfs
from fairlap.hosting.build import run_version
from fairlap.hosting.process import HostedProcess
from fairlap.hosting.requirements import missing
from fairlap.verify import verify
from support import ROOT

CATALOG = load_catalog(ROOT)


@dataclass(frozen=True)
class Way:
    """One contestant, what no package registry has of it, and the file that answers."""

    name: str
    runtime: str
    handler: str = "app/Http/Controllers/ProductController.php"


WAYS = (
    Way("laravel-roadrunner", "rr"),
    Way("laravel-swoole", "php-ext:swoole"),
    Way("laravel-openswoole", "php-ext:openswoole"),
    Way("laravel-frankenphp", "frankenphp"),
    Way("laravel-unit", "unitd"),
    Way("spdy", "rr", handler="app.php"),
)
SOURCES = sorted(
    path
    for name in ("laravel", "spdy")
    for path in (ROOT / "contestants" / name).rglob("*.php")
    if "vendor" not in path.parts
)

everywhere = pytest.mark.parametrize("way", WAYS, ids=[way.name for way in WAYS])
where_it_is = pytest.mark.parametrize(
    "way", [pytest.param(way, marks=pytest.mark.if_here(way.name), id=way.name) for way in WAYS]
)
"""One test for each of them, deselected where its runtime is missing."""

LARAVEL_PROBE = """<?php
namespace App\\Http\\Controllers;
class ProductController
{
    public function index()
    {
        for ($sum = 0, $i = 0; $i < 5000; $i++) { $sum += $i; }

        return response()->json(
            opcache_get_status(false)['jit'] + [
                'pid' => getmypid(), 'env' => app()->environment(), 'limit_s' => ini_get('max_execution_time')]
        );
    }
}
"""
SPDY_PROBE = """fn () => opcache_get_status(false)['jit'] + ['pid' => getmypid(), 'env' => 'production']"""


# --- everywhere -----------------------------------------------------------------------------------


def program(folder: Path, name: str, script: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


@everywhere
def test_without_its_runtime_it_is_missing_and_says_how_to_get_it(
    tmp_path: Path, way: Way, nothing_hidden: None
) -> None:
    bin_folder = tmp_path / "bin"
    extensions = "'Zend OPcache' mbstring pdo_pgsql sockets"
    program(bin_folder, "php", f"case $1 in --version) echo PHP 8.2.1 ;; *) printf '%s\\n' {extensions} ;; esac")
    for name in ("bash", "composer"):
        program(bin_folder, name, "echo version 5.2")
    (entry,) = missing(CATALOG.contestant(way.name), path=str(bin_folder))
    assert re.split("[<>=]", entry.requirement)[0] == way.runtime
    assert entry.fix


@pytest.mark.parametrize("extension", ["swoole", "openswoole"])
def test_its_extension_need_not_be_enabled(tmp_path: Path, extension: str, nothing_hidden: None) -> None:
    answers = f"--version) echo PHP 8.2.1 ;; -dextension={extension}) echo {extension} ;;"
    program(
        tmp_path / "bin", "php", f"case $1 in {answers} *) printf '%s\\n' 'Zend OPcache' mbstring pdo_pgsql ;; esac"
    )
    for name in ("bash", "composer"):
        program(tmp_path / "bin", name, "echo version 5.2")
    assert missing(CATALOG.contestant(f"laravel-{extension}"), path=str(tmp_path / "bin")) == ()


def test_spdy_does_not_run_on_a_roadrunner_that_its_packages_do_not_understand(tmp_path: Path) -> None:
    program(tmp_path / "bin", "rr", "echo rr version 2025.1.2")
    reasons = [entry.reason for entry in missing(CATALOG.contestant("spdy"), path=str(tmp_path / "bin"))]
    assert any("rr is 2025.1.2" in reason for reason in reasons)


@everywhere
def test_no_worker_is_replaced_and_there_are_as_many_as_asked(way: Way) -> None:
    contestant = CATALOG.contestant(way.name)
    said = " ".join([*contestant.start, *contestant.env.values()])
    assert "{workers}" in said
    if "octane:start" in contestant.start:
        assert "--max-requests=1000000000" in contestant.start
        assert "--workers={workers}" in contestant.start


def test_frankenphp_never_starts_more_workers_than_asked() -> None:
    assert "--caddyfile=Caddyfile" in CATALOG.contestant("laravel-frankenphp").start
    text = (ROOT / "contestants/laravel/Caddyfile").read_text()
    assert all(f"\t{name} {{$CADDY_SERVER_WORKER_COUNT}}\n" in text for name in ("num", "max_threads"))


def test_units_configuration_is_json_once_it_is_filled_in() -> None:
    text = (ROOT / "contestants/laravel/unit.json").read_text()
    for name, value in {"HOST": "127.0.0.1", "PORT": "8080", "WORKERS": "2", "BUILD": "/build"}.items():
        text = text.replace(f"@{name}@", value)
    configuration = json.loads(text)
    assert configuration["listeners"] == {"127.0.0.1:8080": {"pass": "routes"}}
    assert configuration["applications"]["laravel"]["processes"] == 2
    assert configuration["settings"] == {"listen_threads": 2}


@pytest.mark.parametrize("source", SOURCES, ids=[str(path.relative_to(ROOT / "contestants")) for path in SOURCES])
def test_php_can_read_it(source: Path) -> None:
    assert_php_can_read(source)


# --- where the runtime is -------------------------------------------------------------------------


def contestant_of(way: Way) -> Contestant:
    return CATALOG.contestant(way.name)


def path_of(way: Way) -> str:
    (subscription,) = contestant_of(way).scenarios.values()
    return subscription.path or "/"


def probing(way: Way, folder: Path) -> Path:
    """A build whose answers describe the serving process, not what the scenario asks for."""
    build = built(contestant_of(way), folder)
    handler = build / way.handler
    changed = re.sub(r"fn \(\) => \[.*\]", lambda _: SPDY_PROBE, handler.read_text())
    handler.write_text(changed if way.name == "spdy" else LARAVEL_PROBE)
    return build


def ask(hosted: HostedProcess, way: Way) -> dict[str, object]:
    answer = json.loads(get(hosted, path_of(way)))
    assert isinstance(answer, dict)
    return answer


@where_it_is
def test_it_keeps_its_contract_and_writes_nothing_into_its_build(opened: Path, way: Way) -> None:
    contestant = contestant_of(way)
    build = built(contestant, opened)
    ours = {"logs", "state"}  # the test's own host writes these

    def files() -> dict[Path, int]:
        found = (path for path in build.rglob("*") if path.relative_to(build).parts[0] not in ours)
        return {path: path.stat().st_mtime_ns for path in found if path.is_file()}

    before = files()
    with started(contestant, build) as hosted:
        get(hosted, path_of(way))
        for scenario in map(CATALOG.scenario, contestant.scenarios):
            request = contestant.request_for(scenario)
            assert verify(scenario, request, "127.0.0.1", hosted.port, rng=random.Random(1)) == ()
    assert files() == before


@where_it_is
def test_one_worker_serves_and_stays_and_its_jit_compiles(opened: Path, way: Way) -> None:
    with started(contestant_of(way), probing(way, opened)) as hosted:
        first = ask(hosted, way)
        answers = [ask(hosted, way) for _ in range(600)]  # Octane's own limit is 500 requests
    assert first["on"] is True
    assert first["env"] == "production"
    assert {answer["pid"] for answer in answers} == {first["pid"]}
    assert answers[-1]["buffer_size"] > 60_000_000  # type: ignore[operator]
    # A worker with a full OPcache compiles less than that.
    assert answers[-1]["buffer_size"] - answers[-1]["buffer_free"] > 20_000  # type: ignore[operator]


@where_it_is
def test_frozen_while_requests_wait_it_goes_on_with_its_worker(opened: Path, way: Way) -> None:
    """FrankenPHP took frozen time for idle CPU and started another thread, which can crash PHP."""
    with started(contestant_of(way), probing(way, opened)) as hosted:
        first = ask(hosted, way)
        answers = answers_around_freezing(hosted, path_of(way))
        assert {json.loads(answer)["pid"] for answer in answers} == {first["pid"]}
        assert hosted.exit_reason() is None


@pytest.mark.if_here("laravel-frankenphp")
def test_no_time_limit_adds_up_over_the_requests_of_a_worker_of_frankenphp(opened: Path) -> None:
    (way,) = (way for way in WAYS if way.name == "laravel-frankenphp")
    with started(contestant_of(way), probing(way, opened)) as hosted:
        assert ask(hosted, way)["limit_s"] == "0"


@where_it_is
def test_it_refuses_to_start_without_the_jit_and_says_so(opened: Path, way: Way) -> None:
    build = built(contestant_of(way), opened)
    settings = build / "php/fairlap.ini"
    settings.write_text(settings.read_text().replace("opcache.jit = tracing", "opcache.jit = off"))
    with started(contestant_of(way), build) as hosted:
        assert hosted.wait_exit(20)
        assert hosted.exit_status() != 0
        assert any("the JIT is off" in line for line in hosted.log_tail())


@where_it_is
def test_term_ends_every_process(opened: Path, way: Way) -> None:
    with started(contestant_of(way), built(contestant_of(way), opened)) as hosted:
        get(hosted, path_of(way))
        members = [member.key for member in hosted._body.members()]
        outcome = hosted.stop()
    assert (outcome.how, outcome.left_behind) == ("TERM", 0)
    assert hosted.exit_status() == 0
    assert not any(procfs.is_alive(key) for key in members)


@where_it_is
def test_when_the_server_is_killed_the_contestant_is_seen_to_have_ended(opened: Path, way: Way) -> None:
    with started(contestant_of(way), built(contestant_of(way), opened)) as hosted:
        get(hosted, path_of(way))
        members = [member.key for member in hosted._body.members()]
        (server,) = hosts(hosted)
        os.kill(server, signal.SIGKILL)
        assert hosted.wait_exit(20)
    assert not any(procfs.is_alive(key) for key in members)


def hosts(hosted: HostedProcess) -> list[int]:
    """The first process of the server itself, below bash and artisan."""
    names = re.compile(rb"^rr|/rr\0|^frankenphp|/frankenphp\0|swoole_http_server: master|unit: main|^\S*rr2023\0")
    pids = sorted(member.pid for member in hosted._body.members())
    return [pid for pid in pids if names.search(Path(f"/proc/{pid}/cmdline").read_bytes())][:1]


@where_it_is
def test_the_version_says_what_it_runs_on(opened: Path, way: Way) -> None:
    version = run_version(contestant_of(way), built(contestant_of(way), opened))
    assert version is not None
    assert re.match(r"(Laravel|Spdy) .*, PHP 8\.\d+\.\d+(, .TS)? \(.*JIT\), .*\d\.\d", version)
