"""Proportions with intervals."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Proportion:
    """`count` of `of` trials (at least one)."""

    count: int
    of: int

    @property
    def share(self) -> float:
        return self.count / self.of

    @property
    def interval(self) -> tuple[float, float]:
        """The exact 95 % interval (C. J. Clopper and E. S. Pearson, Biometrika 26, 1934)."""
        from scipy.special import betaincinv

        below = 0.0 if self.count == 0 else float(betaincinv(self.count, self.of - self.count + 1, 0.025))
        above = 1.0 if self.count == self.of else float(betaincinv(self.count + 1, self.of - self.count, 0.975))
        return below, above

    def text(self, digits: int = 1) -> str:
        """Format for a table: `4.1 % [3.5, 4.8]`."""
        low, high = self.interval
        return f"{self.share:.{digits}%}".replace("%", " %") + f" [{low * 100:.{digits}f}, {high * 100:.{digits}f}]"
