"""`fairlap.toml`: what it says becomes a catalog; what is wrong is one line with file, key and fix."""

import re
from pathlib import Path

import pytest

from fairlap.catalog import Catalog, find_root, load_catalog
from fairlap.errors import CatalogError, UsageError
from support import ROOT

SHOP = """
[app]
name     = "shop"
start    = ["node", "server.js", "--port", "{port}"]
requires = ["node>=20"]

[scenarios.front]
request = { path = "/" }
expect  = { status = 200, contains = "<h1>Shop" }

[scenarios.item]
request = { path = "/api/items/{random:1-500}" }
expect  = { json = { id = "{random:1-500}" }, subset = true }
weight  = 2
[[scenarios.item.also]]
path    = "/api/items"
expect  = { contains = "[" }

[services.postgresql]
seed = "bench/seed.sql"
"""


def project(folder: Path, text: str = SHOP) -> Catalog:
    (folder / "bench").mkdir(exist_ok=True)
    (folder / "bench" / "seed.sql").write_text("")
    (folder / "fairlap.toml").write_text(text)
    return load_catalog(folder)


def test_a_project_is_found_from_any_folder_below_it(tmp_path: Path) -> None:
    project(tmp_path)
    (tmp_path / "src" / "deep").mkdir(parents=True)
    assert find_root(tmp_path / "src" / "deep") == tmp_path


def test_its_app_its_scenarios_and_one_suite_of_all(tmp_path: Path) -> None:
    catalog = project(tmp_path)
    app = catalog.contestant(None)
    assert (app.name, app.folder, sorted(app.scenarios)) == ("shop", tmp_path.resolve(), ["front", "item"])
    assert app.install == {"node": "install node"}
    front, item = catalog.scenario("front"), catalog.scenario("item")
    assert (front.title, front.contract, front.expect.contains) == ("front", "answer", "<h1>Shop")
    assert [item.weight, *(each.weight for each in item.also)] == [2, 1]
    assert [scenario.services["postgresql"].seed for scenario in (front, item)] == ["bench/seed.sql"] * 2
    suite = catalog.suite(None)
    assert (suite.scenarios, suite.contestants, suite.load.connections) == (["front", "item"], ["shop"], 64)


def test_the_reference_answers_something_fixed_of_the_same_kind(tmp_path: Path) -> None:
    catalog = project(tmp_path)
    asked = catalog.contestant("reference").own_scenario(catalog.scenario("item"))
    assert (asked.request.path, asked.also, asked.expect.json_value) == ("/item", [], {"id": 1})
    bodies = {answer.path: answer.body for answer in catalog.contestant("reference").answers}
    assert bodies == {"/": "<h1>Shop", "/item": '{"id":1}'}


def test_several_apps_answer_what_they_say(tmp_path: Path) -> None:
    text = SHOP.replace("[app]\nname     = ", "[apps.old]\nframework = ", 1)
    text += '[apps.new]\nstart = ["node", "new.js"]\nscenarios = { front = { path = "/new" } }\n'
    catalog = project(tmp_path, text)
    assert catalog.suite(None).contestants == ["old", "new"]
    assert catalog.contestant("new").request_for(catalog.scenario("front")).path == "/new"
    with pytest.raises(UsageError, match="which contestant"):
        catalog.contestant(None)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("start    =", "strat    ="), r"unknown key 'app\.strat' \(did you mean 'start'\?\)"),
        (("contains =", "contain ="), r"unknown key 'scenarios\.front\.expect\.contain' \(did you mean"),
        (("{port}", "{prot}"), r"key 'app\.start': unknown variable \{prot\}"),
        (("[services.postgresql]", "[services.oracle]"), "services.oracle"),
        (("bench/seed.sql", "seed.sql"), "key 'services.postgresql.seed': no file 'seed.sql'"),
        (('"shop"', '"reference"'), "is the reference server"),
        (('"shop"', '"My Shop"'), r"key 'app\.name': String should match"),
        (("subset = true", "subset = 1.5"), r"scenarios\.item\.expect\.subset"),
        (("weight  = 2", "weight  = 0"), r"key 'scenarios\.item\.weight'"),
        (("[app]", "[apps.shop]\nstart = ['x']\n[app]"), r"give one \[app\], or several"),
        (("requires = ", "folder = '/'\nrequires = "), r"unknown key 'app\.folder' \(remove it\)"),
        (("[scenarios.front]", "workers = 0\n[scenarios.front]"), r"app\.workers"),
        (("[app]", "[app"), "not TOML"),
        (("[scenarios.front]", "[scenarios.front]\nname = 'x'"), r"key 'scenarios\.front\.name': the name is that of"),
        (("[services", "[login]\nrequest = {}\ntake = 'json:a'\n[services"), r"table 'login': no request has"),
        (('path = "/" }', 'path = "/", headers = { A = "{login}" } }'), r"'\{login\}' in a request needs \[login\]"),
    ],
)
def test_what_is_wrong_is_one_line(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    with pytest.raises(CatalogError, match=message) as caught:
        project(tmp_path, SHOP.replace(*change, 1))
    assert caught.value.line().startswith(f"{tmp_path.resolve()}/fairlap.toml: ")
    assert "\n" not in caught.value.line()


def test_the_documented_example_is_a_project(tmp_path: Path) -> None:
    example, login = re.findall(r"```toml\n(.*?)```", (ROOT / "docs" / "project.md").read_text(), re.DOTALL)
    assert project(tmp_path, f"[app]\nstart = ['x']\n{login}").scenario("orders").login is not None
    catalog = project(tmp_path, example)
    assert [scenario.name for scenario in catalog.scenarios] == ["front", "item"]
    assert catalog.contestant(None).build == [["npm", "ci"], ["npm", "run", "build"]]


def test_a_login_is_of_the_scenarios_that_use_it(tmp_path: Path) -> None:
    text = SHOP.replace('path = "/" }', 'path = "/", headers = { Cookie = "s={login}" } }', 1)
    text += '[login]\nrequest = { path = "/login" }\ntake = "cookie:s"\n'
    catalog = project(tmp_path, text)
    front, item = catalog.scenario("front"), catalog.scenario("item")
    assert front.login is not None and item.login is None
    assert front.logged_in("7").request.headers == {"Cookie": "s=7"}
    asked = catalog.contestant("reference").own_scenario(front)
    assert (asked.login, asked.request.headers) == (None, {"Cookie": "s=-"})
    with pytest.raises(CatalogError, match=r"key 'login\.take'"):
        project(tmp_path, text.replace("cookie:s", "body:s"))
