"""What a match is: plain data, checked once, and its canonical form."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from dataclasses import dataclass
from typing import Any, Literal

from diabolo.stats import Sprt


class BadInput(Exception):
    """The user asked for something that cannot be: one line, exit code 2."""


@dataclass(frozen=True)
class Clock:
    """A chess clock, in seconds: ``turns/time+increment``."""

    time: float
    increment: float = 0.0
    turns: int | None = None
    """Turns until the time is added again; None: the time is for the whole game."""


@dataclass(frozen=True)
class Limits:
    """What one engine may use for each turn."""

    clock: Clock | None = None
    movetime: float | None = None
    """Seconds."""
    depth: int | None = None
    nodes: int | None = None

    @property
    def empty(self) -> bool:
        """Whether nothing bounds the search."""
        return self == Limits()

    def text(self) -> str:
        """Write the limits as the command line takes them."""
        parts = []
        if self.clock:
            turns = f"{self.clock.turns}/" if self.clock.turns else ""
            parts.append(f"tc={turns}{self.clock.time:g}+{self.clock.increment:g}")
        if self.movetime is not None:
            parts.append(f"movetime={self.movetime:g}s")
        parts += [f"{name}={value}" for name, value in (("depth", self.depth), ("nodes", self.nodes)) if value]
        return " ".join(parts)


@dataclass(frozen=True)
class EngineConfig:
    """How to start an engine and what it may use."""

    name: str
    command: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    limits: Limits = Limits()
    directory: str | None = None
    restart: bool = True
    """A new process for every game.

    On a loaded machine one process is served better than its twin for as long as both live: in matches of our
    engine against itself, 1,000 pairs at 4 ms, that alone made a difference of 38 ± 14 Elo. New processes turn such
    luck into noise that the error bars see.
    """


@dataclass(frozen=True)
class GameConfig:
    """The game: options set in the referee, and in each player that has them."""

    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class OpeningConfig:
    """Where games begin."""

    kind: Literal["default", "file", "plies", "start"] = "default"
    file: str | None = None
    digest: str | None = None
    """SHA-256 of the file, so that a match cannot go on with another one."""
    order: Literal["random", "sequential"] = "random"
    plies: int = 0
    lost: int = 300
    """With ``plies``: an opening is thrown away if a shallow search finds more than this (centipawns) …"""
    chance: float = 0.85
    """… or, where the search tells chances, a winning chance above this for either side."""


@dataclass(frozen=True)
class Agreement:
    """Both engines agree for ``turns`` turns each that one of them has won."""

    turns: int
    score: int | None = None
    """Centipawns."""
    chance: float | None = None
    """Winning chance, 0.5..1."""


@dataclass(frozen=True)
class MatchConfig:
    """All that settles which games are played and how they are judged.

    Two matches with equal configurations play the same openings with the same dice.
    """

    engines: tuple[EngineConfig, ...]
    referee: EngineConfig
    game: GameConfig = GameConfig()
    openings: OpeningConfig = OpeningConfig()
    tournament: Literal["round-robin", "gauntlet"] = "round-robin"
    rounds: int = 1
    """Pairs that each two engines play."""
    seed: int = 1
    dice: Literal["thrown", "seeded"] = "thrown"
    sprt: Sprt | None = None
    max_turns: int | None = None
    agreement: Agreement | None = None
    time_margin: float = 0.02
    """Seconds that an engine may exceed its time by."""
    hang_timeout: float = 10.0
    """Seconds past its time after which a silent engine is given up."""
    search_timeout: float = 120.0
    """Seconds that a search without a time limit may take."""

    def canonical(self) -> dict[str, Any]:
        """Return the configuration as JSON data."""
        return dataclasses.asdict(self)

    def digest(self) -> str:
        """Return a fingerprint of the match."""
        text = json.dumps(self.canonical(), sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class RunConfig:
    """How a match is carried out and shown; none of it changes a game."""

    results: str | None = None
    records: str | None = None
    concurrency: int = 1
    pin: bool = False
    show: bool = False
    plain: bool = False
    report_every: int = 10
    """Plain lines: an interim result after this many games."""
    log: str | None = None
    """Directory for everything said between arena and engines."""
    bench: bool = True
    start_timeout: float = 10.0
    """Seconds in which an engine must say ``ugiok``, and answer before a match."""


def config_from_json(data: dict[str, Any]) -> MatchConfig:
    """Rebuild a configuration from its canonical form."""

    def engine(raw: dict[str, Any]) -> EngineConfig:
        limits = dict(raw["limits"])
        limits["clock"] = Clock(**limits["clock"]) if limits["clock"] else None
        return EngineConfig(
            raw["name"],
            tuple(raw["command"]),
            pairs(raw["options"]),
            Limits(**limits),
            raw["directory"],
            raw["restart"],
        )

    def pairs(raw: list[list[str]]) -> tuple[tuple[str, str], ...]:
        return tuple((name, value) for name, value in raw)

    rest = dict(data)
    rest["engines"] = tuple(engine(raw) for raw in rest["engines"])
    rest["referee"] = engine(rest["referee"])
    rest["game"] = GameConfig(pairs(rest["game"]["options"]))
    rest["openings"] = OpeningConfig(**rest["openings"])
    rest["sprt"] = Sprt(**rest["sprt"]) if rest["sprt"] else None
    rest["agreement"] = Agreement(**rest["agreement"]) if rest["agreement"] else None
    return MatchConfig(**rest)
