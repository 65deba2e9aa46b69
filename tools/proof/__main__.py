"""`python -m tools.proof COMMAND`: what `make proof` and `make proof-real` run.

simulate   simulated races, on all CPUs; minutes
latencies  simulated response times; minutes
changes    simulated series of runs, with and without changes; minutes
figures    draw docs/pictures/proof-*.svg
page       write the tables of docs/method.md
truth      measure how slow the slower variants truly are; about 40 s per start
boards     races of three pairs of equals with response times; 200 s each, continues where it stopped
times      races of servers whose response times are known; 110 s each, continues where it stopped
real       real races; hours, continues where it stopped
warm       race each contestant against a copy of itself that had a minute of load; about 75 s per start
seeds      measure the same pairs one after another, as the seeds do
"""

import argparse
import sys
import time

from tools.proof import changes, figures, latencies, page, peers, real, seeds, simulate, truth, warm
from tools.proof.documents import write_rows
from tools.proof.real_boards import race_boards
from tools.proof.real_times import race_known

RACES, BOARDS, PEER_RACES, HISTORIES = 400, 200, 4000, 2000
STARTS, RUNS, REPETITIONS, WARM_STARTS, BOARD_RACES = 24, 40, 20, 4, 20


def simulate_all() -> None:
    """Simulate races, and store them in docs/proof/*.json."""
    write_rows("calibration", simulate.calibrate())
    write_rows("peers", tuple(peers.peer_cells(PEER_RACES)))
    pairs = []
    for cell in simulate.pair_cells(RACES):
        pairs.append(cell)
        print(cell, flush=True)
    write_rows("pairs", pairs)
    write_rows("boards", tuple(simulate.board_cells(BOARDS)))


COMMANDS = {
    "simulate": simulate_all,
    "latencies": lambda: write_rows("latencies", tuple(latencies.cells(RACES))),
    "changes": lambda: write_rows("changes", [changes.simulate(cell) for cell in changes.cells(HISTORIES)]),
    "figures": figures.draw_all,
    "page": page.PAGE.write,
    "truth": lambda: truth.find_truths(STARTS),
    "boards": lambda: race_boards(BOARD_RACES),
    "times": lambda: race_known(BOARD_RACES),
    "real": lambda: real.race_all(RUNS),
    "warm": lambda: warm.measure(WARM_STARTS),
    "seeds": lambda: seeds.measure_pairs(REPETITIONS),
}


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.proof", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", choices=COMMANDS)
    command = parser.parse_args().command
    began = time.monotonic()
    COMMANDS[command]()
    print(f"{command}: {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
