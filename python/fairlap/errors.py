"""All exceptions that Fairlap raises on purpose.

    FairlapError
    |-- UsageError          a mistake of the user: bad file, unknown name, missing file  exit 2
    |   |-- CatalogError    a contestant, scenario or suite file
    |   `-- StoreError      a results file that cannot be read, or has another version
    |-- GeneratorError      the load generator ended, hung, or broke its protocol          exit 1
    `-- ContestantError     the contestant failed: its row is marked, the heat continues     exit 1
        |-- BuildError      a build command failed
        |-- StartError      it ended, or never answered
        `-- ContractError   it answers, but wrongly

A mistake of Fairlap itself is not caught: it ends in a traceback.
"""

from typing import Self


def harmless(line: str) -> str:
    """Return foreign text without control characters, which could do anything to a terminal."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in line)


class FairlapError(Exception):
    """A failure with a message that a person can act on.

    Args:
        message: what is wrong, one line.
        where: the file, key, contestant or address that has the problem.
        hint: how to fix it.
    """

    def __init__(self, message: str, *, where: str | None = None, hint: str | None = None) -> None:
        self.message = message
        self.where = where
        self.hint = hint
        super().__init__(self.line())

    def line(self) -> str:
        """Return one line: where, what, how to fix it."""
        text = f"{self.where}: {self.message}" if self.where else self.message
        return f"{text} ({self.hint})" if self.hint else text

    def on(self, place: str) -> Self:
        """Return the same failure with its contestant or the address of its machine in front (added only once)."""
        if self.where == place:
            return self
        where = place if self.where is None else f"{place}: {self.where}"
        return type(self)(self.message, where=where, hint=self.hint)


class UsageError(FairlapError):
    """The user asked for something impossible."""


class CatalogError(UsageError):
    """A file of the catalog is malformed, or names something unknown."""


class StoreError(UsageError):
    """A results file cannot be used."""


class GeneratorError(FairlapError):
    """The load generator itself failed: the numbers of its lap are unusable."""


class ContestantError(FairlapError):
    """A contestant failed; this is recorded and does not stop the heat."""


class BuildError(ContestantError):
    """A build command of the contestant failed."""


class StartError(ContestantError):
    """The contestant exited during its start, or did not answer in time."""


class ContractError(ContestantError):
    """The contestant answers, but not as the scenario requires."""
