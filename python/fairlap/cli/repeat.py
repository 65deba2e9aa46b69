"""The command line that repeats a run, written when it is asked and stored with it."""

import shlex

import typer

OF_THE_REPORT = ("strict", "json_file", "markdown_file", "html_file")
"""Parameters that change nothing in what is measured."""


def command_of(context: typer.Context, **settled: str | int) -> str:
    """Return the command that asks for the same again, quoted for a shell.

    Every option of the command that differs from its default is in it, as it was typed, but for those of the report and
    for where files are (`--catalog`, `--results`).

    Args:
        context: the command as it was parsed.
        settled: parameters that were left to chance or to the machine (a drawn seed, `--isolation auto`), as they were
            decided; by name.
    """
    assert context.info_name is not None
    words = ["fairlap", context.info_name]
    for parameter in context.command.params:
        name = parameter.name
        assert name is not None
        value = settled.get(name, context.params.get(name))
        if name in OF_THE_REPORT or value is None or value == parameter.default:
            continue
        if parameter.param_type_name == "argument":
            words.append(str(value))
        elif isinstance(value, bool):
            words.append((parameter.opts if value else parameter.secondary_opts)[0])
        else:
            words += [parameter.opts[0], str(value)]
    return shlex.join(words)
