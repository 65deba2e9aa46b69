"""A broken file of a catalog: it is reported by name, and everything else can be used."""

from pathlib import Path

import pytest

from fairlap.catalog import REFERENCE, Broken, Catalog, Suite, load_catalog
from fairlap.errors import CatalogError, UsageError

CONTESTANT = """
name      = "{name}"
language  = "Python"
framework = "none"
class     = "production"
homepage  = "https://example.org"
requires  = ["python3>=3.11"]
build     = [["true", "{{build}}"]]
start     = ["python3", "server.py", "--port", "{{port}}"]
version   = ["true"]
[install]
python3 = "apt-get install python3"
[scenarios]
hello = {{}}
bye = {{}}
"""
SCENARIO = 'title = "Hello"\n[expect]\ntext = "Hello"\n'
SUITE = """
title = "One"
scenarios = ["hello", "bye"]
contestants = {contestants}
reference = "one"
rounds = 2
cycles = 3
[load]
connections = 8
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A healthy catalog: contestants one and two, scenarios hello and bye, suites all and named."""
    for name in ("one", "two"):
        (tmp_path / "contestants" / name).mkdir(parents=True)
        manifest(tmp_path, name).write_text(CONTESTANT.format(name=name))
    for folder, files in {
        "scenarios": {"hello": SCENARIO, "bye": SCENARIO},
        "suites": {"all": SUITE.format(contestants='["*"]'), "named": SUITE.format(contestants='["one", "two"]')},
    }.items():
        (tmp_path / folder).mkdir()
        for name, text in files.items():
            (tmp_path / folder / f"{name}.toml").write_text(text)
    return tmp_path


def manifest(root: Path, name: str) -> Path:
    return root / "contestants" / name / f"{name}.toml"


def break_manifest(root: Path, name: str, old: str, new: str) -> Catalog:
    text = manifest(root, name).read_text()
    assert old in text
    manifest(root, name).write_text(text.replace(old, new))
    return load_catalog(root)


def healthy(catalog: Catalog) -> dict[str, list[str]]:
    return {
        "contestants": [item.name for item in catalog.contestants if item.name != REFERENCE],
        "scenarios": [item.name for item in catalog.scenarios],
        "suites": [item.name for item in catalog.suites],
    }


def single(catalog: Catalog) -> Broken:
    (broken,) = catalog.broken
    return broken


EVERYTHING = {"contestants": ["one", "two"], "scenarios": ["bye", "hello"], "suites": ["all", "named"]}


def test_a_healthy_catalog_has_nothing_broken(root: Path) -> None:
    catalog = load_catalog(root)
    assert (healthy(catalog), catalog.broken) == (EVERYTHING, ())


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('framework = "none"', "framework = ", "not TOML"),
        ("language", "lingua", "unknown key 'lingua'"),
        ("language", 'address = ["192.0.2.1", 80]\nlanguage', "unknown key 'address'"),
        ("language", "in_place = true\nlanguage", "unknown key 'in_place'"),
        ('"two"', '"too"', 'write name = "two"'),
        ("hello = {}", "helo = {}", "there is no scenario 'helo', did you mean 'hello'?"),
        ("python3>=3.11", "python3>>3.11", "malformed requirement 'python3>>3.11' (write 'go'"),
        ('["true", "{build}"]', '["true", "{port}"]', "key 'build': {port} is not available in this command"),
        ('version   = ["true"]', 'version   = ["true", "{cpus}"]', "key 'version': {cpus} is not available"),
        ("{port}", "{prot}", "key 'start': unknown variable {prot}"),
    ],
)
def test_a_broken_manifest_is_named_and_the_others_load(root: Path, old: str, new: str, said: str) -> None:
    catalog = break_manifest(root, "two", old, new)
    broken = single(catalog)
    assert healthy(catalog) == EVERYTHING | {"contestants": ["one"]}
    assert (broken.kind, broken.name, broken.file.resolve()) == ("contestant", "two", manifest(root, "two").resolve())
    assert said in broken.error
    assert len(broken.line().splitlines()) == 1


@pytest.mark.parametrize(
    "requirement",
    ["", "go>1.x", "go >= 1", "file:relative", "file:/", "file://x", "file:/**x", "go|", "php-ext:", "npm:a", ">=1"],
)
def test_a_malformed_requirement_breaks_the_manifest(root: Path, requirement: str) -> None:
    assert "malformed requirement" in single(break_manifest(root, "two", "python3>=3.11", requirement)).error


@pytest.mark.parametrize("requirement", ["go", "go>=1.22", "php-ext:swoole", "file:/usr/include/x*.h", "go|php-ext:a"])
def test_each_form_of_a_requirement_is_accepted(root: Path, requirement: str) -> None:
    broken = single(break_manifest(root, "two", "python3>=3.11", requirement))
    assert "has no entry for" in broken.error, "the form is right, and [install] lacks it"


def test_a_broken_one_is_refused_by_name_with_its_own_error(root: Path) -> None:
    (root / "scenarios/bye.toml").write_text("=")
    (root / "suites/all.toml").write_text("=")
    catalog = break_manifest(root, "two", "language", "lingua")
    for ask, name in ((catalog.contestant, "two"), (catalog.scenario, "bye"), (catalog.suite, "all")):
        with pytest.raises(CatalogError, match=rf"{name}\.toml: "):
            ask(name)
    assert catalog.contestant("one").name == "one"
    with pytest.raises(UsageError, match="there is no scenario 'two'"):
        catalog.scenario("two")


def test_two_contestants_of_one_name_are_both_broken_and_only_these(root: Path) -> None:
    second = root / "contestants/one/two.toml"
    second.write_text(CONTESTANT.format(name="two"))
    catalog = load_catalog(root)
    assert healthy(catalog) == EVERYTHING | {"contestants": ["one"]}
    assert sorted(one.file.resolve() for one in catalog.broken) == [second.resolve(), manifest(root, "two").resolve()]
    for broken in catalog.broken:
        assert "'two' is also used by" in broken.error
        assert broken.error.count("two.toml") == 2, "its own file and the other one"


def test_a_manifest_that_cannot_be_read_is_broken(root: Path) -> None:
    manifest(root, "two").unlink()
    manifest(root, "two").symlink_to("nowhere.toml")
    assert "two.toml: cannot read the file: No such file or directory" in single(load_catalog(root)).error


def test_what_names_a_broken_file_is_not_broken_itself(root: Path) -> None:
    (root / "scenarios/bye.toml").write_text("=")
    catalog = break_manifest(root, "two", "language", "lingua")
    assert [(one.kind, one.name) for one in catalog.broken] == [("contestant", "two"), ("scenario", "bye")]
    assert healthy(catalog) == {"contestants": ["one"], "scenarios": ["hello"], "suites": ["all", "named"]}


@pytest.mark.parametrize("suite", ["all", "named"])
def test_a_suite_is_raced_without_what_is_broken(root: Path, suite: str) -> None:
    (root / "scenarios/bye.toml").write_text("=")
    catalog = break_manifest(root, "two", "language", "lingua")
    left, broken = catalog.without_broken(catalog.suite(suite))
    assert (left.scenarios, left.contestants) == (["hello"], ["*"] if suite == "all" else ["one"])
    assert {one.name for one in broken} == {"bye", "two"}


def test_a_healthy_suite_is_raced_as_it_is(root: Path) -> None:
    catalog = load_catalog(root)
    assert catalog.without_broken(catalog.suite("named")) == (catalog.suite("named"), ())


def test_a_broken_contestant_that_is_not_asked_for_is_not_reported(root: Path) -> None:
    catalog = break_manifest(root, "two", "language", "lingua")
    assert catalog.without_broken(catalog.suite("all"), ["one"]) == (catalog.suite("all"), ())


def of(catalog: Catalog, **changes: object) -> Suite:
    return catalog.suite("named").model_copy(update=changes)


def test_a_race_that_needs_what_is_broken_is_refused(root: Path) -> None:
    (root / "scenarios/bye.toml").write_text("=")
    catalog = break_manifest(root, "two", "language", "lingua")
    for suite, names, said in (
        (of(catalog), ["two"], "two.toml"),
        (of(catalog, reference="two"), [], "two.toml"),
        (of(catalog, contestants=["two"]), [], "two.toml"),
        (of(catalog, scenarios=["bye"]), [], "bye.toml"),
        (of(catalog, scenarios=["hi"]), [], "no scenario 'hi'"),
    ):
        with pytest.raises(UsageError, match=said):
            catalog.without_broken(suite, names)
