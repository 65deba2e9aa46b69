"""Drawn pictures: well-formed, named, small, with external names as text, in distinguishable colours."""

import re
import sys
from dataclasses import replace
from functools import cache
from itertools import combinations
from xml.etree import ElementTree

import pytest

from chart_factory import LONG, NASTY, SCRIPT, SVG, Drawing, Shown
from fairlap.charts import picture, run_figures
from fairlap.charts.figure import Figure, View, png, svg
from fairlap.charts.layout import Span, beside_points, pushed_apart, shortened, span_of, text_width
from fairlap.charts.marks import Entry, legend, words, x_axis
from fairlap.charts.theme import DARK, LIGHT, PAGE, Theme
from fairlap.render.cells import clean
from fairlap.report import build_report
from fairlap.report.detail import build_detail

MOST_BYTES = 25_000
_LOOK = {"fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray"}
_TYPE = {"font-family", "font-size", "font-weight", "text-anchor"}
ATTRIBUTES = {
    "svg": _TYPE | {"viewBox", "width", "height", "overflow", "role", "aria-labelledby"},
    "title": {"id"},
    "desc": {"id"},
    "g": _LOOK | _TYPE,
    "line": _LOOK | {"x1", "y1", "x2", "y2"},
    "rect": _LOOK | {"x", "y", "width", "height", "rx"},
    "circle": _LOOK | {"cx", "cy", "r"},
    "path": _LOOK | {"d", "transform"},
    "text": _LOOK | _TYPE | {"x", "y"},
}


def figures(name: str) -> tuple[Figure, ...]:
    run = NASTY[name]
    report = build_report(run)
    return (*run_figures(report, build_detail(run), "hello-json"), picture(report, "hello-json"))


@cache
def on_page(name: str) -> tuple[tuple[Figure, str], ...]:
    """The pictures as they are in a page."""
    return tuple((figure, svg(figure, PAGE)) for figure in figures(name))


@pytest.mark.parametrize("name", NASTY)
def test_every_picture_is_small_named_and_without_anything_active(name: str) -> None:
    for figure, text in on_page(name):
        root = ElementTree.fromstring(text)
        assert len(text.encode()) <= MOST_BYTES, figure.name
        assert root.get("role") == "img"
        names = {element.get("id"): element.text for element in root}
        assert [names[part] for part in (root.get("aria-labelledby") or "").split()] == [
            figure.title,
            clean(figure.description),
        ]
        tags = {element.tag.removeprefix(SVG) for element in root.iter()}
        assert tags <= {"svg", "g", "path", "line", "rect", "circle", "text", "title", "desc"}
        keys = {key for element in root.iter() for key in element.attrib}
        assert not [key for key in keys if key.startswith("on") or key in ("style", "href")]


@pytest.mark.parametrize("name", NASTY)
def test_numbers_have_two_decimals_and_none_is_missing(name: str) -> None:
    for figure, text in on_page(name):
        geometry = " ".join(re.findall(r' (?:d|transform|[xy][12]?|c[xy]|r|width|height|viewBox)="([^"]*)"', text))
        assert not re.search(r"\.\d\d\d|nan|inf|None|e-", geometry), figure.name


def strange(root: ElementTree.Element) -> list[tuple[str, str]]:
    """Elements with attributes that they do not have in SVG 1.1, or not have here."""
    tags = [(element.tag.removeprefix(SVG), element.attrib) for element in root.iter()]
    return [(tag, key) for tag, found in tags for key in found if key not in ATTRIBUTES[tag]]


@pytest.mark.parametrize("name", NASTY)
def test_every_attribute_is_one_of_svg(name: str) -> None:
    for figure, text in on_page(name):
        assert strange(ElementTree.fromstring(text)) == [], figure.name


def test_an_attribute_that_is_not_of_svg_is_told_apart() -> None:
    _, text = on_page("names")[0]
    root = ElementTree.fromstring(text)
    next(root.iter(f"{SVG}line")).set("colour", "red")
    assert strange(root) == [("line", "colour")]


@pytest.mark.parametrize("name", NASTY)
def test_everything_lies_within_the_picture(name: str) -> None:
    for figure in figures(name):
        left, top, width, height = map(float, ElementTree.fromstring(svg(figure, PAGE)).attrib["viewBox"].split())
        for mark in Drawing(figure).marks:
            for x, y in corners(mark):
                assert left <= x <= left + width and top <= y <= top + height, (figure.name, mark)


def corners(mark: Shown) -> list[tuple[float, float]]:
    """Where an element reaches to; texts as wide as fonts of pages have them, not as wide as the widest."""
    if mark.tag == "text":
        size = float(mark.attributes.get("font-size", 12))
        wide = text_width(mark.text, size) * 0.8
        start = (
            mark.number("x")
            - {"start": 0.0, "middle": wide / 2, "end": wide}[mark.attributes.get("text-anchor", "start")]
        )
        return [(start, mark.number("y") - 0.7 * size), (start + wide, mark.number("y") + 0.2 * size)]
    if mark.tag == "line":
        return [(mark.number("x1"), mark.number("y1")), (mark.number("x2"), mark.number("y2"))]
    if mark.tag == "rect":
        x, y = mark.number("x"), mark.number("y")
        return [(x, y), (x + mark.number("width"), y + mark.number("height"))]
    if mark.tag == "path" and "transform" not in mark.attributes:
        return mark.spots
    x, y = mark.middle
    radius = mark.number("r") if mark.tag == "circle" else max(max(map(abs, spot)) for spot in mark.spots)
    return [(x - radius, y - radius), (x + radius, y + radius)]


def test_marks_that_look_alike_say_it_once_and_their_order_stays() -> None:
    alike = [words(0, 0, "one"), words(0, 20, "two"), words(0, 40, "three", "muted")]
    figure = replace(figures("names")[0], view=View((*alike, alike[0]), 0))
    text = svg(figure, PAGE)
    assert text.count('fill="var(--ink)"') == 2
    assert re.findall(r">(one|two|three)<", text) == ["one", "two", "three", "one"]


def test_a_legend_goes_on_in_another_line_where_it_would_leave_the_picture() -> None:
    texts = ["published then", "repeated by the seed's method", "now, with 95 % interval", "and one more of these"]
    shown = legend([Entry(text, shape="square") for text in texts], -20, 100)
    spots = [(mark.text, mark.place["x"], mark.place["y"]) for mark in shown if mark.text]
    assert [text for text, _, _ in spots] == texts
    first, second = sorted({y for _, _, y in spots})
    assert spots[0][1:] == (-20 + 17, first)
    assert next(x for _, x, y in spots if y == second) == -20 + 17, "from the left again"


def test_labels_of_an_axis_that_would_run_into_each_other_are_left_out() -> None:
    marks = x_axis(Span(0, 100, 60), 50, "", labels={0: "zero", 10: "ten", 90: "ninety"})
    assert [mark.text for mark in marks if mark.text] == ["zero", "ninety"]
    assert len([mark for mark in marks if mark.tag == "line"]) == 3, "their lines stay"


def test_quotes_in_words_of_a_mark_are_no_attributes() -> None:
    figure = replace(figures("names")[0], view=View((words(0, 0, SCRIPT, hint="\" onload='x' ]]>"),), 0))
    [text] = ElementTree.fromstring(svg(figure, PAGE)).iter(f"{SVG}text")
    assert (text.findtext(f"{SVG}title"), text[0].tail) == ("\" onload='x' ]]>", SCRIPT)


def test_foreign_names_are_text() -> None:
    for _, text in on_page("names"):
        assert "<script" not in text
        assert "\x1b" not in text
    assert any(text.startswith("<script>") for text in Drawing(figures("names")[0]).texts)


def test_a_name_that_was_cut_is_whole_where_the_pointer_rests() -> None:
    root = ElementTree.fromstring(on_page("names")[0][1])
    [label] = [text for text in root.iter(f"{SVG}text") if (text.findtext(f"{SVG}title") or "") == LONG]
    shown = label[0].tail or ""
    assert shown.endswith("…") and LONG.startswith(shown[:-1])


def test_marks_say_their_numbers_where_the_pointer_rests() -> None:
    titles = [title.text or "" for title in ElementTree.fromstring(on_page("names")[0][1]).iter(f"{SVG}title")]
    assert any(re.fullmatch(rf"{re.escape(SCRIPT)}, rank 1.?: 0\.\d+ \(95 % interval .*\)", title) for title in titles)


def test_ids_are_unique_on_a_page_of_all_pictures() -> None:
    text = "".join(text for _, text in on_page("many"))
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"url\(#([^)]+)\)", text)) <= set(ids)


def test_pictures_of_a_page_have_no_size_and_those_of_a_file_have() -> None:
    figure = figures("names")[0]
    page, alone = (ElementTree.fromstring(svg(figure, theme)) for theme in (PAGE, LIGHT))
    assert page.get("width") is None and page.get("viewBox") == alone.get("viewBox")
    assert alone.get("width") == (alone.get("viewBox") or "").split()[2]


def test_pictures_of_a_page_take_their_colours_from_its_style() -> None:
    for _, text in on_page("many"):
        colours = set(re.findall(r' (?:fill|stroke)="([^"]+)"', text))
        assert {colour for colour in colours if not colour.startswith("var(--")} <= {"none"}


def test_all_pictures_of_a_page_are_equally_wide() -> None:
    views = [ElementTree.fromstring(text).attrib["viewBox"] for _, text in on_page("names")[:-1]]
    assert {view.split()[2] for view in views} == {"492"}


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_png_is_drawn(theme: Theme) -> None:
    assert png(figures("names")[-1], theme).startswith(b"\x89PNG")


def test_nothing_but_a_png_needs_the_renderer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    assert svg(figures("names")[-1], LIGHT).startswith("<svg")
    with pytest.raises(ImportError):
        png(figures("names")[-1], LIGHT)


def luminance(colour: str) -> float:
    """WCAG 2.2, relative luminance."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_colours_have_contrast_on_the_ground_and_on_bands(theme: Theme) -> None:
    for colour in (*theme.series, theme.accent, theme.warn):
        assert contrast(colour, theme.ground) >= 3, colour
    for ground in (theme.ground, theme.band):
        assert contrast(theme.ink, ground) >= 4.5
        assert contrast(theme.muted, ground) >= 4.5
        assert contrast(theme.accent, ground) >= 3


def test_labels_that_are_pushed_apart_keep_their_order_and_their_distance() -> None:
    placed = pushed_apart([50, 51, 52, 10], 13, 0, 100)
    assert placed == [50, 63, 76, 10]
    assert all(abs(a - b) >= 13 for a, b in combinations(pushed_apart([99, 98, 97], 13, 0, 100), 2))


def test_labels_of_close_points_do_not_overlap() -> None:
    points = [(100.0, 100.0), (104.0, 102.0), (108.0, 98.0)]
    placed = beside_points(points, ["first", "second", "third"], 400, 300, 11)
    boxes = [(place.x, place.y) for place in placed]
    assert len(set(boxes)) == 3
    for (a, one), (b, two) in combinations(zip(placed, ("first", "second", "third"), strict=True), 2):
        apart = abs(a.y - b.y) >= 11 or abs(a.x - b.x) >= min(text_width(one, 11), text_width(two, 11)) / 2
        assert apart


def test_texts_are_cut_to_their_room() -> None:
    assert shortened("gin", 100) == "gin"
    assert text_width(shortened(LONG, 100)) <= 100


def test_axes_are_logarithmic_only_where_values_need_it() -> None:
    assert not span_of([10, 200], 300).log
    assert span_of([10, 400], 300).log
    assert span_of([0, 400], 300).log is False
    assert span_of([5, 90_000], 300, from_zero=True).low == 0
    assert span_of([1, 100_000], 300).ticks() == [1, 10, 100, 1000, 10_000, 100_000]
    assert span_of([0, 48], 300).ticks() == [0, 10, 20, 30, 40]
