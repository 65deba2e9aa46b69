"""Commands become contestants with names of their own; braces that are no variable stay as they are."""

from pathlib import Path

import pytest

from fairlap.adhoc.sides import QUESTION, sides_of
from fairlap.catalog import Catalog, Contestant, load_catalog
from fairlap.errors import UsageError
from fairlap.hosting.variables import Variables, expand, expand_env
from support import ROOT

HERE = Path("/work")
VALUES = Variables(host="127.0.0.1", port=8080, workers=2, cpus=(1,), connections=64)


def sides(*texts: str, catalog: Catalog | None = None, **env: str) -> tuple[Contestant, ...]:
    return sides_of(texts, catalog, cwd=HERE, env=env, ready_s=15.0)


@pytest.mark.parametrize(
    ("commands", "names"),
    [
        (("node a.mjs", "bun b.ts"), ["a", "b"]),
        (("old=./server-v1 --port {port}", "./server-v2 --port {port}"), ["old", "server-v2"]),
        (("node v1/server.js", "node v2/server.js"), ["node-v1-server-js", "node-v2-server-js"]),
        (("node a.mjs", "node a.mjs"), ["node-a-mjs", "node-a-mjs-2"]),
        (("gunicorn app:app -b {host}:{port}", "node reference.js"), ["gunicorn", "node-reference-js"]),
        (("python3 -m http.server {port}", "exec  '%%%'"), ["http", "exec"]),
    ],
)
def test_names_come_from_what_is_run_and_differ(commands: tuple[str, ...], names: list[str]) -> None:
    assert [side.name for side in sides(*commands)] == names


def test_a_command_is_for_a_shell_and_knows_its_port_in_both_ways() -> None:
    one, _ = sides("./server --port {port} --bind {host}", "other", LEVEL="{port}!")
    assert expand(one.start, VALUES) == ["sh", "-c", "./server --port 8080 --bind 127.0.0.1"]
    assert expand_env(one.env, VALUES) == {"HOST": "127.0.0.1", "PORT": "8080", "LEVEL": "8080!"}
    assert (one.folder, one.in_place, one.ready_s) == (HERE, True, 15.0)


def test_braces_of_the_shell_and_of_programs_stay() -> None:
    command = "node -e 'const f = {a: {}}; `${f}`; {port}' ${HOME} {}"
    one, _ = sides(command, "other")
    assert expand(one.start, VALUES)[-1] == command.replace("{port}", "8080")


def test_a_contestant_of_the_catalog_answers_the_question_of_the_race() -> None:
    gin, command = sides("gin", "./gin --port {port}", catalog=load_catalog(ROOT))
    assert (gin.in_place, command.in_place) == (False, True)
    assert list(gin.scenarios) == [QUESTION]
    assert gin.folder == (ROOT / "contestants" / "gin").resolve()


@pytest.mark.parametrize(
    ("texts", "names"),
    [
        (("gin", "gin"), ["gin", "gin-2"]),
        (("now=gin", "gin"), ["now", "gin"]),
        (("a=gin", "b=gin"), ["a", "b"]),
        (("gin", "gin=node a.mjs", "koa"), None),
    ],
)
def test_a_contestant_of_the_catalog_may_have_another_name(texts: tuple[str, ...], names: list[str] | None) -> None:
    catalog = load_catalog(ROOT)
    if names is None:
        with pytest.raises(UsageError, match="two are named 'gin'"):
            sides(*texts, catalog=catalog)
        return
    found = sides(*texts, catalog=catalog)
    assert [one.name for one in found] == names
    assert {one.folder for one in found} == {(ROOT / "contestants" / "gin").resolve()}


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (("node a.mjs",), "two commands or more"),
        (("a=node a.mjs", "a=node b.mjs"), "two are named 'a'"),
        (("a= ", "b"), "a command is empty"),
        (("a=", "b"), "a command is empty"),
        (("reference=./a", "b"), "taken by the reference server"),
    ],
)
def test_what_cannot_be_told_apart_is_refused(texts: tuple[str, ...], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        sides(*texts)
