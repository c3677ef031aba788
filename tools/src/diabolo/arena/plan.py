"""Which games a match has, and every random number in it.

All random choices come from the match's seed by ``diabolo.dice.match_key(seed, purpose, …)``:

- purpose 0, pair: the seed S of the pair's dice. The roll of turn number t (the FEN's) is
  ``seeded_roll(S, t, faces)``, the function that protocol.md gives for seeded dice. So both games of a
  pair have the same roll at the same turn number, and ``--dice thrown`` and ``--dice seeded`` the same dice.
- purpose 1: the order of the openings file.
- purpose 2, pair, attempt: the turns and rolls of a random opening.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from diabolo.arena.config import MatchConfig
from diabolo.dice import SplitMix64, match_key


@dataclass(frozen=True)
class PlannedGame:
    """One game, before its opening is known."""

    game: int
    """Number from 0 in the whole match: twice the pair's, plus 1 for the second game."""
    pair: int
    round: int
    p1: int
    """Index of the engine that is player 1."""
    p2: int


def pairings(config: MatchConfig) -> list[tuple[int, int]]:
    """Return who plays whom in every round."""
    count = len(config.engines)
    if config.tournament == "gauntlet":
        return [(0, other) for other in range(1, count)]
    return list(itertools.combinations(range(count), 2))


def games(config: MatchConfig) -> list[PlannedGame]:
    """Return every game of the match in order: the two of a pair behind each other."""
    met = pairings(config)
    planned = []
    for pair in range(config.rounds * len(met)):
        first, second = met[pair % len(met)]
        for half, (p1, p2) in enumerate(((first, second), (second, first))):
            planned.append(PlannedGame(2 * pair + half, pair, pair // len(met), p1, p2))
    return planned


def dice_seed(config: MatchConfig, pair: int) -> int:
    """Return the seed of a pair's dice."""
    return match_key(config.seed, 0, pair)


def opening_order(config: MatchConfig, count: int) -> list[int]:
    """Return the order in which ``count`` openings are used."""
    order = list(range(count))
    if config.openings.order == "random":
        SplitMix64(match_key(config.seed, 1)).shuffle(order)
    return order


def opening_stream(config: MatchConfig, pair: int, attempt: int) -> SplitMix64:
    """Return the random words of one attempt at a random opening."""
    return SplitMix64(match_key(config.seed, 2, pair, attempt))


def fen_turn_number(fen: str) -> int:
    """Return the number of the turn that a FEN is about to play; 1 in games that do not number.

    >>> fen_turn_number("..BG2/B.../..../.... b 1-2 5 seed=7")
    5
    """
    words = [word for word in fen.split() if not word.startswith("seed=")]
    return int(words[-1]) if len(words) > 1 and words[-1].isdecimal() else 1
