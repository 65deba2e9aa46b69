"""`python -m tools.proof COMMAND`: what `make proof` and `make proof-real` run."""

import argparse
import sys
import time

from tools.proof.documents import write_rows

RACES, BOARDS, PEER_RACES, HISTORIES = 400, 200, 4000, 2000
STARTS, RUNS, REPETITIONS = 24, 40, 20


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.proof", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    simulate = commands.add_parser("simulate", help="simulated races; minutes, on all CPUs")
    simulate.add_argument(
        "--races", type=int, default=RACES, help="races of each cell (false alarms: four times as many)"
    )
    simulate.add_argument("--boards", type=int, default=BOARDS, help="races of each board of eight")
    changes = commands.add_parser("changes", help="simulated series of runs, with and without changes; minutes")
    changes.add_argument("--series", type=int, default=HISTORIES, help="series of each cell")
    commands.add_parser("figures", help="draw docs/pictures/proof-*.svg")
    commands.add_parser("page", help="write the tables of docs/method.md")
    truth = commands.add_parser("truth", help="measure how slow the slower variants truly are; about 40 s per start")
    truth.add_argument("--starts", type=int, default=STARTS)
    real = commands.add_parser("real", help="real races; continues where it stopped")
    real.add_argument("--runs", type=int, default=RUNS, help="races of each series")
    real.add_argument("--series", nargs="*", default=[], help="only these")
    seeds = commands.add_parser("seeds", help="measure the same pairs one after another, as the seeds do")
    seeds.add_argument("--repetitions", type=int, default=REPETITIONS)
    chosen = parser.parse_args()
    began = time.monotonic()
    run(chosen)
    print(f"{chosen.command}: {time.monotonic() - began:.0f} s")
    return 0


def run(chosen: argparse.Namespace) -> None:
    """Import each part only when it runs: they need different libraries."""
    if chosen.command == "simulate":
        simulate_all(chosen.races, chosen.boards)
    elif chosen.command == "changes":
        simulate_changes(chosen.series)
    elif chosen.command == "figures":
        from tools.proof.figures import draw_all

        draw_all()
    elif chosen.command == "page":
        from tools.proof.page import write_page

        write_page()
    elif chosen.command == "truth":
        from tools.proof.truth import find_truths

        find_truths(chosen.starts)
    elif chosen.command == "real":
        from tools.proof.real import race_all

        race_all(chosen.runs, chosen.series)
    elif chosen.command == "seeds":
        from tools.proof.seeds import measure_pairs

        measure_pairs(chosen.repetitions)


def simulate_all(races: int, boards: int) -> None:
    """Simulate races, and store them in docs/proof/*.json."""
    from tools.proof.peers import peer_cells
    from tools.proof.simulate import board_cells, calibrate, pair_cells

    from fairlap.samples import METHOD_VERSION

    write_rows("calibration", calibrate(), METHOD_VERSION)
    write_rows("peers", tuple(peer_cells(PEER_RACES)), METHOD_VERSION)
    pairs = []
    for cell in pair_cells(races):
        pairs.append(cell)
        print(cell, flush=True)
    write_rows("pairs", pairs, METHOD_VERSION)
    write_rows("boards", tuple(board_cells(boards)), METHOD_VERSION)


def simulate_changes(series: int) -> None:
    """Simulate the change points of histories, and store them in docs/proof/changes.json."""
    from tools.proof.changes import cells, simulate

    from fairlap.samples import METHOD_VERSION

    write_rows("changes", [simulate(cell) for cell in cells(series)], METHOD_VERSION)


if __name__ == "__main__":
    sys.exit(main())
