"""The documented generators."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diabolo.dice import SplitMix64, match_key, mix64, seeded_roll


def test_splitmix64_reference_words() -> None:
    # The words of seed 1234567 that Vigna's splitmix64.c gives (also on Rosetta Code).
    stream = SplitMix64(1234567)
    assert [stream.word() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_the_roll_is_the_documented_function() -> None:
    # Written out once more by hand, for six faces: three bits a die, 6 and 7 thrown again.
    for turn in range(1, 200):
        state = mix64(99 ^ mix64(turn))
        dice: list[int] = []
        while len(dice) < 2:
            state = (state + 0x9E3779B97F4A7C15) % 2**64
            top = mix64(state) >> 61
            if top < 6:
                dice.append(1 + top)
        assert seeded_roll(99, turn, 6) == tuple(dice)


@given(st.integers(0, 2**64 - 1), st.integers(1, 10**6), st.integers(1, 13))
def test_rolls_lie_on_the_dice(seed: int, turn: int, faces: int) -> None:
    roll = seeded_roll(seed, turn, faces)
    assert len(roll) == 2
    assert all(1 <= die <= faces for die in roll)


def test_all_faces_come_equally_often() -> None:
    # Chi-squared over the nine rolls of two three-faced dice; 8 degrees, 26.1 is the 0.1 % point.
    rolls = Counter(seeded_roll(5, turn, 3) for turn in range(1, 9001))
    assert len(rolls) == 9
    assert sum((count - 1000) ** 2 / 1000 for count in rolls.values()) < 26.1


def test_one_face_draws_nothing() -> None:
    stream = SplitMix64(7)
    assert stream.below(1) == 0
    assert stream.state == 7


def test_keys_differ_by_every_step() -> None:
    keys = {match_key(seed, a, b) for seed in range(5) for a in range(20) for b in range(20)}
    assert len(keys) == 2000


@given(st.integers(0, 2**64 - 1), st.lists(st.integers(), max_size=30))
def test_shuffle_keeps_the_items(seed: int, items: list[int]) -> None:
    shuffled = list(items)
    SplitMix64(seed).shuffle(shuffled)
    assert sorted(shuffled) == sorted(items)


def test_a_bound_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="bound"):
        SplitMix64(1).below(0)
