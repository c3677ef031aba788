"""Statistics: fastchess's published test values as known inputs, and properties."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from diabolo.stats import Pentanomial, Sprt, elo_of_score, estimate, score_of_elo

COUNTS = st.tuples(*[st.integers(0, 5000)] * 5)

# app/tests/elo_test.cpp of fastchess. Its classes are LL, LD, WL, DD, WD, WW; WL and DD are one point both.
ELO_VALUES = [
    ((34, 54, 31 + 32, 64, 75), 55.58, 27.65, 57.94, 28.28, 0.579),
    ((332, 433, 457 + 41, 333, 334), -8.64, 10.33, -9.17, 10.96, 0.488),
    ((7895, 8757, 5485 + 200, 568, 9999), -21.04, 2.95, -19.01, 2.65, 0.470),
]
# app/tests/sprt_test.cpp of fastchess.
LLR_VALUES = [
    ((365, 16618, 36029 + 200, 16974, 390), 0, 2, "normalized", 2.25),
    ((127, 4883, 10311 + 401, 5150, 104), -1.75, 0.25, "normalized", 3.01),
    ((0, 0, 0, 0, 5550), 0, 5, "normalized", 111.82),
    ((223, 9863, 20279 + 1000, 10037, 246), 0.5, 2.5, "logistic", -3.07),
    ((871, 26175, 55003 + 980, 26678, 821), 0, 2, "logistic", -4.98),
]


@pytest.mark.parametrize(("counts", "elo", "error", "nelo", "nelo_error", "score"), ELO_VALUES)
def test_elo_matches_published_values(counts, elo, error, nelo, nelo_error, score):  # type: ignore[no-untyped-def]
    got = estimate(Pentanomial(counts))
    assert got.elo == pytest.approx(elo, rel=0.01)
    assert got.error == pytest.approx(error, rel=0.01)
    assert got.nelo == pytest.approx(nelo, rel=0.01)
    assert got.nelo_error == pytest.approx(nelo_error, rel=0.01)
    assert got.score == pytest.approx(score, rel=0.01)


def test_los_matches_published_value() -> None:
    assert estimate(Pentanomial((332, 433, 498, 333, 334))).los == pytest.approx(0.0505, abs=0.00005)


@pytest.mark.parametrize(("counts", "elo0", "elo1", "model", "llr"), LLR_VALUES)
def test_llr_matches_published_values(counts, elo0, elo1, model, llr):  # type: ignore[no-untyped-def]
    assert Sprt(elo0, elo1, model=model).llr(Pentanomial(counts)) == pytest.approx(llr, rel=0.01)


def test_bounds_are_walds() -> None:
    assert Sprt(0, 5, 0.05, 0.05).bounds == pytest.approx((-math.log(19), math.log(19)))


@given(st.floats(-1500, 1500))
def test_elo_and_score_are_inverse(elo: float) -> None:
    assert elo_of_score(score_of_elo(elo)) == pytest.approx(elo, abs=1e-6)


@given(COUNTS)
def test_swapping_the_engines_mirrors_everything(counts: tuple[int, int, int, int, int]) -> None:
    assume(sum(counts))
    mine, theirs = estimate(Pentanomial(counts)), estimate(Pentanomial(counts).swapped())
    assert mine.score + theirs.score == pytest.approx(1)
    assert mine.los + theirs.los == pytest.approx(1, abs=1e-9)
    assert mine.low <= mine.elo <= mine.high or math.isinf(mine.elo)
    if math.isfinite(mine.elo):
        assert mine.elo == pytest.approx(-theirs.elo, abs=1e-6)


@given(COUNTS, st.sampled_from(["logistic", "normalized"]))
def test_llr_changes_sign_with_the_engines(counts, model):  # type: ignore[no-untyped-def]
    assume(sum(counts))
    pairs = Pentanomial(counts)
    forward = Sprt(-7, 7, model=model).llr(pairs)
    assert math.isfinite(forward)
    assert forward == pytest.approx(-Sprt(-7, 7, model=model).llr(pairs.swapped()), rel=1e-6, abs=1e-6)


@given(COUNTS)
def test_a_won_pair_never_speaks_for_the_weaker_hypothesis(counts: tuple[int, int, int, int, int]) -> None:
    # Only with every class seen: the regularisation of empty ones may tip a ratio by a thousandth.
    assume(all(counts))
    test = Sprt(0, 10)
    assert test.llr(Pentanomial(counts).plus(2)) > test.llr(Pentanomial(counts)) - 1e-9


@pytest.mark.parametrize("bad", [[0.25], [2.5], [-0.5], [0.3]])
def test_impossible_pair_results_are_refused(bad: list[float]) -> None:
    with pytest.raises(ValueError, match="cannot end"):
        Pentanomial.of(bad)


@pytest.mark.parametrize(("elo0", "elo1", "alpha"), [(5, 0, 0.05), (1, 1, 0.05), (0, 5, 0.0), (0, 5, 0.7)])
def test_impossible_tests_are_refused(elo0: float, elo1: float, alpha: float) -> None:
    with pytest.raises(ValueError, match="must"):
        Sprt(elo0, elo1, alpha)


def test_no_pairs_say_nothing() -> None:
    nothing = estimate(Pentanomial())
    assert (nothing.score, nothing.los, nothing.elo) == (0.5, 0.5, 0.0)
    assert Sprt(0, 5).state(Pentanomial()).verdict is None
