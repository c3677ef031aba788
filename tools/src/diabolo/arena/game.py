"""One game: two players, a referee, dice."""

from __future__ import annotations

import statistics
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from diabolo.arena.adjudicate import AgreedScore
from diabolo.arena.config import MatchConfig
from diabolo.arena.faults import Fault, RefereeError
from diabolo.arena.plan import PlannedGame, fen_turn_number
from diabolo.arena.player import GameClock, Patience, Player
from diabolo.arena.referee import Referee, State
from diabolo.dice import roll_text, seeded_roll
from diabolo.engine import EngineError


@dataclass(frozen=True)
class Opening:
    """Where a game begins."""

    fen: str
    seed: int
    """Of the pair's dice."""


@dataclass
class Course:
    """A game as it went: what a results file keeps of it."""

    planned: PlannedGame
    opening: Opening
    first: int = 1
    """The player who moved first."""
    turns: list[str] = field(default_factory=list)
    rolls: list[str] = field(default_factory=list)
    """The roll of each turn; empty in a game without dice."""
    scores: list[str] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    millis: list[float] = field(default_factory=list)
    """Time of each turn as charged, ms."""
    overhead: list[float] = field(default_factory=list)
    """From one bestmove to the next less the engine's time, ms; from the second turn on."""
    result: str = "none"
    reason: str = "interrupted"
    squares: tuple[str, ...] = ()
    fault: Fault | None = None
    fault_seat: int | None = None

    def json(self) -> dict[str, Any]:
        """Return the line of the results file."""
        planned = self.planned
        line: dict[str, Any] = {
            "type": "game",
            "game": planned.game,
            "pair": planned.pair,
            "round": planned.round,
            "p1": planned.p1,
            "p2": planned.p2,
            "start": self.opening.fen,
            "seed": str(self.opening.seed),
            "first": self.first,
            "result": self.result,
            "reason": self.reason,
            "squares": list(self.squares),
            "turns": self.turns,
            "rolls": self.rolls,
            "scores": self.scores,
            "depths": self.depths,
            "ms": [round(value, 2) for value in self.millis],
            "overhead_ms": {
                "median": round(statistics.median(self.overhead), 3) if self.overhead else None,
                "max": round(max(self.overhead), 3) if self.overhead else None,
            },
        }
        if self.fault is not None:
            line["fault"] = {
                "player": self.fault_seat,
                "kind": self.fault.kind,
                "detail": self.fault.detail,
                "wall_s": self.fault.wall,
                "cpu_s": self.fault.cpu,
            }
        return line


Watcher = Callable[[Course, State], Awaitable[None]]


async def play_game(
    config: MatchConfig,
    planned: PlannedGame,
    opening: Opening,
    players: tuple[Player, Player],
    referee: Referee,
    watch: Watcher | None = None,
) -> Course:
    """Play a game to its end. A fault of a player ends it; ``players`` are player 1 and player 2."""
    course = Course(planned, opening)
    fen, dice_from_fen = opening.fen, config.dice == "seeded" and referee.game.dice > 0
    if dice_from_fen:
        fen = f"{fen} seed={opening.seed}"
    try:
        await referee.position(fen)
    except EngineError as problem:
        raise RefereeError(f"the referee refuses the opening {fen!r}: {problem}") from None
    state = await referee.state()
    course.first = 1 if state.p1_turn else 2
    for seat, player in enumerate(players):
        try:
            await player.new_game()
        except Fault as fault:
            return _lost(course, seat, fault)
    clocks = (GameClock(players[0].config.limits), GameClock(players[1].config.limits))
    patience = Patience(config.time_margin, config.hang_timeout, config.search_timeout)
    agreed = AgreedScore(config.agreement) if config.agreement else None
    first_turn, tokens, arrived = fen_turn_number(fen), [], None
    while not state.over:
        if config.max_turns is not None and len(course.turns) >= config.max_turns:
            course.result, course.reason = "draw", "turn-limit"
            return course
        thrown = None
        if state.dice is not None:
            roll = state.dice
            if roll == "-":
                number = first_turn + len(course.turns)
                roll = thrown = roll_text(seeded_roll(opening.seed, number, referee.game.faces, referee.game.dice))
                tokens.append(thrown)
            course.rolls.append(roll)
        seat = 0 if state.p1_turn else 1
        try:
            thought = await players[seat].think(fen, tokens, clocks, seat, patience)
        except Fault as fault:
            return _lost(course, seat, fault)
        if arrived is not None:
            course.overhead.append((thought.arrived - arrived - thought.elapsed) * 1000)
        arrived = thought.arrived
        ruling = await referee.judge(thought.turn, thrown)
        if ruling.state is None:
            return _lost(course, seat, Fault("illegal-turn", f"{thought.turn[:80]} ({ruling.illegal})"))
        state = ruling.state
        tokens.append(thought.turn)
        course.turns.append(thought.turn)
        course.scores.append(str(thought.info.get("score", "")))
        course.depths.append(thought.info.get("depth", 0))
        course.millis.append(thought.elapsed * 1000)
        if watch is not None:
            await watch(course, state)
        if agreed and not state.over and (winner := agreed.hear(seat, thought.info)) is not None:
            course.result, course.reason = f"p{winner + 1}win", "agreed-score"
            return course
    course.result, course.reason, course.squares = state.result, state.reason, state.squares
    return course


def _lost(course: Course, seat: int, fault: Fault) -> Course:
    # A roll thrown for the turn that never came belongs to no turn.
    del course.rolls[len(course.turns) :]
    course.fault, course.fault_seat = fault, seat + 1
    course.result, course.reason = f"p{2 - seat}win", fault.kind
    return course
