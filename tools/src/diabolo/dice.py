"""Dice and other random choices that are the same on every machine and in every version.

Everything here rests on SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom
number generators", OOPSLA 2014): the state grows by a constant and a mixing function turns
it into a 64-bit word.  ``seeded_roll`` is the definition that protocol.md gives for games
with seeded dice; a test checks it against the engine.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TypeVar

MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15
# Key of the arena, so that its streams are not those of a game with the same number as its seed.
_ARENA_KEY = 0x4152454E41  # "ARENA"

T = TypeVar("T")


def mix64(z: int) -> int:
    """Mix a 64-bit word: the output function of SplitMix64, without its increment."""
    z &= MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


class SplitMix64:
    """A stream of 64-bit words; ``below`` and ``shuffle`` reject instead of taking a modulo.

    >>> [hex(SplitMix64(0).word())]
    ['0xe220a8397b1dcdaf']
    """

    def __init__(self, state: int) -> None:
        """Begin a stream at ``state`` (taken modulo 2^64)."""
        self.state = state & MASK

    def word(self) -> int:
        """Return the next word."""
        self.state = (self.state + _GAMMA) & MASK
        return mix64(self.state)

    def below(self, bound: int) -> int:
        """Return an unbiased number in ``0..bound-1``; a bound of 1 draws no word."""
        if not 1 <= bound <= 1 << 64:
            raise ValueError(f"bound {bound} is outside 1..2^64")
        bits = (bound - 1).bit_length()
        if bits == 0:
            return 0
        while True:
            value = self.word() >> (64 - bits)
            if value < bound:
                return value

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put ``items`` into random order in place (Fisher-Yates, from the end)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def seeded_roll(seed: int, turn: int, faces: int, dice: int = 2) -> tuple[int, ...]:
    """Return the roll of turn number ``turn`` (from 1) in the game of seed ``seed``.

    A die that has one face is 1 and takes no word from the stream.

    >>> seeded_roll(1, 1, 3)
    (1, 1)
    """
    stream = SplitMix64(mix64(seed ^ mix64(turn)))
    return tuple(1 + stream.below(faces) for _ in range(dice))


def match_key(seed: int, *path: int) -> int:
    """Derive the 64-bit number of one purpose of a match from the match's seed.

    ``path`` names the purpose (see ``diabolo.arena.plan``): each step is mixed in, so that
    neighbouring pairs share nothing.
    """
    key = mix64(seed ^ _ARENA_KEY)
    for step in path:
        key = mix64(key ^ mix64(step + 1))
    return key


def roll_text(roll: tuple[int, ...]) -> str:
    """Write a roll as the protocol does: ``2-1``."""
    return "-".join(map(str, roll))
