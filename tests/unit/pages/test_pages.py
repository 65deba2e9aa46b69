"""The report page, without a browser: it contains the whole report, as text only."""

import base64
import hashlib
import re
import shlex
from collections import Counter
from itertools import pairwise

import pytest

from classic_factory import ladder as classic_report
from fairlap.charts import run_figures
from fairlap.charts.theme import DARK, LIGHT
from fairlap.pages.classic import classic_page
from fairlap.pages.origin import facts
from fairlap.pages.report import page_with, report_page
from fairlap.pages.site import ALONE, BELOW, asset
from fairlap.render.sentences import course_lines, findings, then_note
from fairlap.report import RunReport, build_report
from fairlap.report.detail import build_detail
from page_helpers import HOSTILE, QUOTES, PageReader, figures_of, hostile_report
from report_factory import full_report, report_of, stored_of


@pytest.fixture(scope="module")
def report() -> RunReport:
    """One of everything."""
    return full_report()


@pytest.fixture(scope="module")
def alone(report: RunReport) -> str:
    """Its page, as one file."""
    return page_with(report, figures_of(report), (), ALONE)


@pytest.fixture(scope="module")
def page(alone: str) -> PageReader:
    """The same, read."""
    return PageReader(alone)


@pytest.fixture(scope="module")
def hostile() -> PageReader:
    """The page of a report full of tags."""
    report = hostile_report()
    return PageReader(page_with(report, figures_of(report), (), ALONE))


def rows_of(page: PageReader, table: str) -> list[list[str]]:
    """The cells of a table's body."""
    (body,) = [found for found in page.all("tbody") if found.inside("div").parents[-1].attributes.get("id") == table]
    rows = [row for row in page.all("tr") if row.inside("tbody") is body]
    return [[cell.text for cell in page.elements if cell.parents[-1:] == (row,)] for row in rows]


def test_the_page_begins_with_who_won_and_how_sure_that_is(report: RunReport, page: PageReader) -> None:
    verdict = page.all("div", class_="verdict")[0]
    first, *others = findings(report, "hello-json")
    assert page.all("p", class_="answer")[0].text == first
    for sentence in others:
        assert " ".join(sentence.split()) in verdict.text
    assert page.elements.index(verdict) < page.elements.index(page.all("table")[0])


def test_each_contestant_has_a_row_with_its_numbers_and_the_names_of_its_flags(
    report: RunReport, page: PageReader
) -> None:
    shown = {cells[1].split(" ")[0]: cells for cells in rows_of(page, "scenario-hello-json-final")}
    raced = [row for row in report.contestants if row.status != "skipped"]
    assert sorted(shown) == sorted(row.name for row in raced)
    for row in raced:
        cells = shown[row.name]
        assert cells[-1].startswith(row.status)
        if row.throughput_per_s:
            assert cells[2].startswith(f"{row.throughput_per_s.value:,.0f}")
        for flag in row.flags:
            assert flag.name in cells[-1]
    assert [cells[0].split(" ")[0] for cells in shown.values()][:3] == ["1", "2=", "2="]


def test_each_skipped_contestant_is_one_folded_line_below_the_table(report: RunReport, page: PageReader) -> None:
    skipped = [row for row in report.contestants if row.status == "skipped"]
    folded = [one.text for one in page.all("summary")]
    assert skipped and [f"{row.name} skipped" for row in skipped] == [text for text in folded if "skipped" in text]


def test_the_reason_of_every_flag_and_of_every_row_without_a_rank_is_shown(report: RunReport, page: PageReader) -> None:
    told = page.text
    for row in report.contestants:
        for flag in row.flags:
            assert flag.name in told
        if row.reason:
            assert " ".join(re.sub(r"[^\x20-\x7e]", "\ufffd", row.reason).split())[:20] in told
    assert len(page.all("dl", class_="doubts")) == 1


def test_what_is_set_against_the_first_one_has_an_interval_as_a_bar_and_in_words(page: PageReader) -> None:
    heads = [head.text for head in page.all("th", scope="col")]
    assert "against uwebsockets" in heads
    gin = next(cells for cells in rows_of(page, "scenario-hello-json-final") if cells[1].startswith("gin"))
    assert re.search(r"-3\d % -3\d % to -3\d %, slower", gin[heads.index("against uwebsockets")])
    bars = page.all("svg", class_="bar")
    assert len(bars) >= 6
    assert all(bar.attributes["aria-hidden"] == "true" for bar in bars)


def test_every_pair_is_there_with_its_verdict_the_faster_one_first(report: RunReport, page: PageReader) -> None:
    rows = rows_of(page, "scenario-hello-json-versus")
    assert len(rows) == len(report.comparisons)
    assert {frozenset(row[:2]) for row in rows} == {frozenset((pair.a, pair.b)) for pair in report.comparisons}
    assert all(row[2].startswith(("+", "x ")) for row in rows if row[2] != "-")
    count = Counter(row[4] for row in rows)
    assert count["tie"] == sum(pair.verdict == "tie" for pair in report.comparisons) > 0
    assert count["not decided"] == sum(pair.verdict == "undecided" for pair in report.comparisons)


def test_published_numbers_how_it_went_and_the_words_are_there(report: RunReport, page: PageReader) -> None:
    for sentence in (then_note(report), *course_lines(report, "hello-json")):
        assert " ".join(sentence.split()) in page.text
    assert "10,860" in page.text, "what was published of uwebsockets"
    assert "not decided" in [word.text for word in page.all("dt")]


def test_all_that_was_noted_of_the_run_is_in_its_provenance(report: RunReport, page: PageReader) -> None:
    named = [element.text for element in page.elements if element.tag in ("dt", "dd") and element.inside("section")]
    values = dict(zip(named[::2], named[1::2], strict=True))
    assert values["run"] == report.run
    assert values["kernel"] == "6.8.0-31-generic"
    assert values["random seed"].startswith("42")
    assert values["method"].startswith("laps, version")
    assert values["looks"] == "after 4, 5 and 7 rounds"
    assert values["budget"] == "3 min"
    assert values["Fairlap"] == report.versions.fairlap
    assert ["gin", "v1.10.0"] in rows_of(page, "versions")


@pytest.mark.parametrize("which", ["page", "hostile"])
def test_the_markup_is_sound(which: str, request: pytest.FixtureRequest) -> None:
    page = request.getfixturevalue(which)
    ids = Counter(element.attributes["id"] for element in page.elements if "id" in element.attributes)
    assert [name for name, times in ids.items() if times > 1] == []
    levels = [int(found.tag[1]) for found in page.elements if re.fullmatch(r"h[1-6]", found.tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels)), levels
    for table in page.all("table"):
        assert [found.text for found in page.all("caption") if found.parents[-1] is table] != [""]
        assert len([found for found in page.all("caption") if found.parents[-1] is table]) == 1
    for head in page.all("th"):
        assert head.attributes["scope"] == ("col" if head.inside("thead") else "row")
    for row in (row for row in page.all("tr") if row.inside("tbody")):
        assert len([cell for cell in page.all("th") if cell.inside("tr") is row]) == 1
    anchors = {link.attributes["href"] for link in page.all("a")}
    assert all(link.startswith("#") and link[1:] in ids for link in anchors), "alone, it links to nothing but itself"
    named = [(element.attributes.get("aria-labelledby") or "").split() for element in page.elements]
    assert all(name in ids for names in named for name in names)


@pytest.mark.parametrize("which", ["page", "hostile"])
def test_nothing_has_a_style_or_a_script_of_its_own(which: str, request: pytest.FixtureRequest) -> None:
    page = request.getfixturevalue(which)
    assert len(page.all("script")) == 1
    assert len(page.all("style")) == 1
    assert page.all("script")[0].inside("head")
    for element in page.elements:
        wrong = [name for name in element.attributes if name == "style" or name.startswith("on")]
        assert not wrong, f"<{element.tag}> has {wrong}"
        for value in element.attributes.values():
            assert not (value or "").lower().startswith(("javascript:", "http:", "https:", "//")) or (
                element.tag == "svg"
            )


def test_what_offered_the_load_and_how_many_requests_at_once_are_in_its_provenance(report: RunReport) -> None:
    load = report.load.model_copy(update={"engine": "io_uring", "pipeline": 2, "pipelines": {"te-plaintext": 16}})
    (facts_of_load,) = [fact for fact in facts(report.model_copy(update={"load": load})) if fact.title == "Load"]
    said = [item for item in facts_of_load.items if item[0] in ("pipelining", "engine")]
    assert said == [
        ("pipelining", "2 requests at once on each"),
        ("pipelining", "16 requests at once on each in te-plaintext"),
        ("engine", "io_uring"),
    ]


def test_hostile_text_is_text_everywhere(hostile: PageReader) -> None:
    assert hostile.all("img") == []
    assert hostile.all("b", onerror="") == []
    rows = rows_of(hostile, "scenario-hello-json-final")
    assert any(cells[1].startswith(HOSTILE) for cells in rows)
    assert any("onerror=alert(2)" in cells[1] and "\x1b" not in cells[1] for cells in rows)
    assert hostile.all("h1")[0].text == "quick: <b>bold</b>"
    values = [value.text for value in hostile.all("dd")]
    assert HOSTILE in values
    assert "</main>; unknown" in values
    assert "8.0 GiB" in values
    assert hostile.all("pre")[0].text.count(HOSTILE) == 1
    assert QUOTES.split("\x1b")[0] in " ".join(cell for cells in rows for cell in cells)


def test_each_figure_is_a_card_with_its_words_and_its_numbers(report: RunReport, page: PageReader) -> None:
    cards = page.all("figure")
    assert len(cards) == 2
    for card, figure in zip(cards, figures_of(report)["hello-json"], strict=True):
        inner = [element for element in page.elements if card in element.parents]
        assert next(element for element in inner if element.tag == "figcaption").text == (
            f"{figure.title}{figure.description}"
        )
        assert any(element.tag == "svg" for element in inner)
        table = next(element for element in inner if element.tag == "table")
        assert table.inside("details") is not None
        assert all(row[0] in table.text for row in figure.table.rows)


def test_the_policy_of_a_file_names_its_one_style_and_its_one_script(alone: str, page: PageReader) -> None:
    policy = page.all("meta", **{"http-equiv": "Content-Security-Policy"})[0].attributes["content"]
    for tag in ("style", "script"):
        (inner,) = re.findall(rf"<{tag}>(.*?)</{tag}>", alone, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(inner.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'; ")


def test_a_page_of_the_site_links_to_others_relatively_and_has_nothing_inline(report: RunReport) -> None:
    page = PageReader(page_with(report, {}, (), BELOW))
    links = [link.attributes["href"] for link in page.all("a") + page.all("link")]
    assert "../index.html" in links
    assert "../static/fairlap.css" in links
    assert all(link.startswith(("../", "#")) for link in links)
    assert [script.attributes["src"] for script in page.all("script")] == ["../static/fairlap.js"]
    assert page.all("style") == []
    assert page.all("figure") == []


def test_in_the_site_each_contestant_leads_to_its_history_and_the_reference_does_not(report: RunReport) -> None:
    page = PageReader(page_with(report, {}, (), BELOW))
    found = {link.text: link.attributes["href"] for link in page.all("a") if "history/" in link.attributes["href"]}
    names = {row.name for row in report.contestants if not row.is_reference and row.status != "skipped"}
    assert found == {name: f"../history/{name}.html" for name in names}
    lapped = report.model_copy(update={"versions": report.versions.model_copy(update={"generator": "wrk"})})
    others = PageReader(page_with(lapped, {}, (), BELOW))
    assert not [link for link in others.all("a") if "history/" in link.attributes["href"]]


def test_several_scenarios_have_an_overview_and_a_section_each(hostile: PageReader) -> None:
    rows = rows_of(hostile, "overview")
    assert [row[0] for row in rows] == ["hello-json", HOSTILE]
    assert all(row[1] == HOSTILE for row in rows), "the fastest in both"
    assert all(re.fullmatch(r"\+3\d % over good", row[2]) for row in rows)
    assert hostile.all("p", class_="answer")[0].text == f"The fastest: {HOSTILE} in 2 of 2."
    contents = [link.attributes["href"] for link in hostile.all("a") if link.inside("nav")]
    assert contents == ["#result", "#scenario-hello-json", "#scenario-script-alert-1-script", "#origin", "#words"]


def test_the_overview_agrees_with_the_sentences_on_who_may_be_the_fastest() -> None:
    report = hostile_report()
    pairs = tuple(
        pair.model_copy(update={"verdict": "tie"}) if {pair.a, pair.b} == {HOSTILE, "a|b"} else pair
        for pair in report.comparisons
    )
    report = report.model_copy(update={"comparisons": pairs})
    assert findings(report, "hello-json")[0] == f"{HOSTILE} leads, but is not shown to be faster than a|b."
    page = PageReader(page_with(report, {}, (), ALONE))
    assert [row[1] for row in rows_of(page, "overview")] == [f"{HOSTILE} or a|b not decided"] * 2
    assert page.all("p", class_="answer")[0].text == "The fastest: not decided in any of 2 scenarios."


def test_a_page_that_would_be_too_large_says_where_the_rest_is(monkeypatch: pytest.MonkeyPatch) -> None:
    report = hostile_report()
    whole = page_with(report, figures_of(report), (), ALONE)
    monkeypatch.setattr("fairlap.pages.report.MOST_BYTES", len(whole.encode()) - 1)
    page = PageReader(page_with(report, figures_of(report), (), ALONE))
    first, second = report.scenarios
    rest = [note.text for note in page.all("p", class_="note") if "all pairs: " in note.text]
    assert len(rest) == 1
    assert rest[0].endswith(f"fairlap report {report.run} --scenario {shlex.quote(second)} --html FILE")
    assert len(page.all("figure")) == len(figures_of(report)[first]) + 1


def test_a_run_that_decided_nothing_says_so_and_has_a_page() -> None:
    page = PageReader(page_with(report_of(100.0, 90.0, rounds=1), {}, (), ALONE))
    assert page.all("p", class_="answer")[0].text.startswith("Nothing is decided: a single round")
    assert [row[4] for row in rows_of(page, "scenario-hello-json-versus")] == ["not decided"]


def test_the_page_of_a_stored_run_has_all_its_figures_first_who_is_fastest() -> None:
    stored = stored_of(100.0, 90.0, 80.0)
    report, detail = build_report(stored), build_detail(stored)
    page = PageReader(report_page(report, detail, ALONE))
    figures = run_figures(report, detail, "hello-json")
    assert len(figures) > 1
    assert [card.attributes["id"] for card in page.all("figure")] == [
        f"scenario-hello-json-{figure.name}" for figure in figures
    ]
    ids = Counter(element.attributes["id"] for element in page.elements if "id" in element.attributes)
    assert max(ids.values()) == 1, "the ids inside the pictures too"
    assert len(page.all("table")) == len(figures) + 3, "final, pairs, versions"


def test_a_ladder_has_a_part_of_its_own() -> None:
    report = hostile_report()
    figures = figures_of(report)
    page = PageReader(page_with(report, figures, figures["hello-json"], ALONE))
    assert "What each step costs" in [title.text for title in page.all("h2")]
    assert "#ladder" in [link.attributes["href"] for link in page.all("a")]
    assert len(page.all("figure")) == 6


def test_colours_are_those_of_the_pictures() -> None:
    found = dict(re.findall(r"--([a-z0-9-]+): light-dark\(([^)]*)\)", asset("fairlap.css")))
    for name in ("ground", "ink", "muted", "line", "accent", "warn", "band"):
        assert found[name] == f"{getattr(LIGHT, name)}, {getattr(DARK, name)}"
    for number, colours in enumerate(zip(LIGHT.series, DARK.series, strict=True), start=1):
        assert found[f"series-{number}"] == ", ".join(colours)


@pytest.mark.parametrize(
    "colours", [("ink", 7.0), ("muted", 4.5), ("link", 4.5), ("warn", 4.5), ("fine", 4.5), ("care", 4.5)]
)
def test_text_has_contrast_on_every_ground(colours: tuple[str, float]) -> None:
    name, least = colours
    found = dict(re.findall(r"--([a-z0-9-]+): light-dark\(([^)]*)\)", asset("fairlap.css")))
    for ground in ("ground", "band", "soft"):
        for text, behind in zip(found[name].split(", "), found[ground].split(", "), strict=True):
            assert contrast(text, behind) >= least, f"{name} on {ground}: {text} on {behind}"


def contrast(one: str, other: str) -> float:
    """WCAG 2.2, relative luminance."""
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_a_classic_run_has_a_page_with_its_tables_its_blocks_and_its_procedure() -> None:
    report = classic_report()
    page = PageReader(classic_page(report, ALONE))
    assert [caption.text for caption in page.all("caption")] == [
        "then, here, and by laps · one",
        "then, here, and by laps · two",
    ]
    heads = [head.text for head in page.all("th", scope="col")]
    assert "connections" in heads
    assert [block.text for block in page.all("pre", tabindex="0")] == ["This is\ufffd[31m ab"] * 8
    assert "swoole, 4 rows, skipped: no swoole (fix: pecl install swoole)" in page.text
    assert "a pass of 100 requests for warm-up, one for the result" in [value.text for value in page.all("dd")]
    assert page.all("a", href="../index.html") == []
