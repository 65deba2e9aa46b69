"""`python -m tools.bench`: what `make bench` runs. Needs two CPUs and an otherwise idle machine."""

import argparse
import os
import platform
import resource
import signal
import sys
from pathlib import Path

from tools.bench.generators import Found, find_generators
from tools.bench.measure import Bench, Progress, startup_us
from tools.bench.own import BARE, build_bare_loop
from tools.bench.plan import CASES, MODES, PROTOCOLS, Plan, all_missing, chosen, quick_plan, whole_plan
from tools.bench.results import Results
from tools.bench.runs import RunFile, Surroundings, now, read_runs, write_runs
from tools.bench.tables import PAGE, STORED, all_tables, disturbance_note
from tools.pages import ROOT

from fairlap.errors import FairlapError, UsageError
from fairlap.host import fingerprint
from fairlap.hosting.network import OwnNetwork, visiting, why_no_own_network
from fairlap.hosting.programs import find_fairload
from fairlap.render.cells import span

RESULTS = ROOT / "results" / "bench.jsonl"
INTERRUPTED = 130
"""The exit code that a shell gives a program ended by SIGINT."""


def main() -> int:
    """Run the command line. Exit codes: 0 done, 1 a server failed, 2 wrong usage, 130 interrupted."""
    options = _parser().parse_args()
    try:
        return _page(options.runs) if options.page else _bench(options)
    except FairlapError as error:
        print(f"bench: {error.line()}", file=sys.stderr)
        return 2 if isinstance(error, UsageError) else 1
    except KeyboardInterrupt:
        print(f"\nbench: interrupted; run the same command again to continue from {options.runs}", file=sys.stderr)
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one short turn: to check that everything works")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="only these; fairload: all its engines")
    parser.add_argument("--modes", nargs="+", default=[], choices=[*MODES, *PROTOCOLS])
    parser.add_argument("--connections", nargs="+", type=_positive, default=[], metavar="N")
    parser.add_argument("--cases", nargs="+", default=[], choices=[case.name for case in CASES])
    parser.add_argument("--fresh", action="store_true", help="start again; earlier runs are renamed, not deleted")
    parser.add_argument("--runs", type=Path, default=RESULTS, metavar="FILE", help="where runs are stored (JSON lines)")
    parser.add_argument("--page", action="store_true", help="only write docs/accuracy.md from the runs in FILE")
    return parser


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number above 0")
    return value


def _bench(options: argparse.Namespace) -> int:
    if (os.cpu_count() or 1) < 2:
        raise UsageError("the bench needs two CPUs: one for the server, one for the generators")
    plan = chosen(
        quick_plan() if options.quick else whole_plan(),
        modes=options.modes,
        connections=options.connections,
        cases=options.cases,
    )
    _raise_file_limit()
    why = why_no_own_network()
    if why is not None:
        print(f"bench: on the machine's own network, where a firewall may track connections: {why}", file=sys.stderr)
    with visiting(OwnNetwork.make() if why is None else None):
        return _in_network(options, plan, "a namespace of its own" if why is None else "the machine's own")


def _in_network(options: argparse.Namespace, plan: Plan, network: str) -> int:
    fairload = find_fairload()
    bare_loop = build_bare_loop(ROOT) if not options.only or BARE in options.only else None
    found = find_generators(fairload, bare_loop, options.only)
    for name, reason in () if options.only else found.absent.items():
        print(f"without {name}: {reason}", file=sys.stderr)
    whole = not options.only and plan == whole_plan()
    surroundings = Surroundings(
        machine={**machine(), "network": network},
        versions={generator.name: generator.version for generator in found.generators},
        started_at=now(),
        startup_us={generator.name: startup_us(generator, fairload) for generator in found.generators},
    )
    file = RunFile(options.runs, surroundings, fresh=options.fresh or (whole and _finished(options.runs, plan, found)))
    runs, generators = len(all_missing(plan, found.asked, file.runs)), len(found.generators)
    share = runs / max(1, len(all_missing(plan, found.asked, {})))
    expected_s = plan.seconds(generators) * share
    print(f"{runs} runs of {generators} generators, about {span(expected_s)}", file=sys.stderr)
    Bench(fairload, found, file, Progress(runs, expected_s)).measure(plan)
    results = Results(file.surroundings, tuple(file.runs.values()))
    for title, text in all_tables(results):
        print(f"\n{title}\n\n{text}")
    note = disturbance_note(results)
    if note:
        print(f"\nbench: {note.strip('*')} --page writes docs/accuracy.md anyway.", file=sys.stderr)
    return _page(options.runs) if whole and not note else 0


def _finished(path: Path, plan: Plan, found: Found) -> bool:
    """Whether an earlier bench finished this plan: if so, measure it again."""
    if not path.exists():
        return False
    _, runs = read_runs(path)
    return not all_missing(plan, found.asked, {run.key: run for run in runs})


def _page(runs: Path) -> int:
    """Write the page and its pictures from these runs, and store them as the runs of the page."""
    from tools.bench.figures import write_pictures

    surroundings, found = read_runs(runs)
    write_runs(STORED, surroundings, found)
    results = Results(surroundings, found)
    PAGE.write(results)
    for path in (PAGE.path, *write_pictures(results)):
        print(f"wrote {path.relative_to(ROOT)}", file=sys.stderr)
    return 0


def machine() -> dict[str, str | None]:
    """Return what the page says about the machine."""
    host = fingerprint()
    return {
        "CPU": host.cpu_model,
        "CPUs": str(host.cpus),
        "memory": f"{host.memory_bytes / 2**30:.0f} GiB",
        "kernel": f"{platform.system()} {host.kernel}",
        "system": host.os_release,
        "virtualization": host.virtualization,
        "mitigations": host.mitigations,
    }


def _raise_file_limit() -> None:
    """The server and every generator need a file for each of 10,000 connections."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _interrupt(number: int, frame: object) -> None:
    """Treat SIGTERM as Ctrl-C, so that servers and generators are stopped on the way out."""
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _interrupt)
    sys.exit(main())
