"""`python -m tools.proof COMMAND`: what `make proof` and `make proof-real` run.

simulate   simulated races, on all CPUs; minutes
changes    simulated series of runs, with and without changes; minutes
figures    draw docs/pictures/proof-*.svg
page       write the tables of docs/method.md
truth      measure how slow the slower variants truly are; about 40 s per start
real       real races; hours, continues where it stopped
seeds      measure the same pairs one after another, as the seeds do
"""

import argparse
import sys
import time

from tools.proof.documents import write_rows

RACES, BOARDS, PEER_RACES, HISTORIES = 400, 200, 4000, 2000
STARTS, RUNS, REPETITIONS = 24, 40, 20
COMMANDS = ("simulate", "changes", "figures", "page", "truth", "real", "seeds")


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.proof", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", choices=COMMANDS)
    command = parser.parse_args().command
    began = time.monotonic()
    run(command)
    print(f"{command}: {time.monotonic() - began:.0f} s")
    return 0


def run(command: str) -> None:
    """Import each part only when it runs: they need different libraries."""
    match command:
        case "simulate":
            simulate_all()
        case "changes":
            from tools.proof.changes import cells, simulate

            from fairlap.samples import METHOD_VERSION

            write_rows("changes", [simulate(cell) for cell in cells(HISTORIES)], METHOD_VERSION)
        case "figures":
            from tools.proof.figures import draw_all

            draw_all()
        case "page":
            from tools.proof.page import write_page

            write_page()
        case "truth":
            from tools.proof.truth import find_truths

            find_truths(STARTS)
        case "real":
            from tools.proof.real import race_all

            race_all(RUNS)
        case "seeds":
            from tools.proof.seeds import measure_pairs

            measure_pairs(REPETITIONS)


def simulate_all() -> None:
    """Simulate races, and store them in docs/proof/*.json."""
    from tools.proof.peers import peer_cells
    from tools.proof.simulate import board_cells, calibrate, pair_cells

    from fairlap.samples import METHOD_VERSION

    write_rows("calibration", calibrate(), METHOD_VERSION)
    write_rows("peers", tuple(peer_cells(PEER_RACES)), METHOD_VERSION)
    pairs = []
    for cell in pair_cells(RACES):
        pairs.append(cell)
        print(cell, flush=True)
    write_rows("pairs", pairs, METHOD_VERSION)
    write_rows("boards", tuple(board_cells(BOARDS)), METHOD_VERSION)


if __name__ == "__main__":
    sys.exit(main())
