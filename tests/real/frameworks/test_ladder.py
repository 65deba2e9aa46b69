"""The ladder: MariaDB and the files show that each contestant does every step; one that does not is refused."""

import random
import re
import shutil
import urllib.error
from collections.abc import Iterator
from pathlib import Path

import pytest

from contestant_helpers import built, get, started
from extras import need_service
from fairlap.catalog import load_catalog
from fairlap.hosting.process import HostedProcess
from fairlap.hosting.services.running import RunningService, Services
from fairlap.verify import verify
from hosting_helpers import BY_SIGNAL, Mode, open_folder
from support import ROOT, Fairlap

CATALOG = load_catalog(ROOT)
STEPS = [CATALOG.scenario(name) for name in CATALOG.contestant("node").scenarios if name.startswith("ladder-")]
BUILDS = ROOT / ".build" / "contestants"
"""As `fairlap check` builds them, so that nothing is built twice."""

SLOTS = 4
KEPT = {"apache": SLOTS}
"""The most connections that are kept, where each process of Apache has its own; all others have 32 for each worker."""

CONTESTANTS = [
    *("php-fpm", "apache", "node", "gin", "fastapi"),
    *(pytest.param(name, marks=pytest.mark.if_here(name)) for name in ("swoole", "openswoole")),
]


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder that the contestants' user may enter."""
    with open_folder(tmp_path_factory.mktemp("ladder")) as path:
        yield path


@pytest.fixture(scope="module")
def services(opened: Path) -> Iterator[Services]:
    """MariaDB, with the ladder's rows in it."""
    scenario = CATALOG.scenario("ladder-query")
    need_service("mariadb")
    with Mode("by signal", BY_SIGNAL, None).host(opened) as host:
        yield Services(lambda _: host, [scenario])


@pytest.fixture(scope="module")
def mariadb(services: Services) -> RunningService:
    return services.running["mariadb"]


@pytest.fixture(scope="module", params=CONTESTANTS)
def climber(request: pytest.FixtureRequest, opened: Path, services: Services) -> Iterator[tuple[str, HostedProcess]]:
    """A contestant beside the database, and its name."""
    contestant = CATALOG.contestant(request.param)
    folder = built(contestant, BUILDS)
    with started(contestant, folder, connections=SLOTS, services=services.variables, logs=opened) as hosted:
        yield contestant.name, hosted


def asked(mariadb: RunningService, hosted: HostedProcess, path: str, requests: int) -> tuple[int, int]:
    """Return the statements and connections of so many requests."""
    before = mariadb.counters()
    for _ in range(requests):
        get(hosted, path)
    took = mariadb.counters().since(before)
    return took.statements, took.connections


def test_each_step_asks_the_database_as_often_as_its_scenario_says(
    climber: tuple[str, HostedProcess], mariadb: RunningService
) -> None:
    _, hosted = climber
    get(hosted, "/ladder/cache")  # filled
    for scenario in STEPS:
        expected = scenario.services["mariadb"].statements if scenario.services else 0
        assert scenario.expect.text is not None
        assert get(hosted, scenario.request.path) == scenario.expect.text.encode()
        statements, _ = asked(mariadb, hosted, scenario.request.path, 3)
        assert (scenario.name, statements) == (scenario.name, 3 * (expected or 0))


def test_a_query_has_a_connection_of_its_own_and_those_that_are_kept_are_few(
    climber: tuple[str, HostedProcess], mariadb: RunningService
) -> None:
    name, hosted = climber
    assert asked(mariadb, hosted, "/ladder/query", 50) == (50, 50)
    statements, connections = asked(mariadb, hosted, "/ladder/pool", 50)
    assert statements == 50
    assert connections <= KEPT.get(name, 32)


@pytest.mark.parametrize("step", ["query", "files"])
def test_it_keeps_the_contract_pipelined_requests_included(climber: tuple[str, HostedProcess], step: str) -> None:
    name, hosted = climber
    scenario = CATALOG.scenario(f"ladder-{step}")
    get(hosted, "/ladder/basic")
    request = CATALOG.contestant(name).request_for(scenario)
    assert verify(scenario, request, "127.0.0.1", hosted.port, rng=random.Random(1)) == ()


def test_ten_files_are_really_written(climber: tuple[str, HostedProcess]) -> None:
    _, hosted = climber
    assert hosted.scratch is not None
    before = sorted(hosted.scratch.rglob("*.txt"))
    for file in before:  # by another step
        file.unlink()
    get(hosted, "/ladder/files")
    contents = [file.read_text() for file in hosted.scratch.rglob("*.txt")]
    assert contents == ["some content here"] * 10


@pytest.mark.parametrize("name", CONTESTANTS)
def test_without_a_database_steps_with_rows_are_unknown_and_all_others_work(name: str, opened: Path) -> None:
    contestant = CATALOG.contestant(name)
    with started(contestant, built(contestant, BUILDS), connections=SLOTS, logs=opened) as hosted:
        assert get(hosted, "/") == b'{"message":"Hello World!"}'
        assert get(hosted, "/ladder/classes") == b"ok"
        for step in ("query", "app", "slow"):
            with pytest.raises(urllib.error.HTTPError, match="404") as error:
                get(hosted, f"/ladder/{step}")
            error.value.close()


@pytest.mark.parametrize("name", ["php-fpm", pytest.param("swoole", marks=pytest.mark.if_here("swoole"))])
def test_classes_are_loaded_for_each_request_or_at_boot(name: str, opened: Path) -> None:
    contestant = CATALOG.contestant(name)
    folder = built(contestant, opened / f"probe-{name}")
    probe = "implode(' ', array_filter(get_declared_classes(), fn ($name) => str_starts_with($name, 'Ladder')))"
    for file in (folder / "public/ladder.php", folder / "swoole/ladder.php"):
        file.write_text(file.read_text().replace("'ok'", probe))
    with started(contestant, folder) as hosted:
        basic, first, second = (get(hosted, f"/ladder/{step}").split() for step in ("basic", "classes", "classes"))
    assert 80 <= len(first) <= 110  # a hundred draws of 500, and ten that others extend
    if name == "swoole":
        assert basic == first == second
    else:
        assert basic == []
        assert set(first) != set(second)


def refused(opened: Path, name: str, scenario: str, before: str, after: str) -> str:
    """Run `fairlap check` on a node contestant with one text of its ladder replaced."""
    need_service("mariadb")
    packages = built(CATALOG.contestant("node"), BUILDS) / "node_modules"
    catalog = opened / name
    for part in ("scenarios", "contestants/node", "contestants/reference"):
        shutil.copytree(ROOT / part, catalog / part)
    (catalog / "suites").mkdir()
    ladder, manifest = catalog / "contestants/node/ladder.mjs", catalog / "contestants/node/node.toml"
    assert before in ladder.read_text()
    ladder.write_text(ladder.read_text().replace(before, after))
    there = f'build = [["cp", "-r", "{packages}", "."]]'
    manifest.write_text(re.sub("^build = .*$", there, manifest.read_text(), flags=re.MULTILINE))
    done = Fairlap(catalog, opened / f"{name}-results")("check", "node", "--scenario", scenario)
    assert done.code == 1, done.err
    return done.out


ASKS = "const [answer] = await connection.execute(query);"


def test_who_remembers_the_rows_of_a_query_is_refused_after_the_row_has_changed(opened: Path) -> None:
    remembers = "const [answer] = await (globalThis.remembered ??= connection.execute(query));"
    said = refused(opened, "remembers", "ladder-query", ASKS, remembers)
    assert "ladder-query: wrong: after a change in mariadb: body: first difference" in said
    assert "after undoing the change" not in said


def test_who_asks_twice_for_an_answer_is_refused(opened: Path) -> None:
    said = refused(opened, "asks-twice", "ladder-pool", ASKS, f"await connection.execute(query); {ASKS}")
    assert "ladder-pool: contract ok" in said
    assert re.search(r"mariadb executed 2\.0\d statements per answer, expected 1", said), said
