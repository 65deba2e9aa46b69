"""Everything that can be somebody's fault.

    FairlapError
    |-- UsageError          the user is wrong: bad file, unknown name, missing file      exit 2
    |   |-- CatalogError    a contestant, scenario or suite file
    |   `-- StoreError      a results file that cannot be read, or is of another version
    |-- GeneratorError      the load generator ended, hung, or broke its protocol          exit 1
    `-- ContestantError     the measured thing failed: the row is marked, the heat goes on   exit 1
        |-- BuildError      a build command failed
        |-- StartError      it ended, or never answered
        `-- ContractError   it answers, but wrongly

Whatever is *our* fault is not caught: it crashes with a traceback.
"""

from typing import Self


class FairlapError(Exception):
    """A failure with a message that a person can act on.

    Args:
        message: what is wrong, one line.
        where: the file, key, contestant or address it is about.
        hint: how to mend it.
    """

    def __init__(self, message: str, *, where: str | None = None, hint: str | None = None) -> None:
        self.message = message
        self.where = where
        self.hint = hint
        super().__init__(self.line())

    def line(self) -> str:
        """The whole as one line: where, what, how to mend it."""
        text = f"{self.where}: {self.message}" if self.where else self.message
        return f"{text} ({self.hint})" if self.hint else text

    def on(self, machine: str) -> Self:
        """Return the same failure with the address of the machine where it happened in front, once."""
        if self.where == machine:
            return self
        where = machine if self.where is None else f"{machine}: {self.where}"
        return type(self)(self.message, where=where, hint=self.hint)


class UsageError(FairlapError):
    """The user asked for something that cannot be."""


class CatalogError(UsageError):
    """A file of the catalog is malformed, or names something unknown."""


class StoreError(UsageError):
    """A results file cannot be used."""


class GeneratorError(FairlapError):
    """The load generator itself failed: no number of its lap can be used."""


class ContestantError(FairlapError):
    """A contestant failed: data, not a reason to stop the heat."""


class BuildError(ContestantError):
    """A build command of the contestant failed."""


class StartError(ContestantError):
    """The contestant ended at start, or did not answer in time."""


class ContractError(ContestantError):
    """The contestant answers, but not what the scenario asks for."""
