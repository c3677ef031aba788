"""Sequential probability ratio test on pairs (generalised, pentanomial).

After every pair the log-likelihood ratio of "the difference is elo1" against "it is elo0" is
taken with the multinomial distribution of pair results, each hypothesis being fitted by
maximum likelihood under the one condition that it fixes (the mean for logistic Elo, the
mean in standard deviations for normalised Elo).  The test stops when the ratio leaves
Wald's bounds ln(β/(1-α)) and ln((1-β)/α).

Source of the method: M. Van den Bergh, "The generalized maximum likelihood ratio for the
expectation value of a distribution" and "Normalized Elo" (hardy.uhasselt.be/Fishtest), as
used by fishtest and fastchess; fastchess's published test values are our known inputs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from diabolo.stats.elo import NELO_UNIT, score_of_elo
from diabolo.stats.pentanomial import Pentanomial

Distribution = Sequence[tuple[float, float]]
Verdict = Literal["H0", "H1"]
Model = Literal["logistic", "normalized"]


def _tilt(deviations: Sequence[float], probabilities: Sequence[float]) -> float:
    """Solve Σ p·d/(1 + x·d) = 0 for x: the multiplier of the constrained fit.

    The left side falls strictly between the poles -1/max(d) and -1/min(d), so Newton's method
    kept inside a shrinking bracket finds the only root.
    """
    largest, smallest = max(deviations), min(deviations)
    if not smallest < 0 < largest:
        raise ValueError("the hypothesis lies outside the range of the results")
    low, high = -1 / largest, -1 / smallest
    x = 0.0
    for _ in range(100):
        value = slope = 0.0
        for d, p in zip(deviations, probabilities, strict=True):
            term = d / (1 + x * d)
            value += p * term
            slope -= p * term * term
        if value > 0:
            low = x
        else:
            high = x
        following = x - value / slope
        if not low < following < high:
            following = (low + high) / 2
        if abs(following - x) <= 1e-13 * max(1.0, abs(x)):
            return following
        x = following
    return x


def _fit_mean(observed: Distribution, mean: float) -> list[float]:
    """Return the most likely probabilities with expectation ``mean``."""
    deviations = [value - mean for value, _ in observed]
    x = _tilt(deviations, [p for _, p in observed])
    return [p / (1 + x * d) for (_, p), d in zip(observed, deviations, strict=True)]


def _fit_t_value(observed: Distribution, reference: float, t: float) -> list[float]:
    """Return the most likely probabilities whose mean lies ``t`` standard deviations above ``reference``.

    The condition is not linear; it is linearised at the current fit and solved again until
    the fit stands still.
    """
    fit = [1 / len(observed)] * len(observed)
    for _ in range(50):
        mean = sum(v * q for (v, _), q in zip(observed, fit, strict=True))
        variance = sum((v - mean) ** 2 * q for (v, _), q in zip(observed, fit, strict=True))
        sigma = math.sqrt(variance)
        deviations = [v - reference - t * sigma * (1 + ((mean - v) / sigma) ** 2) / 2 for v, _ in observed]
        x = _tilt(deviations, [p for _, p in observed])
        following = [p / (1 + x * d) for (_, p), d in zip(observed, deviations, strict=True)]
        change = max(abs(a - b) for a, b in zip(following, fit, strict=True))
        fit = following
        if change < 1e-9:
            break
    return fit


@dataclass(frozen=True)
class SprtState:
    """Where a test stands."""

    llr: float
    """Log-likelihood ratio of elo1 against elo0, natural logarithm."""
    lower: float
    upper: float
    verdict: Verdict | None
    """``H1``: stronger by elo1 accepted, ``H0``: elo0 accepted, None: go on."""


@dataclass(frozen=True)
class Sprt:
    """A test of elo0 against elo1 (elo0 < elo1), error rates ``alpha`` and ``beta``.

    >>> Sprt(0, 5).state(Pentanomial()).verdict is None
    True
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "logistic"

    def __post_init__(self) -> None:
        """Refuse a test that cannot be carried out."""
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 ({self.elo0:g}) must be below elo1 ({self.elo1:g})")
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < rate < 0.5:
                raise ValueError(f"{name} ({rate:g}) must lie between 0 and 0.5")
        if self.model not in ("logistic", "normalized"):
            raise ValueError(f"model {self.model!r} is neither logistic nor normalized")

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's bounds of the log-likelihood ratio."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Pentanomial) -> float:
        """Return the log-likelihood ratio of elo1 against elo0 after ``pairs``."""
        if not pairs.pairs:
            return 0.0
        observed = pairs.regularised()
        fit: Callable[[float], list[float]]
        if self.model == "logistic":
            fit = lambda elo: _fit_mean(observed, score_of_elo(elo))  # noqa: E731
        else:
            # A pair's standard deviation is 1/√2 of a game's, hence the √2.
            fit = lambda elo: _fit_t_value(observed, 0.5, math.sqrt(2) * elo / NELO_UNIT)  # noqa: E731
        null, alternative = fit(self.elo0), fit(self.elo1)
        ratio = sum(p * math.log(a / n) for (_, p), n, a in zip(observed, null, alternative, strict=True))
        return pairs.weight * ratio

    def state(self, pairs: Pentanomial) -> SprtState:
        """Return the ratio, the bounds and the verdict, if there is one."""
        llr = self.llr(pairs)
        lower, upper = self.bounds
        verdict: Verdict | None = "H1" if llr >= upper else "H0" if llr <= lower else None
        return SprtState(llr, lower, upper, verdict)
