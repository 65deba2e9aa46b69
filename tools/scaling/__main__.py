"""`python -m tools.scaling`: how a race grows on a cluster.

python -m tools.scaling page                   write the tables of docs/scaling.md
python -m tools.scaling table [--price 0.34]   print the table of a race of your own size
python -m tools.scaling measure FILE           print what the run in a results file cost, for costs.toml
"""

import argparse
from dataclasses import fields
from pathlib import Path

from tools.scaling.costs import Costs, as_toml, measure, read_costs
from tools.scaling.page import PAGE, PRICE, growth
from tools.scaling.simulate import Shape


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.scaling", description="How a race grows on a cluster.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("page", help="write the tables of docs/scaling.md")
    measuring = commands.add_parser("measure", help="print what the run in a results file cost, for costs.toml")
    measuring.add_argument("file", type=Path)
    printing = commands.add_parser("table", help="print the table of a race of this size")
    for size in fields(Shape):
        if size.name != "rates":
            option, value = f"--{size.name.replace('_', '-')}", size.default
            printing.add_argument(option, type=int, default=value, help=f"[default: {value}]")
    printing.add_argument("--no-rates", dest="rates", action="store_false", help="without laps at fixed rates")
    printing.add_argument("--price", type=float, default=PRICE, help=f"price of a machine-hour [default: {PRICE}]")
    printing.add_argument("--results", type=Path, help="measure costs in this results file, not in costs.toml's")
    given = parser.parse_args()
    match given.command:
        case "page":
            PAGE.write(read_costs())
            print(f"wrote {PAGE.path}")
        case "measure":
            print(as_toml(measure(given.file)), end="")
        case _:
            _print_table(given)


def _print_table(given: argparse.Namespace) -> None:
    costs = read_costs()
    if given.results is not None:
        costs = Costs(cluster=costs.cluster, measured=measure(given.results))
    shape = Shape(**{size.name: getattr(given, size.name) for size in fields(Shape)})
    print(growth(shape, costs, given.price))


if __name__ == "__main__":
    main()
