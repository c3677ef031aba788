"""A player: an engine process, its clock, and what counts as its fault."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import psutil

from diabolo.arena.config import BadInput, EngineConfig, GameConfig, Limits
from diabolo.arena.faults import Fault, fault_of
from diabolo.engine import AsyncEngine, EngineError, EngineTimeout, Info, Limit
from diabolo.engine.aio import position_line

#: A line without an end that is longer than this is garbage.
MAX_LINE = 1 << 24


class GameClock:
    """The time of one player in one game."""

    def __init__(self, limits: Limits) -> None:
        """Set the clock."""
        self.clock = limits.clock
        self.left = limits.clock.time if limits.clock else None
        self.turns_left = limits.clock.turns if limits.clock else None

    def spend(self, seconds: float) -> None:
        """Take the time of a turn off, and add what a turn gains."""
        if self.clock is None or self.left is None:
            return
        # A turn within the margin may take more than is left.
        self.left = max(0.0, self.left - seconds) + self.clock.increment
        if self.turns_left is not None:
            self.turns_left -= 1
            if self.turns_left == 0:
                self.turns_left = self.clock.turns
                self.left += self.clock.time


@dataclass(frozen=True)
class Thought:
    """A turn and what it took."""

    turn: str
    info: Info
    elapsed: float
    """Seconds between the ``go`` and the ``bestmove``."""
    arrived: float
    """``time.perf_counter()`` when the ``bestmove`` was read."""


@dataclass(frozen=True)
class Patience:
    """How long an engine is waited for; seconds."""

    margin: float
    hang: float
    search: float


class Player:
    """A running engine."""

    def __init__(self, config: EngineConfig, engine: AsyncEngine) -> None:
        """Use ``start``."""
        self.config = config
        self.engine = engine
        self._process: psutil.Process | None = None
        with contextlib.suppress(psutil.Error):
            self._process = psutil.Process(engine.pid)

    @classmethod
    async def start(
        cls,
        config: EngineConfig,
        game: GameConfig,
        *,
        timeout: float,
        cpu: int | None = None,
        log: Callable[[str, str], None] | None = None,
    ) -> Player:
        """Start an engine and set its options; ``EngineError`` if that cannot be done.

        The game's options go to engines that list them: an engine that plays one game only need not.
        """
        engine = await AsyncEngine.popen(
            config.command, cwd=config.directory, timeout=timeout, strict=True, max_line=MAX_LINE
        )
        engine.log = log
        player = cls(config, engine)
        try:
            if cpu is not None:
                player._pin(cpu)
            await engine.configure({name: v for name, v in game.options if name.lower() in engine.options})
            await engine.configure(dict(config.options))
        except BaseException:
            await engine.kill()
            raise
        return player

    def _pin(self, cpu: int) -> None:
        if self._process is None or not hasattr(self._process, "cpu_affinity"):
            raise BadInput("--pin: this system cannot pin a process to a processor")
        with contextlib.suppress(psutil.NoSuchProcess):
            self._process.cpu_affinity([cpu])

    def cpu_time(self) -> float | None:
        """Return the processor time the engine has used: seconds, all threads, in ticks of often 10 ms."""
        try:
            times = self._process.cpu_times() if self._process else None
        except psutil.Error:
            return None
        return times.user + times.system if times else None

    async def new_game(self) -> None:
        """Announce a game; ``Fault`` if the engine is not up to it."""
        try:
            await self.engine.new_game()
        except EngineError as error:
            raise fault_of(error) from None

    async def think(
        self, fen: str, tokens: Sequence[str], clocks: tuple[GameClock, GameClock], seat: int, patience: Patience
    ) -> Thought:
        """Let the engine find a turn; its time begins only when it has said that it has the position."""
        clock, limits = clocks[seat], self.config.limits
        try:
            batch = await self.engine.batch(position_line(fen, tokens))
        except EngineError as error:
            raise fault_of(error) from None
        if batch.errors:
            raise fault_of(batch.errors[0])
        allowed = min((t for t in (clock.left, limits.movetime) if t is not None), default=None)
        before = self.cpu_time()
        try:
            search = await self.engine.analysis(_limit(clocks, seat, limits))
        except EngineError as error:
            raise fault_of(error) from None
        try:
            late = False
            try:
                result = await search.wait(
                    patience.search if allowed is None else allowed + patience.margin + patience.hang
                )
            except EngineTimeout:
                # Deaf, or only without an answer, or just too slow?
                if not await self.engine.responsive(patience.hang):
                    raise Fault("hang", "no bestmove, and no readyok when asked") from None
                try:
                    result = await search.wait(patience.hang)
                    late = True
                except EngineTimeout:
                    raise Fault("no-bestmove", "answers isready, but never says bestmove") from None
        except EngineError as error:
            raise fault_of(error) from None
        finally:
            search.close()
        if late or (allowed is not None and result.elapsed > allowed + patience.margin):
            after = self.cpu_time()
            cpu = after - before if before is not None and after is not None else None
            had = patience.search if allowed is None else allowed
            used = "" if cpu is None else f", {cpu:.3f} s on the processor"
            raise Fault("time", f"{result.elapsed:.3f} s of {had:.3f} s{used}", result.elapsed, cpu)
        if result.turn is None:
            raise Fault("no-bestmove", "bestmove none in a game that goes on")
        clock.spend(result.elapsed)
        return Thought(result.turn, result.info, result.elapsed, search.started + result.elapsed)

    async def close(self, *, force: bool = False) -> None:
        """End the process."""
        if force:
            await self.engine.kill()
        else:
            await self.engine.quit()


def _limit(clocks: tuple[GameClock, GameClock], seat: int, limits: Limits) -> Limit:
    p1, p2 = clocks
    clocked = clocks[seat].left is not None
    return Limit(
        time=limits.movetime,
        depth=limits.depth,
        nodes=limits.nodes,
        p1_clock=p1.left if clocked else None,
        p2_clock=p2.left if clocked else None,
        p1_inc=p1.clock.increment if clocked and p1.clock else None,
        p2_inc=p2.clock.increment if clocked and p2.clock else None,
        remaining_turns=clocks[seat].turns_left,
    )
