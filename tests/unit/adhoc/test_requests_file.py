"""`fairlap race --requests-file`: fairload's format, as requests of a scenario."""

import json
from pathlib import Path

import pytest

from fairlap.adhoc.requests_file import read_requests
from fairlap.errors import UsageError

SHOP = """
[[request]]
name    = "page"
path    = "/page"
weight  = 3
expect  = { status = 200, text = "{{page}" }

[[request]]
path    = "/products/{random:1-500}"
headers = { Accept = "application/json" }
expect  = { subset = { id = "{random:1-500}" } }

[[request]]
method    = "POST"
path      = "/orders"
body      = '{{"number": {sequence}}'
expect    = { status = 201, size = 17 }
"""


def test_the_documented_format_is_read(tmp_path: Path) -> None:
    file = tmp_path / "shop.toml"
    file.write_text(SHOP)
    page, product, order = read_requests(file)
    assert (page.path, page.weight, page.expect.text) == ("/page", 3, "{page}")
    assert product.headers == {"Accept": "application/json"}
    assert (product.expect.json_value, product.expect.subset) == ({"id": "{random:1-500}"}, True)
    assert (order.method, order.body) == ("POST", '{"number": {sequence}}')
    assert (order.expect.status, order.expect.size_bytes) == (201, 17)


def test_json_of_the_same_shape_and_a_body_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "order.json").write_text("{{as it is}")
    entry = {"path": "/", "method": "PUT", "body_file": "order.json", "expect": {"contains": "ok"}}
    (tmp_path / "shop.json").write_text(json.dumps({"request": [entry]}))
    (asked,) = read_requests(tmp_path / "shop.json")
    assert (asked.body, asked.expect.contains) == ("{{as it is}", "ok")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("weight ", "wieght "), r"unknown key 'request\.0\.wieght'"),
        (('"/page"', '"page"'), r"key 'request 1\.path'"),
        (("text =", "json = 1, text ="), r"only one of"),
        (("{{page}", "{{sequence}"), r"the text of a parameter in braces"),
        (("body      =", 'body_file = "nowhere"\nbody ='), r"both 'body' and 'body_file'"),
        (("body      = '{{\"number\": {sequence}}'", 'body_file = "nowhere"'), r"request 3: body_file cannot be read"),
        (("[[request]]", "[[requests]]"), r"unknown key 'requests'"),
    ],
)
def test_what_is_wrong_is_one_line(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    file = tmp_path / "shop.toml"
    file.write_text(SHOP.replace(*change, 1))
    with pytest.raises(UsageError, match=message) as caught:
        read_requests(file)
    assert "\n" not in caught.value.line()
