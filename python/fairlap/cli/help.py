"""`fairlap help TOPIC`: the texts that people need beside the options of a command."""

from typing import Annotated

import typer

from fairlap.errors import UsageError

METHOD = """
How Fairlap measures

Contestants of a heat are alive together and take turns in laps of a fraction of a second, in random order, while all
others are frozen. When the machine changes its speed, it does so for all of them. A reference server laps with them: a
score is throughput relative to the reference in the same cycle.

A round starts everybody afresh, verifies every answer, warms up until nobody gets faster, and runs some cycles of laps.
Rounds are the replicates: intervals and verdicts are over rounds, corrected for the number of pairs and for looking
early. A tie is shown (a difference beyond the precision is ruled out); everything else is "not decided yet".

Response times are measured at fixed rates (20, 50 and 80 % of what a contestant carries), from when a request was due.
Every answer of every lap is checked; what is wrong, blind, held back or disturbed is flagged, or makes a row invalid.

--precision 1%   the smallest difference that matters
--budget 5m      the time for measuring; lap length, cycles and rounds adapt to it

More: docs/method.md in Fairlap's repository.
"""

PROJECT = """
fairlap.toml: a repository of your own

    [app]
    name  = "shop"
    build = [["npm", "ci"]]
    start = ["node", "server.js", "--port", "{port}"]
    env   = { PORT = "{port}" }

    [scenarios.item]
    request = { path = "/api/items/{random:1-500}" }
    expect  = { json = { id = "{random:1-500}" }, subset = true }

    [services.postgresql]
    seed = "bench/seed.sql"

fairlap init writes it. In its folder, and in all below, `fairlap check`, `race`, `run`, `compare main`, `history` and
`serve` need no names. Commands are lists of words, not of a shell; {port}, {host}, {workers} and {build} stand for
values. `expect` has status, headers, and one of text, contains, json (with subset) and size_bytes; every answer is
checked. What is built is a copy of the files that git knows or would add. Results are in .fairlap/, which git ignores.

More: docs/project.md in Fairlap's repository.
"""

ISOLATION = """
How contestants are kept apart

Each contestant has a user, a network, a /tmp, a /dev/shm, IPC, a list of processes and a control group of its
own, no capabilities, and only the server's CPUs; the generator visits its network. Databases are reached over a link,
and contestants cannot administer them. Without root, Fairlap does the same in a user namespace, where the machine
allows that, but for control groups: contestants are frozen by SIGSTOP and kept on their CPUs by affinity. Users of
their own need the package uidmap then. What was missing is stored with each result and said beside it.

fairlap doctor                       what works on this machine, what it means, and how to get better
fairlap run --require-isolation      refuse to race with less
fairlap run --isolation container    in containers of podman or docker

Without a user of its own, a contestant can change your files. More: docs/security.md in Fairlap's repository.
"""

CI = """
Did a change make it slower? In CI

    fairlap compare "$BASE_SHA" "$HEAD_SHA" --threshold 5% --json compare.json --markdown compare.md

in a repository with a fairlap.toml (of contestants: fairlap compare NAME@BASE NAME). Both sides are built apart, and
race in one heat. Exit codes: 0 no regression was shown; 1 slower beyond chance and the threshold, or a side failed;
2 bad usage.

The clone needs its history (fetch-depth: 0), and the job a machine of its own: two races on one machine would measure
each other. Shared runners are noisy: intervals are wider then, not wrong; a threshold of 5 % is realistic. Never
compare requests per second of two jobs.

An action for GitHub, a template for GitLab: docs/compare.md in Fairlap's repository.
"""

TOPICS = {"method": METHOD, "fairlap.toml": PROJECT, "isolation": ISOLATION, "ci": CI}


def show_help(
    context: typer.Context,
    topic: Annotated[
        str | None, typer.Argument(metavar="TOPIC", help=f"{', '.join(TOPICS)}, or the name of a command.")
    ] = None,
) -> None:
    """Explain the method, fairlap.toml, isolation or CI."""
    assert context.parent is not None
    if topic is None:
        typer.echo(f"fairlap help TOPIC explains one of: {', '.join(TOPICS)}\nfairlap --help lists the commands")
    elif topic.lower() in TOPICS:
        typer.echo(TOPICS[topic.lower()].strip())
    else:
        group = context.parent.command
        command = group.get_command(context.parent, topic)  # type: ignore[attr-defined]
        if command is None:
            raise UsageError(f"there is no topic or command {topic!r}", hint=f"topics are {', '.join(TOPICS)}")
        with typer.Context(command, info_name=topic, parent=context.parent) as own:
            typer.echo(command.get_help(own))
