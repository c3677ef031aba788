"""A search in progress."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING

from diabolo.engine.errors import EngineError, EngineTimeout, error_of_line
from diabolo.engine.info import Info, parse_info

if TYPE_CHECKING:
    from diabolo.engine.aio import AsyncEngine


@dataclass(frozen=True)
class PlayResult:
    """The end of a search."""

    turn: str | None
    """The turn; None when there is nothing to play (``bestmove none``)."""
    info: Info
    """The last line that had a score, of the best turn."""
    elapsed: float
    """Seconds from the ``go`` being written to the ``bestmove`` being read."""
    rolls: dict[str, Info] = field(default_factory=dict)
    """With dice not thrown yet: the last line about each roll."""


class Analysis:
    """A search: an asynchronous iterator over infos that ends with the ``bestmove``."""

    def __init__(self, engine: AsyncEngine, start: float, release: Callable[[], None]) -> None:
        """Made by ``AsyncEngine.analysis``."""
        self._engine = engine
        self.started = start
        """``time.perf_counter()`` when the ``go`` was written."""
        self._release: Callable[[], None] | None = release
        self._best: dict[int, Info] = {}
        self._rolls: dict[str, Info] = {}
        self._error: EngineError | None = None
        self.result: PlayResult | None = None
        """Set when the search has ended."""

    @property
    def lines(self) -> list[Info]:
        """The latest info of each of the best turns, best first."""
        return [self._best[rank] for rank in sorted(self._best)]

    @property
    def rolls(self) -> dict[str, Info]:
        """The latest info about each roll, while the dice are not thrown."""
        return self._rolls

    def stop(self) -> None:
        """Ask the engine to end the search; ``wait`` then returns soon."""
        if self.result is None and not self._engine.process.ended:
            self._engine.send("stop")

    def __aiter__(self) -> Analysis:
        """Return the search itself."""
        return self

    async def __anext__(self) -> Info:
        """Wait for the next info."""
        info = await self.next_info()
        if info is None:
            raise StopAsyncIteration
        return info

    async def next_info(self, timeout: float | None = None) -> Info | None:
        """Wait for the next info; None once the search has ended."""
        return await self._step(timeout)

    async def wait(self, timeout: float | None = None) -> PlayResult:
        """Wait for the turn; ``EngineTimeout`` after that many seconds, and you may wait again."""
        deadline = None if timeout is None else time.perf_counter() + timeout
        while self.result is None:
            try:
                await self._step(None if deadline is None else deadline - time.perf_counter())
            except EngineTimeout:
                raise EngineTimeout(f"{self._engine.name}: no bestmove within {timeout:g} s") from None
        return self.result

    async def _step(self, timeout: float | None) -> Info | None:
        """Take one line; None when it was the ``bestmove``."""
        if self.result is not None:
            return None
        while True:
            verb, line = await self._engine.receive(timeout)
            if verb == "bestmove":
                words = line.text.split()
                if len(words) < 2:
                    raise EngineError("bestmove without a turn", "no-bestmove")
                turn = None if words[1] == "none" else words[1]
                self.result = PlayResult(turn, self._best.get(1, {}), line.at - self.started, self._rolls)
                if self._error is not None and turn is None:
                    raise self._error
                return None
            if verb != "info":
                continue
            self._error = self._error or error_of_line(line.text)
            info = parse_info(line.text)
            if "roll" in info:
                self._rolls[info["roll"]] = info
            elif "score" in info or "wdl" in info:
                self._best[info.get("multipv", 1)] = info
            return info

    async def __aenter__(self) -> Analysis:
        """Return the search itself."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the search if it still runs, and free the engine for other commands."""
        try:
            if self.result is None and kind is None:
                self.stop()
                await self.wait(self._engine.timeout)
        finally:
            self.close()

    def close(self) -> None:
        """Free the engine for other commands; a ``bestmove`` still to come will be skipped."""
        if self._release is not None:
            self._release()
            self._release = None
