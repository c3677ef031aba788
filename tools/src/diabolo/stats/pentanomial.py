"""The five results of a pair and their moments.

A pair is two games from one opening with the same dice and swapped seats.  Its result is
the sum of the first engine's points: 0, ½, 1, 1½ or 2.  The two games of a pair are not
independent, pairs are: so every error bar is taken from pairs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

#: Score of a pair in each of the five classes, as a fraction of the two points.
VALUES = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True)
class Pentanomial:
    """How many pairs ended with 0, ½, 1, 1½ and 2 points.

    >>> Pentanomial.of([2, 1, 0.5]).counts
    (0, 1, 1, 0, 1)
    """

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    def __post_init__(self) -> None:
        """Refuse negative counts."""
        if any(count < 0 for count in self.counts):
            raise ValueError(f"negative count of pairs in {self.counts}")

    @staticmethod
    def of(points: Iterable[float]) -> Pentanomial:
        """Count pair results, each given in points (0, 0.5, 1, 1.5 or 2)."""
        counts = [0, 0, 0, 0, 0]
        for point in points:
            index = round(point * 2)
            if index != point * 2 or not 0 <= index <= 4:
                raise ValueError(f"a pair cannot end with {point} points")
            counts[index] += 1
        return Pentanomial((counts[0], counts[1], counts[2], counts[3], counts[4]))

    @property
    def pairs(self) -> int:
        """Number of pairs."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """Mean score, 0..1; ½ without pairs."""
        if not self.pairs:
            return 0.5
        return sum(value * count for value, count in zip(VALUES, self.counts, strict=True)) / self.pairs

    @property
    def variance(self) -> float:
        """Variance of one pair's score about the observed mean (divided by n, as the published tools do)."""
        if not self.pairs:
            return 0.0
        mean = self.mean
        return sum((v - mean) ** 2 * c for v, c in zip(VALUES, self.counts, strict=True)) / self.pairs

    def regularised(self) -> list[tuple[float, float]]:
        """Return ``(value, probability)``, with 0.001 of a pair in place of each empty class.

        Without it a likelihood ratio is not defined while a class is empty.  The constant is
        the one fishtest and fastchess use.
        """
        filled = [count if count else 1e-3 for count in self.counts]
        total = sum(filled)
        return [(value, count / total) for value, count in zip(VALUES, filled, strict=True)]

    @property
    def weight(self) -> float:
        """Number of pairs with the regularisation counted in: the N of the likelihood ratio."""
        return sum(count if count else 1e-3 for count in self.counts)

    def swapped(self) -> Pentanomial:
        """Return the same pairs as the other engine sees them."""
        a, b, c, d, e = self.counts
        return Pentanomial((e, d, c, b, a))

    def plus(self, points: float) -> Pentanomial:
        """Return the counts with one more pair."""
        more = Pentanomial.of([points]).counts
        a, b, c, d, e = (x + y for x, y in zip(self.counts, more, strict=True))
        return Pentanomial((a, b, c, d, e))
