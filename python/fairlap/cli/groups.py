"""Groups the commands in `fairlap --help` by what they are for."""

from typer.core import TyperGroup

GROUPS = {
    "Race": ("race", "run", "compare", "classic", "resume"),
    "Look": ("report", "history", "serve", "export"),
    "Your app, your contestants": (
        "init",
        "new",
        "import",
        "list",
        "check",
        "prepare",
        "start",
        "exec",
        "logs",
        "stop",
    ),
    "This machine": ("doctor", "images", "base-image"),
    "More": ("help",),
}


class Grouped(TyperGroup):
    """The commands in their groups, each with the first sentence of its help."""

    def list_commands(self, ctx: object) -> list[str]:
        """Return the names of all commands, in the order of the groups."""
        return [name for names in GROUPS.values() for name in names]

    def format_commands(self, ctx: object, formatter: object) -> None:
        """Write each group as a section of the help."""
        for title, names in GROUPS.items():
            commands = [(name, self.commands[name]) for name in names]
            rows = [(name, command.get_short_help_str(limit=150)) for name, command in commands]
            with formatter.section(title):  # type: ignore[attr-defined]
                formatter.write_dl(rows)  # type: ignore[attr-defined]
