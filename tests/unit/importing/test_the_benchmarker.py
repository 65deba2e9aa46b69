"""Checkouts of the-benchmarker's web-frameworks, whose Dockerfiles their own tool makes."""

import json
from pathlib import Path

import pytest

from checkouts import benchmarker_framework
from fairlap.catalog import Catalog, load_catalog
from fairlap.errors import UsageError
from fairlap.importing.writing import Imported, import_suite
from support import ROOT


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    return tmp_path / "checkout"


def import_all(checkout: Path, tmp_path: Path, *only: str, published: Path | None = None) -> Imported:
    return import_suite("the-benchmarker", checkout, tmp_path / "imported", only, published)


def catalog_of(imported: Imported) -> Catalog:
    return load_catalog(ROOT, imported.root)


def test_each_rendered_file_is_a_contestant_with_the_three_routes(checkout: Path, tmp_path: Path) -> None:
    website = "framework:\n  github: them/small\n  website: small.dev # its own\n"
    folder = benchmarker_framework(checkout, "go/small", "net-http", config=website)
    benchmarker_framework(checkout, "python/large", "uvicorn", "daphne", config="framework:\n  github: them/large\n")
    imported = import_all(checkout, tmp_path)
    assert (tuple(imported.converted), imported.refused) == (
        ("wf/small", "wf/large-daphne", "wf/large-uvicorn"),
        (),
    )
    catalog = catalog_of(imported)
    assert catalog.broken == ()
    one = catalog.contestant("wf/small")
    assert one.image is not None
    assert (one.source, one.image.file, one.image.ports) == (folder, ".Dockerfile.net-http", {"http/1.1": 3000})
    assert (one.language, one.framework, one.homepage) == ("go", "small", "https://small.dev")
    assert catalog.contestant("wf/large-daphne").homepage == "https://github.com/them/large"
    suite = catalog.suite("web-frameworks")
    assert set(one.scenarios) == set(suite.scenarios)
    assert {each: catalog.scenario(each).contract for each in suite.scenarios} == dict.fromkeys(suite.scenarios, "full")


def test_a_checkout_that_is_not_rendered_is_refused_with_what_to_run(checkout: Path, tmp_path: Path) -> None:
    benchmarker_framework(checkout, "go/small")
    with pytest.raises(UsageError, match="have not been made yet") as caught:
        import_all(checkout, tmp_path)
    assert "bundle exec rake config" in str(caught.value.hint)
    assert not (tmp_path / "imported").exists()
    with pytest.raises(UsageError, match="no checkout of the-benchmarker"):
        import_all(checkout / "go", tmp_path)


def test_one_without_a_rendered_file_is_refused(checkout: Path, tmp_path: Path) -> None:
    benchmarker_framework(checkout, "go/small", "net-http")
    benchmarker_framework(checkout, "go/new")
    imported = import_all(checkout, tmp_path)
    assert [(one.name, one.reason) for one in imported.refused] == [("new", "no Dockerfile")]
    assert tuple(imported.converted) == ("wf/small",)


def test_two_languages_may_have_the_same_framework(checkout: Path, tmp_path: Path) -> None:
    benchmarker_framework(checkout, "go/fast", "default")
    benchmarker_framework(checkout, "v/fast", "default", "other")
    imported = import_all(checkout, tmp_path, "fast")
    assert tuple(imported.converted) == ("wf/go-fast", "wf/v-fast-default", "wf/v-fast-other")


def write_results(checkout: Path, rates: dict[str, float]) -> None:
    """Write a data.json with these requests per second, of LANGUAGE/FRAMEWORK, at 256 connections."""
    frameworks, metrics = [], []
    for number, (name, rate) in enumerate(rates.items()):
        language, _, label = name.partition("/")
        frameworks.append({"id": number, "language": language, "label": label})
        for kind, value in (("total_requests_per_s", rate), ("total_requests", 7)):
            metrics.append({"framework_id": number, "level": 256, "label": kind, "value": value})
    (checkout / "data.json").write_text(json.dumps({"frameworks": frameworks, "metrics": metrics}))


def test_published_numbers_are_those_of_the_engine_that_they_measure(checkout: Path, tmp_path: Path) -> None:
    benchmarker_framework(checkout, "go/small", "net-http")
    benchmarker_framework(checkout, "go/silent", "net-http")
    benchmarker_framework(checkout, "python/large", "uvicorn", "daphne")
    (benchmarker_framework(checkout, "php/unknown", "swoole", "workerman") / ".Makefile").unlink()
    write_results(
        checkout, {"go/small": 5000.04, "go/silent": 0, "python/large": 300, "php/unknown": 9, "php/small": 1}
    )
    suite = catalog_of(import_all(checkout, tmp_path)).suite("imported-the-benchmarker")
    assert suite.scenarios == ["wf-empty"]
    assert suite.published is not None
    assert suite.published.of("wf-empty", 256) == {"wf/small": 5000.0, "wf/large-uvicorn": 300.0}


def test_published_numbers_that_are_none_are_said_to_be(checkout: Path, tmp_path: Path) -> None:
    benchmarker_framework(checkout, "go/small", "net-http")
    (checkout / "data.json").write_text('{"frameworks": []}')
    with pytest.raises(UsageError, match="no results"):
        import_all(checkout, tmp_path)
    with pytest.raises(UsageError, match="in its checkout"):
        import_all(checkout, tmp_path, published=checkout / "data.json")
