"""Writes the command line that repeats a run, which is stored with it."""

import shlex

import typer

REPORT_OPTIONS = ("strict", "json_file", "markdown_file", "html_file")
"""Parameters that do not change what is measured."""


_UNSAID = {"isolation": "process"}
"""What an option is settled to where nobody gave it, and nothing asks for more."""


def command_of(context: typer.Context, **settled: str | int) -> str:
    """Return the command that repeats this one, quoted for a shell.

    It has every option that differs from its default, as it was typed, except the report options and the folders
    (`--catalog`, `--results`).

    Args:
        context: the parsed command.
        settled: values of parameters that were drawn or depend on the machine (seed, `--isolation auto`), by name.
    """
    assert context.info_name is not None
    words = ["fairlap", context.info_name]
    for parameter in context.command.params:
        name = parameter.name
        assert name is not None
        value = settled.get(name, context.params.get(name))
        if name in REPORT_OPTIONS or value is None or value in (parameter.default, _UNSAID.get(name)):
            continue
        values = value if isinstance(value, list | tuple) else [value]
        if parameter.param_type_name == "argument":
            words += [str(each) for each in values]
        elif isinstance(value, bool):
            words.append((parameter.opts if value else parameter.secondary_opts)[0])
        else:
            words += [word for each in values for word in (parameter.opts[0], str(each))]
    return shlex.join(words)
