"""How contestants warm up: `--measure` writes docs/pictures/warm-up.json, `--draw` draws warm-up.svg from it.

Measures many fresh starts from the first lap on. Laps are short while throughput changes fast, and each stands between
two equally long laps of the reference, which cancel the machine's mood. Nothing else may use the machine meanwhile. The
steady level of a start is the median of its ratios after `STEADY_AFTER_S`.
"""

import argparse
import json
import os
import platform
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from fairlap.race.site import LocalSite
    from fairlap.race.turn import Turn

ROOT = Path(__file__).parent.parent
SERIES = ROOT / "docs" / "pictures" / "warm-up.json"
PICTURE = SERIES.with_suffix(".svg")

CONTESTANTS = ("node", "nest-bun", "php-fpm", "gin")
REFERENCE = "reference"
SCENARIO = "hello-json"
CONNECTIONS = 16
"""Enough to keep one worker busy, and so few that even the slowest answers all of them in the shortest lap."""

STARTS = 9
LAPS_MS = (50,) * 20 + (100,) * 20 + (200,) * 15
"""The laps of every start: 6 s of load in all."""

STEADY_AFTER_S = 4.0
WARMUP_S = 0.6
"""The least load before Fairlap counts anything: 12 laps of 50 ms."""


@dataclass(frozen=True)
class Start:
    """One fresh start: for each lap, seconds of load until its end and throughput relative to the reference.

    A ratio is `None` if the reference answered nothing in both its laps.
    """

    contestant: str
    version: str | None
    startup_ms: float
    at_s: tuple[float, ...]
    ratio: tuple[float | None, ...]

    def percent(self) -> list[float | None]:
        """Return the ratios in percent of the start's own steady level."""
        laps = zip(self.at_s, self.ratio, strict=True)
        steady = statistics.median(ratio for at_s, ratio in laps if ratio is not None and at_s > STEADY_AFTER_S)
        return [None if ratio is None else 100 * ratio / steady for ratio in self.ratio]


def main() -> int:
    """Run the command line; exit status 2 without `--measure` or `--draw`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--measure", action="store_true", help=f"measure and write {SERIES.name} (minutes)")
    parser.add_argument("--draw", action="store_true", help=f"draw {PICTURE.name} from {SERIES.name}; needs matplotlib")
    parser.add_argument("--contestants", nargs="+", default=CONTESTANTS, metavar="NAME")
    parser.add_argument("--starts", type=int, default=STARTS, help="fresh starts of each contestant")
    parser.add_argument("--series", type=Path, default=SERIES, help="the JSON file")
    parser.add_argument("--picture", type=Path, default=PICTURE, help="the SVG file")
    options = parser.parse_args()
    if not options.measure and not options.draw:
        parser.print_usage(sys.stderr)
        return 2
    if options.measure:
        write(options.series, measure(options.contestants, options.starts))
    if options.draw:
        draw(read(options.series), options.picture)
        print(f"wrote {options.picture}")
    return 0


def measure(names: Sequence[str], starts: int) -> list[Start]:
    """Start each contestant `starts` times, in random order, and lap it from its first load on."""
    from fairlap.catalog import LoadProfile, load_catalog
    from fairlap.hosting.ports import free_ports
    from fairlap.hosting.prepared import Prepared, prepare_one
    from fairlap.race.site import open_local_site
    from fairlap.race.turn import Turn

    catalog = load_catalog(ROOT)
    scenario = catalog.scenario(SCENARIO)
    load = LoadProfile(connections=CONNECTIONS, lap_ms=100)
    prepared: dict[str, Prepared] = {}
    for name in (REFERENCE, *names):
        ready = prepare_one(catalog.contestant(name), ROOT / ".build" / "contestants")
        if not isinstance(ready, Prepared):
            raise SystemExit(f"{name}: {ready.reason}\n  fix: {ready.hint}")
        prepared[name] = ready
    dice = random.Random(1)
    found = []
    with (
        tempfile.TemporaryDirectory() as results,
        open_local_site(
            run=f"warm-up-{os.getpid()}",
            workers=1,
            connections=CONNECTIONS,
            results=Path(results),
            prepared=prepared.values(),
        ) as site,
    ):
        reference = Turn(prepared[REFERENCE], scenario, load, heat=1)
        reference.start(site, free_ports(1)[0])
        reference.open(site)
        for _ in range(10):
            reference.own_lap(site, 100, cycle=0, position=0)
        for count in range(starts):
            for name in dice.sample(list(names), len(names)):
                print(f"start {count + 1} of {starts}: {name}", file=sys.stderr)
                turn = Turn(prepared[name], scenario, load, heat=1)
                turn.start(site, free_ports(1)[0])
                turn.open(site)
                found.append(one_start(turn, reference, site))
                site.session.close(name)
                assert turn.hosted is not None
                turn.hosted.stop()
        assert reference.hosted is not None
        reference.hosted.stop()
    return found


def one_start(turn: "Turn", reference: "Turn", site: "LocalSite") -> Start:
    """Lap a fresh start, alternating with the reference."""
    at_s: list[float] = []
    ratios: list[float | None] = []
    load_s = 0.0
    before = reference.own_lap(site, LAPS_MS[0], cycle=0, position=1).throughput_per_s
    for cycle, lap_ms in enumerate(LAPS_MS):
        own = turn.own_lap(site, lap_ms, cycle=cycle, position=0)
        # A short lap may end without an answer, but a contestant that has ended is an error.
        ended = turn.hosted.exit_reason() if turn.hosted is not None else "not started"
        if ended is not None:
            raise SystemExit(f"{turn.name}: {ended}")
        after = reference.own_lap(site, lap_ms, cycle=cycle, position=1).throughput_per_s
        load_s += own.lap_elapsed_s
        at_s.append(round(load_s, 4))
        yardstick = (before + after) / 2
        ratios.append(float(f"{own.throughput_per_s / yardstick:.4g}") if yardstick else None)
        before = after
    assert turn.kept.startup_ms is not None
    return Start(
        turn.name, turn.prepared.version, round(turn.kept.startup_ms, 1), at_s=tuple(at_s), ratio=tuple(ratios)
    )


def write(path: Path, starts: Sequence[Start]) -> None:
    """Store the series, one start per line."""
    lines = ",\n".join(json.dumps(asdict(start), separators=(",", ":")) for start in starts)
    about = {
        "measured": datetime.now(UTC).date().isoformat(),
        "machine": f"{os.cpu_count()} CPUs, Linux {platform.release()}",
        "scenario": SCENARIO,
        "connections": CONNECTIONS,
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'{{"about":{json.dumps(about)},\n"starts":[\n{lines}\n]}}\n', encoding="utf-8")


def read(path: Path) -> list[Start]:
    """Read the stored series."""
    starts = json.loads(path.read_text(encoding="utf-8"))["starts"]
    return [Start(**{**start, "at_s": tuple(start["at_s"]), "ratio": tuple(start["ratio"])}) for start in starts]


def draw(starts: Sequence[Start], path: Path) -> None:
    """Draw a panel per contestant: median and middle half of the starts over seconds of load, on a log scale."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "fairlap", "font.size": 12, "font.family": "sans-serif"})
    from matplotlib import pyplot

    names = list(dict.fromkeys(start.contestant for start in sorted(starts, key=lambda start: order(start.contestant))))
    figure, grid = pyplot.subplots(
        (len(names) + 1) // 2, 2, figsize=(10, 3.2 * ((len(names) + 1) // 2)), sharex=True, sharey=True, squeeze=False
    )
    panels = list(grid.flat)
    for panel, name in zip(panels, names, strict=False):
        draw_panel(panel, [start for start in starts if start.contestant == name])
    for panel in panels[len(names) :]:
        panel.set_visible(False)
    figure.supxlabel(
        "seconds of load since a fresh start, log scale (shaded: the least that Fairlap warms up)", fontsize=12
    )
    figure.supylabel("throughput in % of its steady level:\nmedian and middle half of the starts", fontsize=12)
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, facecolor="white", metadata={"Date": None})


def order(name: str) -> int:
    return CONTESTANTS.index(name) if name in CONTESTANTS else len(CONTESTANTS)


def draw_panel(panel: "Axes", starts: Sequence[Start]) -> None:
    """Draw all starts of one contestant, lap by lap: laps of all starts have the same lengths."""
    times = [statistics.median(at) for at in zip(*(start.at_s for start in starts), strict=True)]
    laps = [
        [percent for percent in lap if percent is not None]
        for lap in zip(*(start.percent() for start in starts), strict=True)
    ]
    if any(len(lap) < 2 for lap in laps):
        raise SystemExit(f"{starts[0].contestant}: every lap needs at least two starts")
    quartiles = [statistics.quantiles(lap, n=4, method="inclusive") for lap in laps]
    panel.axvspan(times[0] / 2, WARMUP_S, color="#f2f2ec", zorder=0)
    panel.axhline(100, color="#888888", linewidth=0.8, zorder=1)
    panel.fill_between(times, [q[0] for q in quartiles], [q[2] for q in quartiles], color="#9ecae1", linewidth=0)
    panel.plot(times, [q[1] for q in quartiles], color="#08519c", linewidth=1.8)
    panel.set_title(f"{starts[0].contestant} ({len(starts)} starts)", fontsize=12, loc="left")
    panel.set_xscale("log")
    panel.set_xlim(times[0] * 0.9, times[-1])
    panel.set_ylim(0, 140)
    ticks = [0.03, 0.1, 0.3, 1, 3]
    panel.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    panel.minorticks_off()
    panel.grid(axis="y", color="#e0e0e0", linewidth=0.6)
    panel.spines[["top", "right"]].set_visible(False)


if __name__ == "__main__":
    began = time.monotonic()
    status = main()
    print(f"{time.monotonic() - began:.0f} s", file=sys.stderr)
    sys.exit(status)
