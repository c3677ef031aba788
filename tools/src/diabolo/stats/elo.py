"""Elo differences with error bars, and the likelihood of superiority.

Logistic Elo: a score s is a difference of -400·log10(1/s - 1).  Normalised Elo divides the
score's distance from ½ by the standard deviation of one game, so it does not depend on how
many draws a game has (M. Van den Bergh, "Normalized Elo", hardy.uhasselt.be/Fishtest).
Error bars are of 95 % (1.96 standard errors of the mean over pairs), and asymmetric: the
ends of the interval of the score are carried to Elo one by one.  The formulas are those
of fishtest and fastchess, and tests hold them to fastchess's published test values.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

from diabolo.stats.pentanomial import Pentanomial

#: Standard errors to each side of a 95 % interval.
Z95 = NormalDist().inv_cdf(0.975)
#: Normalised Elo of one standard deviation of a game.
NELO_UNIT = 800 / math.log(10)


def elo_of_score(score: float) -> float:
    """Return the Elo difference that makes ``score`` (0..1) the expected one; ±inf at the ends."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    # The order of the terms gives +0 for a score of one half.
    return 400 * math.log10(score / (1 - score))


def score_of_elo(elo: float) -> float:
    """Return the expected score (0..1) of a player who is ``elo`` points stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True)
class EloEstimate:
    """What the pairs say about two engines, as the first one sees it."""

    pairs: int
    score: float
    """Mean score, 0..1."""
    elo: float
    low: float
    """Lower end of the 95 % interval of ``elo``."""
    high: float
    """Upper end."""
    nelo: float
    """Normalised Elo; 0 where the variance is 0."""
    nelo_error: float
    los: float
    """Likelihood of superiority: the chance that the first is the stronger, 0..1."""

    @property
    def error(self) -> float:
        """Half the width of the interval (infinite if one end is)."""
        return (self.high - self.low) / 2


def estimate(pairs: Pentanomial) -> EloEstimate:
    """Estimate the difference in strength from the results of pairs.

    >>> e = estimate(Pentanomial((54, 31, 66, 64, 75)))
    >>> round(e.elo, 1), e.pairs
    (45.2, 290)
    """
    n, mean, variance = pairs.pairs, pairs.mean, pairs.variance
    if n == 0:
        return EloEstimate(0, 0.5, 0.0, -math.inf, math.inf, 0.0, math.inf, 0.5)
    error = math.sqrt(variance / n)
    if error > 0:
        los = NormalDist().cdf((mean - 0.5) / error)
        # The variance of a pair's mean is half of a game's, were the two games independent.
        per_game = math.sqrt(2 * variance)
        nelo = (mean - 0.5) / per_game * NELO_UNIT
        nelo_error = Z95 * error / per_game * NELO_UNIT
    else:
        # All pairs alike say nothing about the spread.
        los = 0.5 if mean == 0.5 else float(mean > 0.5)
        nelo = nelo_error = 0.0
    return EloEstimate(
        pairs=n,
        score=mean,
        elo=elo_of_score(mean),
        low=elo_of_score(mean - Z95 * error),
        high=elo_of_score(mean + Z95 * error),
        nelo=nelo,
        nelo_error=nelo_error,
        los=los,
    )
