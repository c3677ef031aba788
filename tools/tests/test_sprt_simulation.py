"""The sequential test on synthetic matches: does it err as seldom as it promises?"""

import math
import random

import pytest

from diabolo.stats import Pentanomial, Sprt, score_of_elo
from diabolo.stats.pentanomial import VALUES
from diabolo.stats.sprt import Model

MATCHES = 2000


def distribution(elo: float) -> list[float]:
    """Return chances of the five pair results with the mean of this difference: a bell, tilted to it."""
    base, wanted = (0.08, 0.18, 0.48, 0.18, 0.08), score_of_elo(elo)
    low, high = -20.0, 20.0
    for _ in range(100):
        tilt = (low + high) / 2
        weights = [p * math.exp(tilt * v) for p, v in zip(base, VALUES, strict=True)]
        chances = [w / sum(weights) for w in weights]
        mean = sum(p * v for p, v in zip(chances, VALUES, strict=True))
        low, high = (tilt, high) if mean < wanted else (low, tilt)
    return chances


def wrong_verdicts(model: Model, true_elo: float, truth: str, seed: int) -> int:
    test, rng = Sprt(0, 50, 0.05, 0.05, model), random.Random(seed)
    lower, upper = test.bounds
    chances, wrong = distribution(true_elo), 0
    for _ in range(MATCHES):
        counts, llr = [0, 0, 0, 0, 0], 0.0
        while lower < llr < upper:
            counts[rng.choices(range(5), chances)[0]] += 1
            a, b, c, d, e = counts
            llr = test.llr(Pentanomial((a, b, c, d, e)))
        wrong += (llr >= upper) != (truth == "H1")
    return wrong


@pytest.mark.parametrize(("true_elo", "truth", "rate", "seed"), [(0.0, "H0", 0.05, 1), (50.0, "H1", 0.05, 2)])
def test_error_rates_are_kept(true_elo: float, truth: str, rate: float, seed: int) -> None:
    # The seed is fixed, so this passes always or never.
    bound = rate + 3 * math.sqrt(rate * (1 - rate) / MATCHES)
    assert wrong_verdicts("logistic", true_elo, truth, seed) / MATCHES <= bound
