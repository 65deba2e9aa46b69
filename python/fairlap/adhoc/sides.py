"""Turns the arguments of `fairlap race` into contestants: commands for a shell, and names of the catalog."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from fairlap.catalog import OWN_VARIABLES, REFERENCE, Catalog, Contestant
from fairlap.catalog.project import slug
from fairlap.errors import UsageError

QUESTION = "race"
"""The name of the only scenario."""

COMMAND = "command"
"""The name of one in which no letter stands."""

_NAMED = re.compile(r"([a-z0-9][a-z0-9-]{0,59})=(.*)", re.DOTALL)
_VARIABLE = re.compile(rf"(\{{(?:{'|'.join(name for name in OWN_VARIABLES if name != 'build')})\}})")
"""What is replaced in a command; all other braces are the shell's, or the program's."""


def sides_of(
    texts: Sequence[str], catalog: Catalog | None, *, cwd: Path, env: Mapping[str, str], ready_s: float
) -> tuple[Contestant, ...]:
    """Return a contestant for each argument, in order.

    Args:
        texts: `NAME=COMMAND` or `COMMAND`, where a command may be the name of a contestant of the catalog.
        catalog: the catalog here, if there is one.
        cwd: the folder in which commands start.
        env: more variables for commands.
        ready_s: how long a command may take until it answers.

    Raises:
        UsageError: there are fewer than two, two have the same name, or one is empty.
    """
    if len(texts) < 2:
        raise UsageError("a race needs two commands or more", hint="fairlap race 'node a.mjs' 'bun b.ts'")
    chosen = [named(text) for text in texts]
    known = [None if catalog is None else _of_catalog(command, catalog) for _, command in chosen]
    short = [one.name if one else _short_name(command) for one, (_, command) in zip(known, chosen, strict=True)]
    commands = [command for _, command in chosen]
    names = _names([given or name for (given, _), name in zip(chosen, short, strict=True)], commands)
    found = []
    for (given, command), name, one in zip(chosen, names, known, strict=True):
        own = given or name
        found.append(one.model_copy(update={"name": own}) if one else _contestant(own, command, cwd, env, ready_s))
    require_distinct([contestant.name for contestant in found])
    return tuple(found)


def named(text: str) -> tuple[str | None, str]:
    """Split NAME=REST; the name is `None` if there is none. Raises UsageError for an empty rest, or a reserved name."""
    found = _NAMED.fullmatch(text)
    name, command = (found[1], found[2]) if found else (None, text)
    if not command.strip():
        raise UsageError("a command is empty", hint="fairlap race 'node a.mjs' 'bun b.ts'")
    if name == REFERENCE:
        raise UsageError(f"the name {REFERENCE!r} is taken by the reference server", hint="choose another name")
    return name, command


def _of_catalog(command: str, catalog: Catalog) -> Contestant | None:
    """Return the contestant of that name, which then also answers the question of this race."""
    found = next((one for one in catalog.contestants if one.name == command and one.name != REFERENCE), None)
    return None if found is None else _asked(found)


def _contestant(name: str, command: str, cwd: Path, env: Mapping[str, str], ready_s: float) -> Contestant:
    found = _model(["sh", "-c", _escaped(command)], name=name, framework=command)
    given = {variable: _escaped(value) for variable, value in env.items()}
    variables = {"HOST": "{host}", "PORT": "{port}", **given}
    return found.model_copy(update={"env": variables, "ready_s": ready_s, "folder": cwd, "in_place": True})


def _model(start: list[str], **more: str) -> Contestant:
    return Contestant.model_validate({"name": "any", "start": start, "scenarios": {QUESTION: {}}, **more})


def _asked(contestant: Contestant) -> Contestant:
    return contestant.model_copy(update={"scenarios": _model(["any"]).scenarios})


def _escaped(text: str) -> str:
    """Double all braces but those of variables."""
    parts = _VARIABLE.split(text)
    return "".join(part if at % 2 else part.replace("{", "{{").replace("}", "}}") for at, part in enumerate(parts))


def _names(short: Sequence[str], commands: Sequence[str]) -> list[str]:
    """Return distinct names: the short ones, or where two are alike all of the command, or at last a number."""
    alike = {name for name, count in Counter(short).items() if count > 1} | {REFERENCE}
    longer = [slug(command, COMMAND) if name in alike else name for name, command in zip(short, commands, strict=True)]
    seen: Counter[str] = Counter()
    names = []
    for name in longer:
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name}-{seen[name]}")
    return names


def _short_name(command: str) -> str:
    """Return the name of the file that a command runs, without its ending, or else that of the program."""
    program, *words = command.split()
    files = [word for word in words if not word.startswith("-") and re.search(r"[^{}:]\.\w+$|/", word)]
    return slug(Path(files[0] if files else program).stem, slug(command, COMMAND))


def require_distinct(names: Sequence[str]) -> None:
    """Raise UsageError if two names are the same."""
    for name, count in Counter(names).items():
        if count > 1:
            raise UsageError(f"two are named {name!r}", hint="give each a name of its own: NAME=...")
