"""The blocking client: the asynchronous one in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from diabolo.engine.aio import Analysis, AsyncEngine, Batch, PlayResult, Value
from diabolo.engine.info import Info
from diabolo.engine.limit import Limit
from diabolo.engine.options import Option
from diabolo.engine.replies import Actions, GameInfo, Legality, Occupied

T = TypeVar("T")


class _Loop:
    """An event loop that runs in a thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="engine", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            # Ctrl-C while waiting: the command is given up, its answer will be skipped.
            future.cancel()
            raise

    def close(self) -> None:
        if self._loop.is_running():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(5)
        if not self._loop.is_running():
            self._loop.close()


class Engine:
    """A UGI engine; every method waits for its answer. See ``AsyncEngine`` for what each does.

    >>> with Engine.popen(ENGINE, options={"Game": "diaballik"}) as engine:
    ...     engine.position()
    ...     engine.count()
    290
    """

    def __init__(self, loop: _Loop, engine: AsyncEngine) -> None:
        """Use ``popen`` instead."""
        self._loop = loop
        self._engine = engine
        self._closed = False

    @classmethod
    def popen(
        cls,
        command: str | Sequence[str],
        *,
        options: Mapping[str, Value] | None = None,
        timeout: float = 10.0,
        strict: bool = False,
        cwd: str | Path | None = None,
        env: Mapping[str, str] | None = None,
        max_line: int | None = None,
    ) -> Engine:
        """Start an engine, wait for its ``ugiok`` and set ``options``."""
        loop = _Loop()
        try:
            engine = loop.run(
                AsyncEngine.popen(
                    command, options=options, timeout=timeout, strict=strict, cwd=cwd, env=env, max_line=max_line
                )
            )
        except BaseException:
            loop.close()
            raise
        return cls(loop, engine)

    def __enter__(self) -> Engine:
        """Return the engine itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Quit the engine."""
        self.quit()

    @property
    def id(self) -> dict[str, str]:
        """What the engine said of itself."""
        return self._engine.id

    @property
    def name(self) -> str:
        """The engine's name."""
        return self._engine.name

    @property
    def options(self) -> dict[str, Option]:
        """The engine's options by name in lower case."""
        return self._engine.options

    @property
    def pid(self) -> int:
        """The id of the engine's process."""
        return self._engine.pid

    def batch(self, *lines: str, timeout: float | None = None) -> Batch:
        """Send commands in one write and collect the answers."""
        return self._loop.run(self._engine.batch(*lines, timeout=timeout))

    def query(self, question: str) -> list[str]:
        """Ask ``query question`` and return the words of the answer."""
        return self._loop.run(self._engine.query(question))

    def ping(self, *, timeout: float | None = None) -> float:
        """Wait for ``readyok`` and return the seconds it took."""
        return self._loop.run(self._engine.ping(timeout=timeout))

    def configure(self, options: Mapping[str, Value]) -> None:
        """Set options."""
        self._loop.run(self._engine.configure(options))

    def new_game(self) -> None:
        """Tell the engine that the next position belongs to another game."""
        self._loop.run(self._engine.new_game())

    def position(self, fen: str | None = None, turns: Sequence[str] = ()) -> None:
        """Set the position."""
        self._loop.run(self._engine.position(fen, turns))

    def moves(self, *turns: str) -> None:
        """Play turns and rolls on from the present position."""
        self._loop.run(self._engine.moves(*turns))

    def set_dice(self, roll: str) -> None:
        """Set the roll of the side to move."""
        self._loop.run(self._engine.set_dice(roll))

    def roll(self) -> str:
        """Let the engine roll."""
        return self._loop.run(self._engine.roll())

    def game(self) -> GameInfo:
        """Ask what the game looks like."""
        return self._loop.run(self._engine.game())

    def fen(self) -> str:
        """Ask for the position."""
        return self._loop.run(self._engine.fen())

    def dice(self) -> str | None:
        """Ask for the roll."""
        return self._loop.run(self._engine.dice())

    def p1_turn(self) -> bool:
        """Ask whether player 1 is to move."""
        return self._loop.run(self._engine.p1_turn())

    def game_over(self) -> bool:
        """Ask whether the game has ended."""
        return self._loop.run(self._engine.game_over())

    def result(self) -> str:
        """Ask for the result."""
        return self._loop.run(self._engine.result())

    def reason(self) -> list[str]:
        """Ask why the game ended."""
        return self._loop.run(self._engine.reason())

    def count(self) -> int:
        """Ask for the number of distinct turns."""
        return self._loop.run(self._engine.count())

    def legal_turns(self) -> list[str]:
        """Ask for every distinct turn."""
        return self._loop.run(self._engine.legal_turns())

    def is_legal(self, turn: str) -> Legality:
        """Ask whether a turn is legal."""
        return self._loop.run(self._engine.is_legal(turn))

    def board(self, partial: str = "") -> list[Occupied]:
        """Ask for the occupied squares."""
        return self._loop.run(self._engine.board(partial))

    def actions(self, partial: str = "") -> Actions:
        """Ask which actions may follow a part of a turn."""
        return self._loop.run(self._engine.actions(partial))

    def play(self, limit: Limit, *, turns: Sequence[str] = (), timeout: float | None = None) -> PlayResult:
        """Search and return the engine's turn."""
        return self._loop.run(self._engine.play(limit, turns=turns, timeout=timeout))

    def analyse(
        self, limit: Limit, *, multipv: int = 1, turns: Sequence[str] = (), timeout: float | None = None
    ) -> list[Info]:
        """Search and return the infos of the best turns."""
        return self._loop.run(self._engine.analyse(limit, multipv=multipv, turns=turns, timeout=timeout))

    def analysis(
        self, limit: Limit | None = None, *, multipv: int | None = None, turns: Sequence[str] = ()
    ) -> BlockingAnalysis:
        """Begin a search; use the result as a context manager and iterate over it."""
        return BlockingAnalysis(self._loop, self._loop.run(self._engine.analysis(limit, multipv=multipv, turns=turns)))

    def quit(self, *, timeout: float = 2.0) -> int | None:
        """End the engine; its exit code, None if it had to be ended by force."""
        if self._closed:
            return None
        self._closed = True
        try:
            return self._loop.run(self._engine.quit(timeout=timeout))
        finally:
            self._loop.close()


class BlockingAnalysis:
    """A search in progress; iterate over it for infos."""

    def __init__(self, loop: _Loop, search: Analysis) -> None:
        """Made by ``Engine.analysis``."""
        self._loop = loop
        self._search = search

    def __enter__(self) -> BlockingAnalysis:
        """Return the search itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the search if it still runs."""
        self._loop.run(self._search.__aexit__(kind, error, trace))

    def __iter__(self) -> Iterator[Info]:
        """Yield infos until the search ends."""
        while (info := self._loop.run(self._search.next_info())) is not None:
            yield info

    @property
    def lines(self) -> list[Info]:
        """The latest info of each of the best turns, best first."""
        return self._search.lines

    @property
    def rolls(self) -> dict[str, Info]:
        """The latest info about each roll, while the dice are not thrown."""
        return self._search.rolls

    @property
    def result(self) -> PlayResult | None:
        """The end of the search, once there."""
        return self._search.result

    def stop(self) -> None:
        """Ask the engine to end the search."""
        self._loop.run(self._stop())

    async def _stop(self) -> None:
        self._search.stop()

    def wait(self, timeout: float | None = None) -> PlayResult:
        """Wait for the turn."""
        return self._loop.run(self._search.wait(timeout))
