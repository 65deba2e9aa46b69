"""The contestants laravel-fpm and laravel-apache: one application, its caches made before it runs, the JIT on."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from contestant_helpers import PHP_PROBE, answers_around_freezing, built, get, named, started
from fairlap.catalog import Contestant, load_catalog
from fairlap.hosting import procfs
from fairlap.hosting.build import run_version
from hosting_helpers import open_folder
from support import ROOT

CATALOG = load_catalog(ROOT)
PRODUCTS = [{"id": number, "name": f"Product {number}", "price": 100 * number} for number in (1, 2, 3)]


@pytest.fixture(params=["laravel-fpm", "laravel-apache"])
def contestant(request: pytest.FixtureRequest) -> Contestant:
    return CATALOG.contestant(request.param)


@pytest.fixture
def folder(contestant: Contestant, tmp_path: Path) -> Iterator[Path]:
    """A build of the contestant that its user may enter, and in which a test may change files."""
    with open_folder(tmp_path) as path:
        yield built(contestant, path)


def files(folder: Path) -> dict[Path, int]:
    """Every file of the build and when it was written; what the test's own host writes is not the build's."""
    ours = {"logs", "state"}
    found = (path for path in folder.rglob("*") if path.relative_to(folder).parts[0] not in ours)
    return {path: path.stat().st_mtime_ns for path in found if path.is_file()}


def test_it_answers_through_the_api_group_from_its_caches(contestant: Contestant, folder: Path) -> None:
    for name in ("config", "routes-v7", "services", "packages"):
        assert (folder / f"bootstrap/cache/{name}.php").is_file()
    # If they were read at run time, none of these answers would come.
    for source in ("config/app.php", "config/cors.php", "routes/api.php"):
        (folder / source).write_text("<?php throw new Exception('read');\n")
    before = files(folder)
    with started(contestant, folder) as hosted:
        assert json.loads(get(hosted, "/api/products")) == PRODUCTS
        with urllib.request.urlopen(f"http://127.0.0.1:{hosted.port}/api/products", timeout=10) as answer:
            assert answer.headers["Access-Control-Allow-Origin"] == "*"
            assert answer.headers["Set-Cookie"] is None
        for path in ("/api/product", "/api/products/4?name=value", "/products", "/"):
            with pytest.raises(urllib.error.HTTPError) as caught:
                get(hosted, path)
            with caught.value as answer:
                assert answer.code == 404
    assert files(folder) == before


def test_the_jit_is_on_in_the_process_that_serves(contestant: Contestant, folder: Path) -> None:
    (folder / "public/index.php").write_text(PHP_PROBE)
    with started(contestant, folder) as hosted:
        status = json.loads(get(hosted, "/"))
    assert status["on"] is True
    assert status["buffer_size"] > 60_000_000


def test_it_refuses_to_start_without_the_jit_and_says_so(contestant: Contestant, folder: Path) -> None:
    settings = folder / "php/fairlap.ini"
    settings.write_text(settings.read_text().replace("opcache.jit = tracing", "opcache.jit = off"))
    with started(contestant, folder) as hosted:
        assert hosted.wait_exit(10)
        assert hosted.exit_status() != 0
        assert any("the JIT is off" in line for line in hosted.log_tail())


def test_it_goes_on_after_it_was_frozen(contestant: Contestant, folder: Path) -> None:
    with started(contestant, folder) as hosted:
        get(hosted, "/api/products")
        answers = answers_around_freezing(hosted, "/api/products")
        assert [json.loads(answer) for answer in answers] == [PRODUCTS]
        assert hosted.exit_reason() is None


def test_term_ends_every_process(contestant: Contestant, folder: Path) -> None:
    with started(contestant, folder) as hosted:
        get(hosted, "/api/products")
        if contestant.name == "laravel-fpm":
            assert len(named(hosted, "nginx: worker")) == 1
            assert len(named(hosted, "php-fpm: pool")) == 1
        members = [member.key for member in hosted._body.members()]
        outcome = hosted.stop()
    assert (outcome.how, outcome.left_behind) == ("TERM", 0)
    assert hosted.exit_status() == 0
    assert not any(procfs.is_alive(key) for key in members)


def test_the_version_says_which_laravel_was_found(contestant: Contestant, folder: Path) -> None:
    version = run_version(contestant, folder)
    assert version is not None
    laravel, php = version.split(", ")[:2]
    assert laravel.startswith("Laravel ")
    assert laravel.endswith((" (Debian)", " (Composer)"))
    assert php.startswith("PHP 8.")
