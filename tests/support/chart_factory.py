"""Runs for the tests of pictures, ordinary and nasty ones; and a reader of drawn pictures."""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

from fairlap.charts.figure import Figure, svg
from fairlap.charts.theme import PAGE
from fairlap.samples import RoundRecord, Skip
from fairlap.store import StoredRun
from sample_factory import Machine, Racer, alter, at_rates, run_record, simulate, swept

SVG = "{http://www.w3.org/2000/svg}"
SCRIPT = "<script>alert(1)</script>"
LONG = "a-contestant-with-a-name-of-sixty-characters-up-to-the-last1"


def stored(rounds: tuple[RoundRecord, ...], *skips: Skip) -> StoredRun:
    """A finished run of these rounds."""
    return StoredRun(run_record(), skips, (), rounds, "2026-08-01T12:09:00Z", False)


def raced(*racers: Racer, rounds: int = 5, cycles: int = 10, rates: bool = True) -> tuple[RoundRecord, ...]:
    """Rounds with drift, histograms, and laps at rates."""
    found = simulate(random.Random(3), racers, rounds=rounds, cycles=cycles, machine=Machine(), histograms=True)
    return at_rates(random.Random(4), found, 2000.0) if rates else found


def _all_failed() -> StoredRun:
    rounds = raced(Racer("a", 1000.0), Racer("b", 2000.0))
    for name in ("a", "b"):
        rounds = alter(rounds, name, stage="lap", failure="exited with code 139")
    return stored(rounds)


def _named() -> StoredRun:
    racers = (Racer(SCRIPT, 50_000.0), Racer(LONG, 49_500.0), Racer("q'\"&|*`\x1b[31m", 20_000.0))
    skip = Skip("x" * 80, "hello-json", "skipped", "because\n" * 40, None)
    return stored(swept(random.Random(5), raced(*racers)), skip)


def number_of(label: str) -> float:
    """What the label of an axis says."""
    found = re.fullmatch(r"([\d.,]+)([kMG%]?)", label)
    assert found, label
    return float(found[1].replace(",", "")) * {"": 1, "k": 1e3, "M": 1e6, "G": 1e9, "%": 0.01}[found[2]]


NASTY = {
    "one contestant": stored(raced(Racer("gin", 48_000.0))),
    "all failed": _all_failed(),
    "names": _named(),
    "many": stored(
        raced(*(Racer(f"contestant-{i}", 50_000 * 0.93 ** (i // 2), start_spread=0.02) for i in range(25)), cycles=20)
    ),
    "one round": stored(raced(Racer("a", 40_000.0), Racer("b", 41_000.0), rounds=1)),
    "four orders": stored(raced(Racer("slow", 5.0), Racer("middle", 700.0), Racer("fast", 90_000.0))),
    "no latency": stored(simulate(random.Random(3), [Racer("a", 40_000.0), Racer("b", 30_000.0)])),
    "nothing": stored(()),
}


@dataclass(frozen=True)
class Shown:
    """An element of a drawn picture with everything that its group says of it."""

    tag: str
    attributes: dict[str, str]
    text: str
    hint: str

    def number(self, key: str) -> float:
        return float(self.attributes[key])

    @property
    def middle(self) -> tuple[float, float]:
        """Where a symbol stands."""
        if self.tag == "circle":
            return self.number("cx"), self.number("cy")
        found = re.fullmatch(r"translate\(([-\d.]+),([-\d.]+)\)", self.attributes["transform"])
        assert found, self
        return float(found[1]), float(found[2])

    @property
    def spots(self) -> list[tuple[float, float]]:
        """Where a path goes along."""
        return [(float(x), float(y)) for x, y in re.findall(r"[ML]([-\d.]+),([-\d.]+)", self.attributes["d"])]


@dataclass(frozen=True)
class Axis:
    """An axis as a reader has it: pixels of its labels, and what these say."""

    labels: tuple[tuple[float, float], ...]
    log: bool

    def checked(self, *, upwards: bool) -> "Axis":
        """Itself, when its numbers grow to the right, or upwards, and stand where its scale has them."""
        pixels = [pixel for pixel, _ in sorted(self.labels, key=lambda label: label[1])]
        assert pixels == sorted(pixels, reverse=upwards), self
        for pixel, number in self.labels:
            assert abs(self.value(pixel) - number) <= 2e-3 * max(abs(number), 1e-9) + 1e-9, self
        return self

    def value(self, pixel: float) -> float:
        """Read off between the first and the last label."""
        (start, low), (end, high) = self.labels[0], self.labels[-1]
        share = (pixel - start) / (end - start)
        return low * (high / low) ** share if self.log else low + (high - low) * share


class Drawing:
    """A figure as it is seen on a page: read from its SVG alone."""

    def __init__(self, figure: Figure) -> None:
        self.marks = list(_shown(ElementTree.fromstring(svg(figure, PAGE)), {}))

    def of(self, tag: str, **attributes: str) -> list[Shown]:
        """Marks with that tag and these attributes (`stroke_width` for `stroke-width`)."""
        wanted = {key.replace("_", "-"): value for key, value in attributes.items()}.items()
        return [mark for mark in self.marks if mark.tag == tag and wanted <= mark.attributes.items()]

    @property
    def texts(self) -> list[str]:
        return [mark.text for mark in self.of("text")]

    @property
    def hints(self) -> list[str]:
        return [mark.hint for mark in self.marks if mark.hint]

    def hinted(self, beginning: str) -> list[Shown]:
        """Marks whose words begin so, in their order."""
        return [mark for mark in self.marks if mark.hint.startswith(beginning)]

    def across(self, title: str, meaning: Callable[[str], float] = number_of, *, log: bool | None = None) -> Axis:
        """The axis below the plot whose title begins so; labels are numbers, or have another `meaning`."""
        [head] = [mark for mark in self.of("text") if mark.text.startswith(title)]
        line = [mark for mark in self.of("text") if abs(head.number("y") - 15 - mark.number("y")) < 0.1]
        labels = tuple((mark.number("x"), meaning(mark.text)) for mark in line)
        return Axis(labels, "log scale" in head.text if log is None else log).checked(upwards=False)

    def upwards(self, title: str) -> Axis:
        """The axis left of the plot whose title begins so."""
        [head] = [mark for mark in self.of("text") if mark.text.startswith(title)]
        line = self.of("text", text_anchor="end", x="-4")
        labels = tuple((mark.number("y") - 3.63, number_of(mark.text)) for mark in line)
        return Axis(labels, "log scale" in head.text).checked(upwards=True)


def _shown(element: ElementTree.Element, look: dict[str, str]) -> Iterator[Shown]:
    for child in element:
        tag, attributes = child.tag.removeprefix(SVG), look | child.attrib
        if tag == "g":
            yield from _shown(child, attributes)
        elif tag not in ("title", "desc"):
            text = "".join([child.text or "", *(part.tail or "" for part in child)])
            yield Shown(tag, attributes, text, child.findtext(f"{SVG}title") or "")
