"""Computes what each step of a ladder costs each contestant."""

from collections.abc import Mapping, Sequence

from fairlap.report.models import Ladder, LadderStep, Row
from fairlap.samples import RoundRecord
from fairlap.statistics.steps import added_us, answer_us, mean_of


def ladders(
    adds_to: Mapping[str, str], scenarios: Sequence[str], rows: Sequence[Row], rounds: Sequence[RoundRecord]
) -> tuple[Ladder, ...]:
    """Return a ladder for each contestant with a valid row in a step, except the reference.

    `adds_to` maps each step but the first to the scenario below it. Rows that are not valid have no numbers.
    """
    steps = [name for name in scenarios if name in adds_to or name in adds_to.values()]
    if not adds_to or len(steps) < 2:
        return ()
    valid = {(row.name, row.scenario) for row in rows if row.status == "ok" and not row.is_reference}
    names = dict.fromkeys(row.name for row in rows if (row.name, row.scenario) in valid)
    return tuple(Ladder(contestant=name, steps=_steps(name, steps, adds_to, valid, rounds)) for name in names)


def _steps(
    name: str,
    steps: Sequence[str],
    adds_to: Mapping[str, str],
    valid: set[tuple[str, str]],
    rounds: Sequence[RoundRecord],
) -> tuple[LadderStep, ...]:
    times = {
        step: answer_us([record for record in rounds if record.scenario == step], name)
        for step in steps
        if (name, step) in valid
    }
    ladder = []
    for step in steps:
        below = adds_to.get(step)
        own, other = times.get(step, {}), {} if below is None else times.get(below, {})
        ladder.append(
            LadderStep(
                scenario=step,
                adds_to=below,
                answer_us=mean_of(list(own.values())),
                added_us=added_us(own, other),
            )
        )
    return tuple(ladder)
