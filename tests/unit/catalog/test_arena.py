"""The answers of HttpArena's profiles follow from the data that contestants read."""

import gzip
import json

import brotli

from fairlap.catalog import load_catalog
from support import ROOT

PAIRS = [(1, 3), (5, 7), (10, 2), (15, 5), (25, 4), (40, 8), (50, 6)]
"""Items and m of HttpArena's requests."""


def test_contestants_share_the_data_set_and_the_files() -> None:
    for name in ("arena-dataset.json", "arena-static"):
        links = list((ROOT / "contestants").glob(f"*/{name.replace('arena-static', 'static')}"))
        assert links
        assert {path.resolve() for path in links} == {ROOT / "scenarios" / name}


def test_each_total_is_price_times_quantity_times_m() -> None:
    items = json.loads((ROOT / "scenarios" / "arena-dataset.json").read_text())
    assert [item["id"] for item in items] == list(range(1, 51))
    scenario = load_catalog(ROOT).scenario("arena-json")
    asked = {scenario.request.path: scenario.expect} | {each.path: each.expect for each in scenario.also}
    assert list(asked) == [f"/json/{count}?m={m}" for count, m in PAIRS]
    for count, m in PAIRS:
        right = [{**item, "total": item["price"] * item["quantity"] * m} for item in items[:count]]
        assert asked[f"/json/{count}?m={m}"].json_value == {"count": count, "items": right}


SIZES = {
    "analytics.js": 12288, "app.js": 204800, "bold.woff2": 22528, "components.css": 204800, "footer.html": 56320,
    "header.html": 122880, "helpers.js": 22528, "hero.webp": 46080, "icon-sprite.svg": 71680, "layout.css": 25600,
    "logo.svg": 15344, "manifest.json": 2883, "regular.woff2": 18432, "reset.css": 8192, "router.js": 35840,
    "theme.css": 18432, "thumb1.webp": 8192, "thumb2.webp": 6144, "utilities.css": 61440, "vendor.js": 307200,
}  # fmt: skip
"""Of HttpArena's files."""


def test_files_have_the_sizes_of_httparenas_and_are_what_is_expected_and_compressed() -> None:
    folder = ROOT / "scenarios" / "arena-static"
    scenario = load_catalog(ROOT).scenario("arena-static")
    expected = {each.path: each.expect.hex for each in scenario.also} | {scenario.request.path: scenario.expect.hex}
    assert expected.keys() == {f"/static/{name}" for name in SIZES}
    for name, size in SIZES.items():
        contents = (folder / name).read_bytes()
        assert len(contents) == size
        assert expected[f"/static/{name}"] == contents.hex()
        if not name.endswith((".webp", ".woff2")):
            assert gzip.decompress((folder / f"{name}.gz").read_bytes()) == contents
            assert brotli.decompress((folder / f"{name}.br").read_bytes()) == contents
    assert len(list(folder.iterdir())) == 20 + 2 * 15


def test_pages_of_crud_are_the_offices_in_their_order() -> None:
    scenario = load_catalog(ROOT).scenario("arena-crud")
    pages = [each for each in scenario.also if "page=" in each.path]
    offices = [number for number in range(1, 501) if number % 5 == 3]
    assert [each.path for each in pages] == [f"/crud/items?category=office&page={n}&limit=10" for n in range(1, 11)]
    for number, each in enumerate(pages):
        assert each.expect.rows is not None
        assert each.expect.rows.ids == offices[10 * number : 10 * (number + 1)]
        assert all(row["category"] == "office" for row in each.expect.rows.example["items"])
    weights = {f"{each.method} {each.path.partition('?')[0]}": each.weight for each in scenario.also}
    assert (scenario.weight, weights) == (
        150, {"PUT /crud/items/{random:1-50000}": 30, "POST /crud/items": 10, "GET /crud/items": 1},
    )  # fmt: skip
