"""Checkouts of other suites become catalogs: what is converted, what is refused and why, and what changes later."""

import json
from pathlib import Path

import pytest

from checkouts import VARIANT, arena_entry, techempower_framework
from compare_helpers import git
from extras import need_program
from fairlap.catalog import Catalog, load_catalog
from fairlap.catalog.revisions import choose_sides, same_files
from fairlap.errors import UsageError
from fairlap.hosting.variables import Variables, expand_env, without_absent
from fairlap.importing.variants import contestant_name
from fairlap.importing.writing import Imported, import_suite
from support import ROOT

DOCKERFILE = "FROM debian:trixie-slim\nCMD ./server\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    return tmp_path / "checkout"


def import_all(checkout: Path, tmp_path: Path, *only: str, suite: str = "techempower") -> Imported:
    return import_suite(suite, checkout, tmp_path / "imported", only)


def catalog_of(imported: Imported) -> Catalog:
    return load_catalog(ROOT, imported.root)


def refusals(imported: Imported) -> dict[str, str]:
    return {one.name: one.reason for one in imported.refused}


def test_a_variant_is_a_contestant_that_points_into_the_checkout(checkout: Path, tmp_path: Path) -> None:
    keys = {
        "db_url": "/db",
        "query_url": "/q/",
        "update_url": "/u?n=",
        "cached_query_url": "/c?n=",
        "database": "Postgres",
        "docker_cmd": "serve --port '80 80'",
    }
    folder = techempower_framework(checkout, "small", DOCKERFILE, default={}, pg_raw=keys)
    imported = import_all(checkout, tmp_path)
    assert (tuple(imported.converted), imported.refused) == (("te/small", "te/small-pg-raw"), ())
    catalog = catalog_of(imported)
    assert catalog.broken == ()
    one = catalog.contestant("te/small-pg-raw")
    assert one.image is not None
    assert (one.source, one.image.file) == (folder, "small-pg-raw.dockerfile")
    assert one.start == ["serve", "--port", "80 80"]
    assert (one.image.ports, one.image.hosts) == ({"http/1.1": 8080}, {"tfb-database": "postgresql"})
    assert one.image.arguments["TFB_TEST_DATABASE"] == "postgres"
    assert set(one.scenarios) == {"te-json", "te-db", "te-queries", "te-updates", "te-cached"}
    paths = {name: one.request_for(catalog.scenario(name)).path for name in ("te-db", "te-queries-5", "te-updates")}
    assert paths == {"te-db": "/db", "te-queries-5": "/q/5", "te-updates": "/u?n=20"}
    assert not list(imported.root.rglob("*dockerfile")), "nothing of theirs is copied"


def test_whoever_expects_a_database_gets_it_also_where_nobody_is_asked_for_rows(checkout: Path, tmp_path: Path) -> None:
    techempower_framework(checkout, "small", DOCKERFILE, default={}, pg={"db_url": "/db", "database": "postgres"})
    catalog = catalog_of(import_all(checkout, tmp_path))
    without, needing, ours = (catalog.contestant(name) for name in ("te/small", "te/small-pg", "gin"))
    scenario, rows = catalog.scenario("te-json"), catalog.scenario("te-fortunes")
    assert [one.name for one in catalog.needed_beside([needing, needing], [scenario])] == ["te-db"]
    assert catalog.needed_beside([without, ours], [scenario]) == ()
    assert catalog.needed_beside([needing], [scenario, rows]) == (), "it is there anyway"


@pytest.mark.parametrize("database", ["MySQL", "MongoDB"])
def test_who_expects_another_database_has_scenarios_and_one_of_its_own(
    checkout: Path, tmp_path: Path, database: str
) -> None:
    keys = {"db_url": "/db", "query_url": "/q?n=", "cached_query_url": "/c/", "database": database}
    own = database.lower()
    techempower_framework(checkout, "small", DOCKERFILE, default=keys)
    imported = import_all(checkout, tmp_path)
    assert (tuple(imported.converted), imported.refused) == (("te/small",), ())
    catalog = catalog_of(imported)
    one = catalog.contestant("te/small")
    assert one.image is not None and one.image.hosts == {"tfb-database": own}
    assert set(one.scenarios) == {"te-json", f"te-db-{own}", f"te-queries-{own}", f"te-cached-{own}"}
    paths = [one.request_for(catalog.scenario(name)).path for name in (f"te-queries-{own}-5", f"te-cached-{own}")]
    assert paths == ["/q?n=5", "/c/100"]
    assert [each.name for each in catalog.needed_beside([one], [catalog.scenario("te-json")])] == [f"te-cached-{own}"]


def test_numbers_out_of_range_are_asked_at_its_own_path_too(checkout: Path, tmp_path: Path) -> None:
    by_path = {"query_url": "/q/", "cached_query_url": "/c?n=", "database": "postgres"}
    techempower_framework(checkout, "small", DOCKERFILE, default=by_path)
    catalog = catalog_of(import_all(checkout, tmp_path))
    one = catalog.contestant("te/small")
    queries = {probe.path for probe in one.own_scenario(catalog.scenario("te-queries")).verify}
    assert {"/q/1", "/q/0", "/q/foo", "/q/501"} <= queries
    assert not queries & {"/q/", "/q", "/queries"}, "without a number it would be another path"
    cached = {probe.path for probe in one.own_scenario(catalog.scenario("te-cached")).verify}
    assert {"/c", "/c?n=", "/c?n=0", "/c?n=501"} <= cached


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({"tags": ["broken"]}, "broken"),
        ({"db_url": "/db", "database": "oracle"}, "unknown database"),
        ({"dockerfile": "other.dockerfile"}, "no Dockerfile"),
        ({"os": "Windows"}, "not Linux"),
        ({"json_url": ""}, "unknown test"),
        ({"json_url": "json"}, "unusable path"),
        ({"port": None}, "no port"),
    ],
)
def test_what_cannot_run_is_refused_with_the_reason(
    checkout: Path, tmp_path: Path, keys: dict[str, object], reason: str
) -> None:
    techempower_framework(checkout, "small", DOCKERFILE, default=keys, good={})
    imported = import_all(checkout, tmp_path)
    assert refusals(imported) == {"small": reason}
    assert tuple(imported.converted) == ("te/small-good",)


def test_a_database_that_no_test_needs_is_no_reason(checkout: Path, tmp_path: Path) -> None:
    techempower_framework(checkout, "small", DOCKERFILE, default={"database": "MySQL", "port": "9000"})
    imported = import_all(checkout, tmp_path)
    assert tuple(imported.converted) == ("te/small",)


def test_a_file_that_nobody_can_read_does_not_stop_the_others(checkout: Path, tmp_path: Path) -> None:
    techempower_framework(checkout, "small", DOCKERFILE, default={})
    broken = techempower_framework(checkout, "torn", DOCKERFILE, default={})
    (broken / "benchmark_config.json").write_text('{"framework": "torn", "tests": [')
    imported = import_all(checkout, tmp_path)
    assert (tuple(imported.converted), refusals(imported)) == (("te/small",), {"torn": "unreadable"})


def test_names_that_become_the_same_are_refused(checkout: Path, tmp_path: Path) -> None:
    techempower_framework(checkout, "h2o_x", DOCKERFILE, default={})
    techempower_framework(checkout, "h2o.x", DOCKERFILE, default={})
    imported = import_all(checkout, tmp_path)
    assert tuple(imported.converted) == ("te/h2o-x",)
    assert list(refusals(imported).values()) == ["same name"]
    assert contestant_name("te", "h2o_x") == "te/h2o-x"


def test_an_import_says_what_changed_and_changes_nothing_else(checkout: Path, tmp_path: Path) -> None:
    techempower_framework(checkout, "a", DOCKERFILE, default={})
    b = techempower_framework(checkout, "b", DOCKERFILE, default={}, more={})
    first = import_all(checkout, tmp_path)
    assert first.added == tuple(first.converted) == ("te/a", "te/b", "te/b-more")
    files = {path: path.stat().st_mtime_ns for path in first.root.rglob("*.toml")}
    again = import_all(checkout, tmp_path)
    assert (again.added, again.changed, again.removed) == ((), (), ())
    assert {path: path.stat().st_mtime_ns for path in first.root.rglob("*.toml")} == files
    (b / "benchmark_config.json").write_text(
        json.dumps({"framework": "b", "tests": [{"default": {**VARIANT, "port": 9090}}]})
    )
    third = import_all(checkout, tmp_path)
    assert (third.added, third.changed, third.removed) == ((), ("te/b",), ("te/b-more",))
    assert not (third.root / "contestants" / "b-more").exists()


def test_only_some_are_imported_and_others_stay(checkout: Path, tmp_path: Path) -> None:
    techempower_framework(checkout, "a", DOCKERFILE, default={}, x={})
    techempower_framework(checkout, "b", DOCKERFILE, default={})
    assert tuple(import_all(checkout, tmp_path, "b", "a-x").converted) == ("te/a-x", "te/b")
    assert tuple(import_all(checkout, tmp_path, "a").converted) == ("te/a", "te/a-x")
    assert {path.stem for path in (tmp_path / "imported").rglob("*.toml")} == {"a", "a-x", "b"}
    with pytest.raises(UsageError, match="nosuch: not in this checkout"):
        import_all(checkout, tmp_path, "nosuch")


def test_it_says_which_base_images_must_be_pulled(checkout: Path, tmp_path: Path) -> None:
    techempower_framework(checkout, "far", "FROM ruby:4.0 AS b\nFROM golang:1.24\n", default={})
    techempower_framework(checkout, "near", DOCKERFILE, default={})
    assert import_all(checkout, tmp_path).converted == {"te/far": ("ruby:4.0",), "te/near": ()}


def test_a_revision_of_an_imported_one_is_that_of_its_checkout(checkout: Path, tmp_path: Path) -> None:
    need_program("git", "apt-get install git")
    folder = techempower_framework(checkout, "small", DOCKERFILE, default={})
    git(checkout, "init", "--quiet")
    git(checkout, "add", "--all")
    git(checkout, "commit", "--quiet", "--message", "one")
    (folder / "server").write_text("new")
    git(checkout, "add", "--all")
    git(checkout, "commit", "--quiet", "--message", "two")
    catalog = catalog_of(import_all(checkout, tmp_path))
    base, new = choose_sides(catalog, "te/small@HEAD~1", "te/small", tmp_path / "build", ())
    assert base.contestant.name.startswith("te/small-at-")
    assert base.contestant.image is not None and new.contestant.image is not None
    assert [side.contestant.image.ports for side in (base, new)] == [{"http/1.1": 8080}] * 2
    assert (base.contestant.source / "small.dockerfile").is_file()
    assert not (base.contestant.source / "server").exists()
    assert (new.contestant.source, new.changed) == (folder, False)
    assert not same_files(base, new)


def test_only_a_checkout_is_imported_and_only_into_a_catalog_of_its_own(checkout: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no checkout of techempower"):
        import_all(tmp_path, tmp_path)
    techempower_framework(checkout, "a", DOCKERFILE, default={})
    mine = tmp_path / "imported" / "contestants" / "mine" / "mine.toml"
    mine.parent.mkdir(parents=True)
    mine.write_text('start = ["./mine"]\n')
    with pytest.raises(UsageError, match="not written by `fairlap import`"):
        import_all(checkout, tmp_path)
    assert mine.exists()


def test_an_entry_of_httparena_is_a_contestant(checkout: Path, tmp_path: Path) -> None:
    folder = arena_entry(checkout, "small", tests=["json", "baseline", "echo-ws", "no-such-test"], type="tuned")
    arena_entry(checkout, "off", enabled=False)
    arena_entry(checkout, "script")
    (checkout / "frameworks" / "script" / "build.sh").touch()
    arena_entry(checkout, "gateway", None, tests=["gateway-64"])
    arena_entry(checkout, "static", tests=["static-h3"])
    arena_entry(checkout, "nothing", None)
    imported = import_all(checkout, tmp_path, suite="httparena")
    assert tuple(imported.converted) == ("arena/small",)
    assert refusals(imported) == {
        "off": "disabled",
        "script": "own build script",
        "gateway": "compose",
        "static": "unknown test",
        "nothing": "no Dockerfile",
    }
    one = catalog_of(imported).contestant("arena/small")
    assert (one.kind, one.source) == ("tuned", folder)
    assert set(one.scenarios) == {"arena-json", "arena-baseline", "arena-echo-ws"}
    assert one.image is not None
    assert one.image.ports == {"http/1.1": 8080, "ws": 8080, "https": 8081, "h2": 8443, "h2c": 8080}
    assert {"/certs/server.crt", "/certs/server.key", "/data/dataset.json", "/data/static"} == one.image.files.keys()


def test_an_entry_that_asks_a_database_is_told_of_it(checkout: Path, tmp_path: Path) -> None:
    arena_entry(checkout, "small", tests=["json", "async-db"])
    one = catalog_of(import_all(checkout, tmp_path, suite="httparena")).contestant("arena/small")
    assert set(one.scenarios) == {"arena-json", "arena-async-db"}
    account = {"user": "bench", "password": "bench", "host": "10.0.0.1", "port": "5432", "database": "benchmark"}
    here = Variables(services={f"postgresql_{name}": value for name, value in account.items()})
    assert without_absent(one.env, here) == one.env
    assert expand_env(one.env, here)["DATABASE_URL"] == "postgres://bench:bench@10.0.0.1:5432/benchmark"
    assert without_absent(one.env, Variables()) == {"DATABASE_MAX_CONN": "256"}


def test_one_with_plain_http2_is_asked_for_that_where_it_answers_it(checkout: Path, tmp_path: Path) -> None:
    arena_entry(checkout, "small", tests=["baseline-h2c", "unary-grpc"])
    one = catalog_of(import_all(checkout, tmp_path, suite="httparena")).contestant("arena/small")
    assert one.image is not None
    assert (set(one.scenarios), one.image.ports["h2c"]) == ({"arena-baseline-h2c"}, 8082)
    assert one.image.files["/data/static"] == str(ROOT / "scenarios" / "arena-static")


RESULTS = {
    "duration": 15,
    "concurrencyLevels": [16, 512],
    "pipelineConcurrencyLevels": [256],
    "queryIntervals": [1, 20],
    "cachedQueryIntervals": [1],
    "testMetadata": [{"name": "small", "database": "Postgres"}, {"name": "small-my", "database": "MySQL"}],
    "rawData": {
        "json": {"small": [{"totalRequests": 1500}, {"totalRequests": 3000}], "other": [{"totalRequests": 15}, {}]},
        "query": {"small": [{"totalRequests": 300}, {"totalRequests": 0}], "small-my": [{"totalRequests": 600}, {}]},
        "plaintext": {},
    },
}


def test_techempowers_published_numbers_stand_in_a_suite(checkout: Path, tmp_path: Path) -> None:
    variants = {
        name: {"query_url": "/q?n=", "database": base} for name, base in (("default", "postgres"), ("my", "MySQL"))
    }
    techempower_framework(checkout, "small", DOCKERFILE, **variants)
    results = tmp_path / "results.json"
    results.write_text(json.dumps(RESULTS))
    imported = import_suite("techempower", checkout, tmp_path / "imported", published=results)
    suite = catalog_of(imported).suite("imported-techempower")
    assert suite.contestants == ["te/small", "te/small-my"]
    assert suite.published is not None
    of = suite.published.of
    assert (of("te-json", 16), of("te-json", 512)) == ({"te/small": 100.0}, {"te/small": 200.0})
    assert (of("te-queries-1", 512), of("te-queries-mysql-1", 512)) == ({"te/small": 20.0}, {"te/small-my": 40.0})
    assert "te-queries" not in suite.scenarios, "it answered nothing at that level"
    results.write_text("{}")
    with pytest.raises(UsageError, match="no results of TechEmpower"):
        import_suite("techempower", checkout, tmp_path / "imported", published=results)


def test_httparenas_published_numbers_are_those_of_its_checkout(checkout: Path, tmp_path: Path) -> None:
    arena_entry(checkout, "small", display_name="Small One", tests=["baseline", "json"])
    data = checkout / "site" / "data"
    data.mkdir(parents=True)
    rows = [{"framework": "Small One", "rps": 5000}, {"framework": "Gone", "rps": 1}]
    (data / "baseline-512.json").write_text(json.dumps(rows))
    (data / "baseline-h2-256.json").write_text("not looked at")
    imported = import_all(checkout, tmp_path, suite="httparena")
    suite = catalog_of(imported).suite("imported-httparena")
    assert suite.scenarios == ["arena-baseline"]
    assert suite.published is not None and suite.published.of("arena-baseline", 512) == {"arena/small": 5000.0}
    with pytest.raises(UsageError, match="in its checkout"):
        import_suite("httparena", checkout, tmp_path / "imported", published=data / "baseline-512.json")
