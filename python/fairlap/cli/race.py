"""`fairlap run`, which races a suite, and `fairlap resume`, which continues an interrupted run."""

import secrets
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from fairlap.cli.cluster import Clustered, Colocate, Generators, cluster_module, cluster_options
from fairlap.cli.files import HtmlFile, JsonFile, MarkdownFile
from fairlap.cli.isolation import Isolated, IsolationName, Networked, NetworkName, RequireIsolation, hosting_of
from fairlap.cli.repeat import command_of
from fairlap.cli.report import Strict, deliver, outputs_of
from fairlap.cli.settings import Settings, settings_of, warn_broken
from fairlap.errors import UsageError
from fairlap.samples import OWN_GENERATOR

if TYPE_CHECKING:
    from fairlap.catalog import Suite
    from fairlap.cli.formats import Output
    from fairlap.plan.goal import Goal, LatencyPrecision
    from fairlap.race.request import RaceOutcome, RaceRequest
    from fairlap.race.stored_request import ClusterChoice

DEFAULT_BUDGET = "10m"
INTERRUPTED = 130
LEAST_WARM_UP_S, MOST_WARM_UP_S = 1.0, 600.0


def _refuse_method(given: str | None) -> None:
    if given is not None:
        raise UsageError("--method was removed: the classic method is a command", hint="fairlap classic SUITE")


SuiteName = Annotated[
    str | None,
    typer.Argument(
        metavar="SUITE",
        help="Name of a suite, e.g. quick, tuft, spdy [default: the only one, such as that of a project].",
    ),
]
Names = Annotated[str | None, typer.Option(metavar="A,B,...", help="Race these instead of the suite's contestants.")]
ScenarioName = Annotated[
    list[str] | None,
    typer.Option("--scenario", metavar="NAME", help="Race this scenario instead of the suite's; may be repeated."),
]
Precision = Annotated[
    str | None,
    typer.Option(
        metavar="SHARE",
        help="Smallest difference that matters, e.g. 1%: measure until every pair differs or is shown to differ by "
        "less [default: the suite's, or 2%].",
    ),
]
Budget = Annotated[
    str | None,
    typer.Option(
        metavar="TIME",
        help="Time for measuring, without builds, e.g. 5m. Lap length, cycles and rounds adapt to it "
        f"[default: the suite's; with --precision alone {DEFAULT_BUDGET}].",
    ),
]
Rounds = Annotated[
    int | None, typer.Option(min=1, max=1000, help="Fixed number of rounds (fresh starts of all), without a budget.")
]
Cycles = Annotated[
    int | None, typer.Option(min=1, max=1000, help="Fixed number of cycles in a round, without a budget.")
]
WithRates = Annotated[
    bool | None,
    typer.Option(
        "--rates/--no-rates",
        help="Also measure response times at 20, 50 and 80 % of each contestant's throughput, and at one rate that "
        "all can carry [default: the suite's].",
    ),
]
LatencyPrecisionText = Annotated[
    str | None,
    typer.Option(
        "--latency-precision",
        metavar="P50,P99",
        help="Measure until the intervals of response times at half load are within these shares [default: 10%,25%].",
    ),
]
WarmUp = Annotated[
    str | None,
    typer.Option(
        "--warm-up",
        metavar="TIME",
        help="Longest warm-up of a start, in time under load, e.g. 30s [default: 10s in the first round, then what "
        "each contestant has shown to need].",
    ),
]
SloText = Annotated[
    str | None,
    typer.Option("--slo", metavar="LIMIT", help="Also find the highest rate that keeps this limit, e.g. 'p99<10ms'."),
]
SweepText = Annotated[
    str | None,
    typer.Option(
        "--sweep",
        metavar="N,N,...",
        help="Also measure throughput at these numbers of connections, e.g. 1,4,16,64,256.",
    ),
]
NoMethod = Annotated[
    str | None, typer.Option("--method", hidden=True, expose_value=False, callback=_refuse_method, is_eager=True)
]
GeneratorName = Annotated[
    str,
    typer.Option(
        "--generator",
        metavar="NAME",
        help="Load generator: fairload, or ab, autocannon, bombardier, h2load, hey, k6, oha, plow, vegeta, webbench or "
        "wrk (laps of whole seconds, throughput only; docs/generators.md).",
    ),
]
Seed = Annotated[
    int | None, typer.Option(min=0, help="Random seed of heats and orders; stored with the run [default: drawn].")
]


def run(
    context: typer.Context,
    suite: SuiteName = None,
    contestants: Names = None,
    scenario: ScenarioName = None,
    precision: Precision = None,
    budget: Budget = None,
    rounds: Rounds = None,
    cycles: Cycles = None,
    rates: WithRates = None,
    latency_precision: LatencyPrecisionText = None,
    warm_up: WarmUp = None,
    slo: SloText = None,
    sweep: SweepText = None,
    method: NoMethod = None,
    generator: GeneratorName = OWN_GENERATOR,
    isolation: Isolated = None,
    network: Networked = NetworkName.private,
    require_isolation: RequireIsolation = False,
    cluster: Clustered = None,
    generators: Generators = None,
    colocate: Colocate = False,
    seed: Seed = None,
    strict: Strict = False,
    json_file: JsonFile = None,
    markdown_file: MarkdownFile = None,
    html_file: HtmlFile = None,
) -> None:
    """Race a suite: build, start, verify, warm up, lap, report."""
    settings = settings_of(context)
    outputs = outputs_of(json_file, markdown_file, html_file)
    catalog = settings.load_catalog()
    names = names_of(contestants)
    chosen, broken = catalog.without_broken(override(catalog.suite(suite), scenario, rounds, cycles), names)
    chosen = _for_generator(chosen, generator, rates=rates, slo=slo, sweep=sweep)
    on_cluster = cluster_options(cluster, generators, colocate=colocate, generator=generator, isolation=isolation)
    from fairlap.race.request import RaceRequest

    named = [catalog.contestant(name) for name in names]
    hosting = hosting_of(IsolationName.process if on_cluster else isolation, network, named=named)
    drawn = secrets.randbits(32) if seed is None else seed
    request = RaceRequest(
        catalog=catalog,
        suite=chosen,
        names=names,
        seed=drawn,
        results=settings.results,
        build_root=settings.build_root,
        goal=goal_of(
            *(chosen, precision, budget, rates, latency_precision, warm_up, slo, sweep),
            fixed=rounds is not None or cycles is not None,
        ),
        command=command_of(context, seed=drawn, isolation=hosting.kind),
        generator=generator,
        hosting=hosting,
        broken=broken,
        require_isolation=require_isolation,
    )
    outcome = race_here(request) if on_cluster is None else _race_there(request, on_cluster)
    raise typer.Exit(end_of(settings, outcome, outputs, strict=strict, resumable=True) or bool(broken))


def race_here(request: "RaceRequest") -> "RaceOutcome":
    """Race on this machine, showing the progress."""
    from fairlap.cli.progress import observer
    from fairlap.race.race import race

    warn_broken(request.broken)
    with observer(request.results) as watching:
        return race(request, watching)


def _race_there(request: "RaceRequest", cluster: "ClusterChoice") -> "RaceOutcome":
    from fairlap.cli.progress import observer

    warn_broken(request.broken)
    with observer(request.results) as watching:
        outcome: RaceOutcome = cluster_module("race").cluster_race(request, cluster, watching)
        return outcome


def goal_of(
    suite: "Suite",
    precision: str | None,
    budget: str | None,
    rates: bool | None,
    latency_precision: str | None,
    warm_up: str | None,
    slo: str | None,
    sweep: str | None,
    *,
    fixed: bool,
) -> "Goal":
    """Return the goal of the race. `fixed`: --rounds or --cycles was given."""
    from fairlap.cli.quantities import parse_duration_s, parse_share
    from fairlap.plan.goal import Goal, parse_sweep
    from fairlap.slo import Slo

    if fixed and budget is not None:
        raise UsageError("--budget cannot be combined with --rounds or --cycles", hint="drop one of them")
    budget_s = None if budget is None else parse_duration_s("--budget", budget)
    if budget_s is None and not fixed:
        budget_s = suite.budget_s
        if budget_s is None and precision is not None:
            budget_s = parse_duration_s("--budget", DEFAULT_BUDGET)
    wants_rates = suite.rates if rates is None else rates
    return Goal(
        precision=suite.precision if precision is None else parse_share("--precision", precision),
        budget_s=budget_s,
        rates=wants_rates,
        latency_precision=_latency_precision(latency_precision, rates=wants_rates),
        warm_up_s=None if warm_up is None else _warm_up_s(warm_up),
        slo=None if slo is None else Slo.parse(slo),
        sweep=() if sweep is None else parse_sweep(sweep),
    )


def _latency_precision(text: str | None, *, rates: bool) -> "LatencyPrecision":
    from fairlap.cli.quantities import parse_share
    from fairlap.plan.goal import LatencyPrecision

    if text is None:
        return LatencyPrecision()
    if not rates:
        raise UsageError("--latency-precision needs laps at fixed rates", hint="add --rates")
    parts = text.split(",")
    if len(parts) != 2:
        problem = f"{text!r} is not two shares, of p50 and of p99"
        raise UsageError(problem, where="--latency-precision", hint="write them as 10%,25%")
    return LatencyPrecision(*(parse_share("--latency-precision", part) for part in parts))


def _warm_up_s(text: str) -> float:
    from fairlap.cli.quantities import parse_duration_s

    seconds = parse_duration_s("--warm-up", text)
    if not LEAST_WARM_UP_S <= seconds <= MOST_WARM_UP_S:
        raise UsageError(f"--warm-up {text}: a warm-up takes 1 s to 10 min", hint="for example --warm-up 30s")
    return seconds


def override(
    suite: "Suite", scenarios: list[str] | None, rounds: int | None = None, cycles: int | None = None
) -> "Suite":
    """Return the suite with these changes. Published numbers are dropped with the scenarios they belong to."""
    changes: dict[str, object] = {}
    if scenarios:
        changes["scenarios"] = list(dict.fromkeys(scenarios))
        pipelines = {name: depth for name, depth in suite.load.pipelines.items() if name in scenarios}
        changes["load"] = suite.load.model_copy(update={"pipelines": pipelines})
        if not set(scenarios) <= set(suite.scenarios):
            changes["published"] = None
    if rounds is not None:
        changes["rounds"] = rounds
    if cycles is not None:
        changes["cycles"] = cycles
    return suite.model_copy(update=changes)


def _for_generator(
    suite: "Suite", generator: str, *, rates: bool | None, slo: str | None, sweep: str | None
) -> "Suite":
    """Adapt the suite to the generator: other tools need whole seconds and closed loops. Raises UsageError."""
    from fairlap.catalog import DEFAULT_ENGINE
    from fairlap.generators.tools.laps import LAP_MS, find_tool

    if generator == OWN_GENERATOR:
        return suite
    name = find_tool(generator).name
    for option, given in (("--rates", rates), ("--slo", slo), ("--sweep", sweep)):
        if given:
            raise UsageError(f"{option} needs fairload, not {name}", hint=f"drop {option} or --generator")
    if suite.load.requests_per_connection is not None:
        raise UsageError(f"{name} cannot keep connections as the suite says", hint="drop --generator")
    if suite.load.engine != DEFAULT_ENGINE:
        raise UsageError(f"the suite's engine {suite.load.engine} is fairload's, not {name}'s", hint="drop --generator")
    lap_ms = -(-suite.load.lap_ms // LAP_MS) * LAP_MS
    return suite.model_copy(update={"rates": False, "load": suite.load.model_copy(update={"lap_ms": lap_ms})})


def names_of(text: str | None) -> tuple[str, ...]:
    """Return the names that --contestants lists. Raises UsageError when it lists none."""
    if text is None:
        return ()
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if not names:
        raise UsageError("--contestants lists no names", hint="for example --contestants gin,fastify")
    return names


def resume(
    context: typer.Context,
    run: Annotated[str, typer.Argument(metavar="RUN", help="Name of a run, or its beginning.")],
    strict: Strict = False,
    json_file: JsonFile = None,
    markdown_file: MarkdownFile = None,
    html_file: HtmlFile = None,
) -> None:
    """Continue a run that was interrupted or killed: finished rounds are kept, and the rest is run."""
    from fairlap.cli.progress import observer
    from fairlap.race.race import race
    from fairlap.race.resume import open_resumable

    settings = settings_of(context)
    outputs = outputs_of(json_file, markdown_file, html_file)
    with open_resumable(settings.results, run) as found:
        catalog = settings.load_catalog()
        hosting = hosting_of(IsolationName(found.original.isolation), NetworkName(found.original.network))
        request = found.request(catalog, settings.results, settings.build_root, hosting)
        with observer(settings.results) as watching:
            if found.original.cluster is None:
                outcome = race(request, watching, found=found)
            else:
                outcome = cluster_module("race").resume_on_cluster(found, request, watching)
    raise typer.Exit(end_of(settings, outcome, outputs, strict=strict, resumable=True))


def end_of(
    settings: Settings, outcome: "RaceOutcome", outputs: Sequence["Output"], *, strict: bool, resumable: bool
) -> int:
    """Write the report of a race that ended or was interrupted, and return the exit code."""
    code = deliver(settings, outcome.run, outputs, strict=strict)
    if not outcome.interrupted:
        return code
    if resumable:
        print(f"fairlap: interrupted (to continue: fairlap resume {outcome.run})", file=sys.stderr)
    return INTERRUPTED
