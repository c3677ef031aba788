"""Counting: from finished games to scores, pairs, reasons, faults and times."""

from __future__ import annotations

import statistics
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from diabolo.arena.config import MatchConfig
from diabolo.arena.plan import pairings
from diabolo.stats import EloEstimate, Pentanomial, SprtState, estimate

_POINTS = {"p1win": 1.0, "draw": 0.5, "p2win": 0.0}


@dataclass
class EngineTally:
    """One engine's part in the match."""

    name: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: Pentanomial = field(default_factory=Pentanomial)
    """Its pairs against all others."""
    wins_by: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    turns: int = 0
    millis: float = 0.0
    slowest: float = 0.0

    @property
    def games(self) -> int:
        """Number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Points: 1 for a win, ½ for a draw."""
        return self.wins + self.draws / 2


class Tally:
    """All numbers of a match so far."""

    def __init__(self, config: MatchConfig) -> None:
        """Begin with no games."""
        self.config = config
        self.engines = [EngineTally(engine.name) for engine in config.engines]
        self.reasons: Counter[str] = Counter()
        self.games = 0
        self.first_seat_points = 0.0
        self.lengths: list[int] = []
        self.overheads: list[float] = []
        """The median overhead a turn of each game, ms."""
        self.worst_overhead = 0.0
        self._met = pairings(config)
        self._half: dict[int, float] = {}

    def add(self, game: dict[str, Any]) -> None:
        """Count a game; its pair counts when both games are there."""
        p1, p2 = game["p1"], game["p2"]
        points = _POINTS[game["result"]]
        self.games += 1
        self.first_seat_points += points
        self.reasons[game["reason"]] += 1
        for index, own in ((p1, points), (p2, 1 - points)):
            engine = self.engines[index]
            engine.wins += own == 1
            engine.draws += own == 0.5
            engine.losses += own == 0
            if own == 1:
                engine.wins_by[game["reason"]] += 1
        if game.get("fault"):
            self.engines[p1 if game["fault"]["player"] == 1 else p2].faults[game["fault"]["kind"]] += 1
        self._times(game, p1, p2)
        self._pair(game["pair"], p1, points)

    def _times(self, game: dict[str, Any], p1: int, p2: int) -> None:
        self.lengths.append(len(game["turns"]))
        first = game["first"] - 1
        for number, millis in enumerate(game["ms"]):
            engine = self.engines[(p1, p2)[(number + first) % 2]]
            engine.turns += 1
            engine.millis += millis
            engine.slowest = max(engine.slowest, millis)
        if game["overhead_ms"]["median"] is not None:
            self.overheads.append(game["overhead_ms"]["median"])
            self.worst_overhead = max(self.worst_overhead, game["overhead_ms"]["max"])

    def _pair(self, pair: int, p1: int, points: float) -> None:
        first, second = self._met[pair % len(self._met)]
        mine = points if p1 == first else 1 - points
        if pair not in self._half:
            self._half[pair] = mine
            return
        total = self._half.pop(pair) + mine
        self.engines[first].pairs = self.engines[first].pairs.plus(total)
        self.engines[second].pairs = self.engines[second].pairs.plus(2 - total)

    def estimate(self, engine: int) -> EloEstimate:
        """Estimate an engine's strength against those it met, from its pairs."""
        return estimate(self.engines[engine].pairs)

    def sprt(self) -> SprtState | None:
        """Return where the test stands, if there is one."""
        return self.config.sprt.state(self.engines[0].pairs) if self.config.sprt else None

    @property
    def overhead(self) -> float | None:
        """Median over games of the median overhead a turn, ms."""
        return statistics.median(self.overheads) if self.overheads else None
