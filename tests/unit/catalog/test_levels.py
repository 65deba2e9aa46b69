"""One file of a scenario with levels is several scenarios, which their subscribers answer."""

from pathlib import Path

import pytest

from fairlap.catalog import Catalog, load_catalog

SCENARIO = """title = "So many rows: {level}"
levels = [1, 5, 20]
request = { path = "/rows?count={level}" }
expect = { rows = { of = 500, count = "{level}", members = { id = "id" } } }
services = { redis = { statements = "{level}" } }
"""
CONTESTANT = 'start = ["x"]\n[scenarios]\nrows = {}\n'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for part in ("scenarios", "suites", "contestants/plain", "contestants/own"):
        (tmp_path / part).mkdir(parents=True)
    (tmp_path / "scenarios" / "rows.toml").write_text(SCENARIO)
    (tmp_path / "contestants" / "plain" / "plain.toml").write_text(CONTESTANT)
    own = CONTESTANT.replace("{}", '{ path = "/own/{level}" }')
    (tmp_path / "contestants" / "own" / "own.toml").write_text(own)
    return tmp_path


def path(catalog: Catalog, contestant: str, scenario: str) -> str:
    return catalog.contestant(contestant).request_for(catalog.scenario(scenario)).path


def test_there_is_a_scenario_for_each_level_and_the_last_has_the_files_name(root: Path) -> None:
    catalog = load_catalog(root)
    assert catalog.broken == ()
    assert [scenario.name for scenario in catalog.scenarios] == ["rows", "rows-1", "rows-5"]
    last, one = catalog.scenario("rows"), catalog.scenario("rows-1")
    assert (last.title, one.title) == ("So many rows: 20", "So many rows: 1")
    assert last.expect.rows is not None and one.expect.rows is not None
    assert (last.expect.rows.count, one.expect.rows.count) == (20, 1)
    assert (last.services["redis"].statements, one.services["redis"].statements) == (20, 1)
    assert {scenario.subscribed_as for scenario in catalog.scenarios} == {"rows"}


def test_who_subscribes_answers_all_levels_at_a_path_of_its_own_if_it_has_one(root: Path) -> None:
    catalog = load_catalog(root)
    for contestant in catalog.contestants:
        for scenario in catalog.scenarios:
            contestant.must_answer(scenario)
    assert [path(catalog, "plain", name) for name in ("rows", "rows-5")] == ["/rows?count=20", "/rows?count=5"]
    assert [path(catalog, "own", name) for name in ("rows", "rows-5")] == ["/own/20", "/own/5"]
    reference = catalog.contestant("reference")
    paths = {path(catalog, "reference", scenario.name) for scenario in catalog.scenarios}
    assert len(paths) == 3, "it knows an answer for each"
    assert {one.partition("?")[0] for one in paths} <= {answer.path for answer in reference.answers}


def test_a_level_that_has_a_file_of_its_own_is_named(root: Path) -> None:
    (root / "scenarios" / "rows-5.toml").write_text('title = "Five rows"\nexpect = {}\n')
    (broken,) = [one for one in load_catalog(root).broken if one.kind == "scenario"]
    assert broken.error.endswith("rows.toml: key 'levels': rows-5.toml is there, too (rename one of them)")


@pytest.mark.parametrize(
    ("levels", "said"),
    [
        ("[]", "not a list of whole numbers above 0"),
        ("5", "not a list of whole numbers above 0"),
        ("[0, 5]", "not a list of whole numbers above 0"),
        ("[1.5]", "not a list of whole numbers above 0"),
        ("[true]", "not a list of whole numbers above 0"),
        ("[5, 5]", "one is there twice"),
    ],
)
def test_levels_that_are_none_are_named(root: Path, levels: str, said: str) -> None:
    (root / "scenarios" / "rows.toml").write_text(SCENARIO.replace("[1, 5, 20]", levels))
    (broken,) = [one for one in load_catalog(root).broken if one.kind == "scenario"]
    assert f"key 'levels': {said}" in broken.error
