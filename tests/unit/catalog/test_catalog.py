"""Hand-written files: what is accepted, and the one-line message for each mistake."""

from pathlib import Path

import pytest

from fairlap.catalog import find_root, load_catalog
from fairlap.errors import CatalogError, UsageError
from support import ROOT

GOOD_CONTESTANT = """
name      = "one"
language  = "Python"
framework = "none"
class     = "production"
homepage  = "https://example.org"
requires  = ["python3>=3.11"]
start     = ["python3", "server.py", "--port", "{port}"]
[install]
python3 = "apt-get install python3"
[scenarios]
hello = {}
"""
GOOD_SCENARIO = """
title = "Hello"
request = { method = "GET", path = "/" }
[expect]
json = { message = "Hello World!" }
"""
GOOD_SUITE = """
title = "One"
scenarios = ["hello"]
contestants = ["*"]
reference = "one"
rounds = 2
cycles = 3
[load]
connections = 8
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "contestants/one").mkdir(parents=True)
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "suites").mkdir()
    (tmp_path / "contestants/one/one.toml").write_text(GOOD_CONTESTANT)
    (tmp_path / "scenarios/hello.toml").write_text(GOOD_SCENARIO)
    (tmp_path / "suites/quick.toml").write_text(GOOD_SUITE)
    return tmp_path


def broken(root: Path, file: str, text: str) -> str:
    """Return the error of the only broken file, and assert that using it is refused with the same error."""
    (root / file).write_text(text)
    catalog = load_catalog(root)
    (one,) = (item for item in catalog.broken if item.file.resolve() == (root / file).resolve())
    assert file.rpartition("/")[2] in one.error, "the message names the file"
    asked = {"contestant": catalog.contestant, "scenario": catalog.scenario, "suite": catalog.suite}[one.kind]
    with pytest.raises(CatalogError) as caught:
        asked(one.name)
    assert caught.value.line() == one.error
    return one.error


def test_a_good_catalog_loads(root: Path) -> None:
    catalog = load_catalog(root)
    assert catalog.contestant("one").folder == root / "contestants/one"
    assert catalog.suite("quick").load.lap_ms == 250, "the default"
    assert catalog.scenario("hello").expect.json_value == {"message": "Hello World!"}


def test_the_projects_own_catalog_loads_and_every_suite_names_what_exists() -> None:
    catalog = load_catalog(ROOT)
    assert catalog.broken == ()
    assert {"quick", "spdy", "tuft"} <= {suite.name for suite in catalog.suites}
    assert {"hello-html", "hello-json", "hello-text", "products"} <= {item.name for item in catalog.scenarios}
    assert len(catalog.contestants) >= 11


def test_an_unknown_key_is_named_with_the_nearest_known_one(root: Path) -> None:
    line = broken(root, "contestants/one/one.toml", "frame_work = 'x'\n" + GOOD_CONTESTANT)
    assert "unknown key 'frame_work' (did you mean 'framework'?)" in line


def test_an_unknown_key_deep_inside_is_named_with_its_path(root: Path) -> None:
    line = broken(root, "suites/quick.toml", GOOD_SUITE + "keep_alive = true\n")
    assert "unknown key 'load.keep_alive'" in line


def test_malformed_toml_names_the_line(root: Path) -> None:
    assert "line 2" in broken(root, "contestants/one/one.toml", 'name = "one"\nlanguage = \n')


def test_a_file_that_is_not_utf8_is_named(root: Path) -> None:
    (root / "scenarios/hello.toml").write_bytes(b'title = "\xff"')
    with pytest.raises(CatalogError, match=r"hello\.toml: not UTF-8"):
        load_catalog(root).scenario("hello")


def test_a_missing_key_is_named(root: Path) -> None:
    assert "missing key 'start'" in broken(
        root, "contestants/one/one.toml", GOOD_CONTESTANT.replace("start ", "# start ")
    )


def test_a_value_of_the_wrong_type_is_named(root: Path) -> None:
    assert "'rounds'" in broken(root, "suites/quick.toml", GOOD_SUITE.replace("rounds = 2", "rounds = 'two'"))


def test_an_unknown_variable_is_named_with_the_known_ones(root: Path) -> None:
    line = broken(root, "contestants/one/one.toml", GOOD_CONTESTANT.replace("{port}", "{prot}"))
    known = "{build} {cert} {connections} {cpus} {host} {key} {port} {port_tls} {workers}"
    assert f"unknown variable {{prot}} (known are {known}" in line


def test_a_requirement_without_a_way_to_get_it_is_refused(root: Path) -> None:
    line = broken(root, "contestants/one/one.toml", GOOD_CONTESTANT.replace("[install]\npython3", "[install]\nnode"))
    assert "[install] has no entry for 'python3'" in line


def test_a_name_that_differs_from_its_file_is_refused(root: Path) -> None:
    line = broken(root, "contestants/one/one.toml", GOOD_CONTESTANT.replace('"one"', '"two"'))
    assert 'write name = "one"' in line


def test_text_and_json_exclude_each_other(root: Path) -> None:
    assert (
        "only one of 'text', 'hex', 'file', 'contains', 'json', 'html', 'rows' and 'size_bytes' is allowed"
        in broken(root, "scenarios/hello.toml", GOOD_SCENARIO + 'text = "x"\n')
    )


def test_a_subscription_to_an_unknown_scenario_is_refused(root: Path) -> None:
    line = broken(root, "contestants/one/one.toml", GOOD_CONTESTANT.replace("hello = {}", "helo = {}"))
    assert "no scenario 'helo', did you mean 'hello'?" in line


def test_a_suite_with_an_unknown_contestant_is_refused(root: Path) -> None:
    line = broken(root, "suites/quick.toml", GOOD_SUITE.replace('["*"]', '["two"]'))
    assert "no contestant 'two'" in line


def test_a_folder_without_a_manifest_is_named(root: Path) -> None:
    (root / "contestants/empty").mkdir()
    with pytest.raises(CatalogError, match=r"contestants/empty: no manifest \(write empty\.toml"):
        load_catalog(root).contestant("empty")


def test_every_broken_file_is_reported_at_once(root: Path) -> None:
    (root / "scenarios/hello.toml").write_text("=")
    broken(root, "suites/quick.toml", "=")
    assert [one.name for one in load_catalog(root).broken] == ["hello", "quick"]


def test_one_folder_may_hold_several_ways_of_serving_it(root: Path) -> None:
    variant = GOOD_CONTESTANT.replace('name      = "one"', 'name      = "one-fast"')
    (root / "contestants/one/one-fast.toml").write_text(variant)
    (root / "contestants/one/Cargo.toml").write_text("[package]\n")
    assert [item.name for item in load_catalog(root).contestants] == ["one", "one-fast", "reference"]


def test_a_folder_may_hold_variants_only(root: Path) -> None:
    (root / "contestants/two").mkdir()
    variant = GOOD_CONTESTANT.replace('name      = "one"', 'name      = "two-slow"')
    (root / "contestants/two/two-slow.toml").write_text(variant)
    assert load_catalog(root).contestant("two-slow").folder == (root / "contestants/two").resolve()


def test_an_unknown_name_is_answered_with_the_nearest(root: Path) -> None:
    with pytest.raises(UsageError, match=r"there is no contestant 'onee', did you mean 'one'\?"):
        load_catalog(root).contestant("onee")


def test_the_root_is_found_from_below(root: Path, tmp_path_factory) -> None:
    assert find_root(root / "contestants/one") == root
    assert find_root(tmp_path_factory.mktemp("elsewhere")) is None


def test_other_toml_files_of_an_application_are_no_manifests(root: Path) -> None:
    (root / "contestants/one/pyproject.toml").write_text('[project]\nname = "one"\n')
    variant = GOOD_CONTESTANT.replace('name      = "one"', 'name      = "other"')
    (root / "contestants/one/other.toml").write_text(variant)
    assert [contestant.name for contestant in load_catalog(root).contestants] == ["one", "other", "reference"]


SERVICES = """
[services.redis]
seed = "hello.txt"
statements = 1
[services.redis.change]
by = "SET message Changed"
undo = "SET message Hello"
expect = { json = { message = "Changed" } }
"""


def test_a_scenario_may_need_services(root: Path) -> None:
    (root / "scenarios/hello.txt").write_text("SET message Hello\n")
    (root / "scenarios/hello.toml").write_text(GOOD_SCENARIO + SERVICES)
    need = load_catalog(root).scenario("hello").services["redis"]
    assert (need.seed, need.statements, need.rows) == ("hello.txt", 1, None)
    assert need.change is not None
    assert need.change.expect.json_value == {"message": "Changed"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SERVICES, "no file 'hello.txt' in the same folder"),
        (SERVICES.replace("redis", "reddis"), "services.reddis"),
        (SERVICES.replace('undo = "SET message Hello"\n', ""), "undo"),
        (SERVICES.replace("statements = 1", "statements = -1"), "statements"),
        ('[services.mysql]\ntable = "t"\n', "services.mysql: it counts for all tables together"),
        ('[services.mongodb]\ntable = "t"\n', "services.mongodb: it counts for all tables together"),
    ],
)
def test_what_is_wrong_with_the_services_of_a_scenario_is_named(root: Path, text: str, said: str) -> None:
    assert said in broken(root, "scenarios/hello.toml", GOOD_SCENARIO + text)


def test_a_step_of_a_ladder_adds_to_one_before_it(root: Path) -> None:
    (root / "scenarios/bye.toml").write_text(GOOD_SCENARIO)
    suite = GOOD_SUITE.replace('["hello"]', '["hello", "bye"]')
    (root / "suites/quick.toml").write_text(f'{suite}[ladder]\nbye = "hello"\n')
    assert load_catalog(root).suite("quick").ladder == {"bye": "hello"}
    assert "'hello' adds to 'bye'" in broken(root, "suites/quick.toml", f'{suite}[ladder]\nhello = "bye"\n')
    assert "'bye' adds to 'bye'" in broken(root, "suites/quick.toml", f'{suite}[ladder]\nbye = "bye"\n')
    assert "'by' adds to 'hello'" in broken(root, "suites/quick.toml", f'{suite}[ladder]\nby = "hello"\n')


def test_http2_keeps_its_connections(root: Path) -> None:
    (root / "scenarios/hello.toml").write_text(GOOD_SCENARIO.replace("{ method", '{ protocol = "h2c", method'))
    catalog = load_catalog(root)
    load = catalog.suite("quick").load
    assert load.for_scenario(catalog.scenario("hello")) == load
    for other in ({"keepalive": False}, {"requests_per_connection": 200}):
        with pytest.raises(UsageError, match="HTTP/2 keeps its connections"):
            load.model_copy(update=other).for_scenario(catalog.scenario("hello"))


def test_pipelining_needs_connections_that_are_kept(root: Path) -> None:
    assert "'pipeline' needs connections that are kept" in broken(
        root, "suites/quick.toml", GOOD_SUITE + "keepalive = false\npipeline = 16\n"
    )
    limited = GOOD_SUITE + "requests_per_connection = 200\n"
    assert "without 'pipeline'" in broken(root, "suites/quick.toml", limited + "pipeline = 16\n")
    (root / "suites/quick.toml").write_text(GOOD_SUITE + "pipeline = 16\n")
    assert load_catalog(root).suite("quick").load.depth == 16


def test_a_suite_may_pipeline_in_some_of_its_scenarios_only(root: Path) -> None:
    (root / "suites/quick.toml").write_text(GOOD_SUITE + "pipelines = { hello = 16 }\n")
    catalog = load_catalog(root)
    load = catalog.suite("quick").load
    assert (load.depth, load.for_scenario(catalog.scenario("hello")).depth) == (None, 16)
    unknown = broken(root, "suites/quick.toml", GOOD_SUITE + "pipelines = { bye = 16 }\n")
    assert "'bye' is not one of the suite's scenarios" in unknown
    closed = broken(root, "suites/quick.toml", GOOD_SUITE + "keepalive = false\npipelines = { hello = 16 }\n")
    assert "'pipeline' needs connections that are kept" in closed
