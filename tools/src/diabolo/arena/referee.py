"""The referee: a separate engine process that is asked about every turn, so that no player is believed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from diabolo.arena.config import BadInput, EngineConfig, GameConfig
from diabolo.arena.faults import RefereeError
from diabolo.engine import AsyncEngine, EngineError, GameInfo, Occupied

_STATE = ("query p1turn", "query gameover", "query result", "query reason", "query dice")


@dataclass(frozen=True)
class State:
    """What the referee says of a position."""

    p1_turn: bool
    over: bool
    result: str
    reason: str
    squares: tuple[str, ...]
    dice: str | None
    """The roll; ``-`` if it is to be thrown; None in a game without dice."""


@dataclass(frozen=True)
class Ruling:
    """What the referee says of a turn: why it is illegal, or the state behind it."""

    illegal: str | None
    state: State | None


class Referee:
    """The only part of the arena that is told about rules, and it is told by an engine."""

    def __init__(self, engine: AsyncEngine, game: GameInfo) -> None:
        """Use ``start``."""
        self.engine = engine
        self.game = game

    @classmethod
    async def start(cls, config: EngineConfig, game: GameConfig, timeout: float) -> Referee:
        """Start the referee's engine and set up the game; ``BadInput`` if it cannot be."""
        try:
            engine = await AsyncEngine.popen(config.command, cwd=config.directory, timeout=timeout)
        except EngineError as problem:
            raise BadInput(f"referee: {problem}") from None
        try:
            await engine.configure(dict(config.options))
            await engine.configure(dict(game.options))
            return cls(engine, await engine.game())
        except EngineError as problem:
            await engine.kill()
            raise BadInput(f"referee {engine.name}: {problem}") from None

    async def position(self, fen: str | None, turns: Sequence[str] = ()) -> None:
        """Set a position; ``EngineError`` if it is not one."""
        await self.engine.position(fen, turns)
        # A FEN may be of another board than the game was set up with, and its dice have other faces.
        self.game = await self.engine.game()

    async def state(self) -> State:
        """Ask about the position."""
        try:
            batch = await self.engine.batch(*_STATE)
        except EngineError as problem:
            raise RefereeError(f"the referee failed: {problem}") from None
        return self._state(batch.responses)

    async def judge(self, turn: str, roll: str | None) -> Ruling:
        """Judge a turn from the present position, with the roll that was thrown for it, and play it if legal."""
        commands = [f"query islegal {turn}", f"moves {turn}", *_STATE]
        if roll is not None:
            commands.insert(0, f"moves {roll}")
        try:
            batch = await self.engine.batch(*commands)
        except EngineError as problem:
            raise RefereeError(f"the referee failed at {turn}: {problem}") from None
        if roll is not None and batch.errors and batch.errors[0].code == "bad-roll":
            raise RefereeError(f"the referee refuses the roll {roll}: {batch.errors[0]}")
        legal = batch.responses[0]
        if legal[:1] != ["true"]:
            return Ruling(" ".join(legal[1:]) or "illegal", None)
        if batch.errors:
            raise RefereeError(f"the referee calls {turn} legal, then refuses it: {batch.errors[0]}")
        return Ruling(None, self._state(batch.responses[1:]))

    async def board(self) -> list[Occupied]:
        """Ask for the occupied squares."""
        return await self.engine.board()

    @staticmethod
    def _state(responses: list[list[str]]) -> State:
        try:
            (p1,), (over,), (result,), reason, (dice,) = responses
            return State(
                p1_turn=p1 == "true",
                over=over == "true",
                result=result,
                reason=reason[0],
                squares=tuple(reason[1:]),
                dice=None if dice == "none" else dice,
            )
        except (ValueError, IndexError):
            raise RefereeError(f"the referee's answers make no sense: {responses}") from None

    async def close(self) -> None:
        """End the process."""
        await self.engine.quit()
