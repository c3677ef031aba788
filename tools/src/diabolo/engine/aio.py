"""The asynchronous client: one engine, one command at a time."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from diabolo.engine.analysis import Analysis, PlayResult
from diabolo.engine.errors import EngineError, EngineTerminated, EngineTimeout, error_of_line
from diabolo.engine.info import Info
from diabolo.engine.limit import Limit
from diabolo.engine.options import Option, option_value, parse_option
from diabolo.engine.replies import (
    Actions,
    GameInfo,
    Legality,
    Occupied,
    parse_actions,
    parse_board,
    parse_game,
    parse_legality,
)
from diabolo.engine.transport import EngineProcess, Line

__all__ = ["Analysis", "AsyncEngine", "Batch", "PlayResult"]

_VERBS = frozenset({"id", "option", "ugiok", "readyok", "info", "bestmove", "response"})
Value = str | int | float | bool


class Batch(NamedTuple):
    """What came back for commands that were sent in one write."""

    responses: list[list[str]]
    """The words behind ``response``, one list for each question."""
    errors: list[EngineError]
    """Every error line, in order."""


class AsyncEngine:
    """A UGI engine in a process of its own; made by ``popen``.

    Commands wait for each other.  An answer that came too late, or was no longer wanted
    because the caller was cancelled, is owed: the next command skips it first, so that
    question and answer never get out of step.
    """

    def __init__(self, process: EngineProcess, *, timeout: float, strict: bool) -> None:
        """Use ``popen`` instead."""
        self.process = process
        self.timeout = timeout
        """Seconds that an answer may take; searches have their own."""
        self.strict = strict
        """Whether a line that is no protocol is an error; plain UGI says to skip it."""
        self.id: dict[str, str] = {}
        """What the engine said of itself: ``name``, ``author``."""
        self.options: dict[str, Option] = {}
        """Its options by name in lower case."""
        self.log: Callable[[str, str], None] | None = None
        """Called with ``>`` or ``<`` and each line sent or received."""
        self._owed: Counter[str] = Counter()
        self._busy = asyncio.Lock()
        self._kinds: tuple[str, ...] = ()

    @classmethod
    async def popen(
        cls,
        command: str | Sequence[str],
        *,
        options: Mapping[str, Value] | None = None,
        timeout: float = 10.0,
        strict: bool = False,
        cwd: str | Path | None = None,
        env: Mapping[str, str] | None = None,
        max_line: int | None = None,
    ) -> AsyncEngine:
        """Start an engine, wait for its ``ugiok`` and set ``options``.

        ``timeout`` (seconds) holds for every answer but a search's.  ``max_line`` bounds the
        memory that a line without an end may take; by default nothing does.
        """
        process = await EngineProcess.start(command, cwd=cwd, env=env, max_line=max_line)
        engine = cls(process, timeout=timeout, strict=False)
        try:
            # Many engines greet with their name before they are spoken to: that much is forgiven.
            await engine._shake_hands()
            engine.strict = strict
            if options:
                await engine.configure(options)
        except BaseException:
            await process.kill()
            raise
        return engine

    async def __aenter__(self) -> AsyncEngine:
        """Return the engine itself."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Quit the engine."""
        await self.quit()

    @property
    def name(self) -> str:
        """The engine's name, or that of its program."""
        return self.id.get("name") or self.process.name

    @property
    def pid(self) -> int:
        """The id of the engine's process."""
        return self.process.pid

    # Lines.

    def send(self, *lines: str) -> None:
        """Send lines without waiting for anything; ``batch`` is what you want."""
        for line in lines:
            if "\n" in line or "\r" in line:
                raise ValueError(f"a command cannot hold a line break: {line!r}")
            if self.log:
                self.log(">", line)
        self.process.write("".join(f"{line}\n" for line in lines))

    async def receive(self, timeout: float | None) -> tuple[str, Line]:
        """Return the next protocol line and its first word; what was owed is noted as paid."""
        deadline = None if timeout is None else time.perf_counter() + timeout
        while True:
            line = await self.process.line(None if deadline is None else deadline - time.perf_counter())
            if self.log:
                self.log("<", line.text)
            words = line.text.split(maxsplit=1)
            verb = words[0] if words else ""
            known = verb in _VERBS and line.valid
            if verb in ("bestmove", "response", "readyok", "ugiok"):
                known = known and self._owed[verb] > 0
                if known:
                    self._owed[verb] -= 1
            if known:
                return verb, line
            if words and self.strict:
                raise EngineError(f"not a line of the protocol here: {line.text[:120]!r}", "garbage")

    def expect(self, verb: str, count: int = 1) -> None:
        """Note that the engine owes ``count`` lines that begin with ``verb``."""
        self._owed[verb] += count

    @contextlib.asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Have the engine alone, with nothing owed from before."""
        async with self._busy:
            await self.settle()
            yield

    async def settle(self) -> None:
        """Skip what is owed from earlier commands (a search is stopped first)."""
        if self._owed["bestmove"]:
            self.send("stop")
        deadline = time.perf_counter() + self.timeout
        while self._owed.total():
            await self.receive(deadline - time.perf_counter())

    async def batch(self, *lines: str, timeout: float | None = None) -> Batch:
        """Send commands in one write and collect the answers of all.

        Questions are told by their first word (``query``, ``roll``); where the last command is
        none, ``isready`` marks the end.  Errors are collected, not raised.
        """
        questions = sum(line.split(maxsplit=1)[0] in ("query", "roll") for line in lines)
        closing = not lines or lines[-1].split(maxsplit=1)[0] not in ("query", "roll")
        responses: list[list[str]] = []
        errors: list[EngineError] = []
        limit = self.timeout if timeout is None else timeout
        async with self._turn():
            self.expect("response", questions)
            if closing:
                self.expect("readyok")
                lines = (*lines, "isready")
            deadline = time.perf_counter() + limit
            self.send(*lines)
            try:
                while self._owed.total():
                    verb, line = await self.receive(deadline - time.perf_counter())
                    if verb == "response":
                        responses.append(line.text.split()[1:])
                    elif error := error_of_line(line.text):
                        errors.append(error)
            except EngineTimeout:
                raise EngineTimeout(f"{self.name}: no answer to {lines[0][:60]!r} within {limit:g} s") from None
        return Batch(responses, errors)

    async def query(self, question: str, *, timeout: float | None = None) -> list[str]:
        """Ask ``query question`` and return the words of the answer."""
        return await self._ask(f"query {question}", timeout)

    async def _ask(self, line: str, timeout: float | None = None) -> list[str]:
        batch = await self.batch(line, timeout=timeout)
        (response,) = batch.responses
        if response[:1] == ["error"]:
            if batch.errors:
                raise batch.errors[0]
            raise EngineError(f"{self.name} cannot answer {line!r}", " ".join(response[1:]) or "protocol")
        return response

    async def _command(self, *lines: str, timeout: float | None = None) -> None:
        batch = await self.batch(*lines, timeout=timeout)
        if batch.errors:
            raise batch.errors[0]

    async def _shake_hands(self) -> None:
        self.expect("ugiok")
        self.send("ugi")
        deadline = time.perf_counter() + self.timeout
        while self._owed["ugiok"]:
            try:
                verb, line = await self.receive(deadline - time.perf_counter())
            except EngineTimeout:
                raise EngineTimeout(f"{self.process.name} did not say ugiok within {self.timeout:g} s") from None
            if verb == "id":
                _, key, value = [*line.text.split(maxsplit=2), "", ""][:3]
                self.id[key] = value
            elif verb == "option":
                option = parse_option(line.text)
                self.options[option.name.lower()] = option

    # The session.

    async def ping(self, *, timeout: float | None = None) -> float:
        """Send ``isready``, wait for ``readyok`` and return the seconds it took."""
        start = time.perf_counter()
        await self.batch(timeout=timeout)
        return time.perf_counter() - start

    async def configure(self, options: Mapping[str, Value]) -> None:
        """Set options; one that the engine does not list is an error, and nothing is sent."""
        for name in options:
            if name.lower() not in self.options:
                known = ", ".join(option.name for option in self.options.values()) or "none"
                raise EngineError(f"{self.name} has no option {name!r}; it has: {known}", "bad-option")
        lines = [f"setoption name {name} value {option_value(value)}" for name, value in options.items()]
        self._kinds = ()
        if lines:
            await self._command(*lines)

    async def new_game(self) -> None:
        """Tell the engine that the next position belongs to another game."""
        await self._command("uginewgame")

    async def position(self, fen: str | None = None, turns: Sequence[str] = ()) -> None:
        """Set the position: a FEN (or the start), then turns and rolls in the order they fell."""
        await self._command(position_line(fen, turns))

    async def moves(self, *turns: str) -> None:
        """Play turns and rolls on from the present position."""
        await self._command(" ".join(("moves", *turns)))

    async def set_dice(self, roll: str) -> None:
        """Set the roll of the side to move, such as ``2-1``."""
        await self._command(f"dice {roll}")

    async def roll(self) -> str:
        """Let the engine roll, and return the roll."""
        return " ".join(await self._ask("roll"))

    # Questions.

    async def game(self) -> GameInfo:
        """Ask what the game looks like."""
        info = parse_game(await self.query("game"))
        self._kinds = info.kinds
        return info

    async def fen(self) -> str:
        """Ask for the position."""
        return " ".join(await self.query("fen"))

    async def dice(self) -> str | None:
        """Ask for the roll: ``A-B``, ``-`` if not thrown yet, None in a game without dice."""
        (roll,) = await self.query("dice")
        return None if roll == "none" else roll

    async def p1_turn(self) -> bool:
        """Ask whether player 1 is to move."""
        return await self.query("p1turn") == ["true"]

    async def game_over(self) -> bool:
        """Ask whether the game has ended."""
        return await self.query("gameover") == ["true"]

    async def result(self) -> str:
        """Ask for the result: ``p1win``, ``p2win``, ``draw`` or ``none``."""
        return " ".join(await self.query("result"))

    async def reason(self) -> list[str]:
        """Ask why the game ended: a word, then the squares that decided it."""
        return await self.query("reason")

    async def count(self) -> int:
        """Ask for the number of distinct turns."""
        (number,) = await self.query("count")
        return int(number)

    async def legal_turns(self) -> list[str]:
        """Ask for every distinct turn. Past 100,000 an engine may give the number alone: an error here."""
        number, *turns = await self.query("legalmoves")
        if len(turns) != int(number):
            raise EngineError(f"{self.name} lists {len(turns)} of {number} turns", "too-long")
        return turns

    async def is_legal(self, turn: str) -> Legality:
        """Ask whether a turn is legal."""
        return parse_legality(await self.query(f"islegal {turn}"))

    async def board(self, partial: str = "") -> list[Occupied]:
        """Ask for the occupied squares, after a part of a turn if one is given."""
        return parse_board(await self.query(f"board {partial}".strip()))

    async def actions(self, partial: str = "") -> Actions:
        """Ask which actions may follow a part of a turn."""
        if not self._kinds:
            await self.game()
        return parse_actions(await self.query(f"actions {partial}".strip()), self._kinds)

    # Searches.

    async def play(self, limit: Limit, *, turns: Sequence[str] = (), timeout: float | None = None) -> PlayResult:
        """Search the present position and return the engine's turn.

        ``turns`` restricts the search.  Without ``timeout``, a search that time bounds may take
        that time and ``self.timeout`` more; one bounded by depth or nodes may take for ever.
        """
        if not limit.bounded:
            raise ValueError("play needs a limit that ends the search; analysis() does not")
        if timeout is None:
            clocks = [c for c in (limit.time, limit.p1_clock, limit.p2_clock) if c is not None]
            timeout = max(0.0, *clocks, 0.0) + self.timeout if clocks else None
        async with await self.analysis(limit, turns=turns) as search:
            return await search.wait(timeout)

    async def analyse(
        self, limit: Limit, *, multipv: int = 1, turns: Sequence[str] = (), timeout: float | None = None
    ) -> list[Info]:
        """Search within ``limit`` and return the last info of each of the ``multipv`` best turns."""
        if not limit.bounded:
            raise ValueError("analyse needs a limit that ends the search; analysis() does not")
        async with await self.analysis(limit, multipv=multipv, turns=turns) as search:
            await search.wait(timeout)
            return search.lines

    async def analysis(
        self, limit: Limit | None = None, *, multipv: int | None = None, turns: Sequence[str] = ()
    ) -> Analysis:
        """Begin a search and return it: iterate for infos, ``stop`` it, ``wait`` for the turn.

        Use it as a context manager: the engine is free for other commands only behind the block.
        """
        if multipv is not None and (multipv != 1 or "multipv" in self.options):
            await self.configure({"MultiPV": multipv})
        await self._busy.acquire()
        try:
            await self.settle()
            self.expect("bestmove")
            search = Analysis(self, time.perf_counter(), self._busy.release)
            self.send((limit or Limit()).go(turns=tuple(turns)))
        except BaseException:
            self._busy.release()
            raise
        return search

    async def responsive(self, timeout: float) -> bool:
        """Whether an engine that owes a ``bestmove`` still answers ``isready``."""
        self.expect("readyok")
        self.send("stop", "isready")
        deadline = time.perf_counter() + timeout
        try:
            while self._owed["readyok"]:
                await self.receive(deadline - time.perf_counter())
        except (EngineTimeout, EngineTerminated):
            return False
        return True

    async def quit(self, *, timeout: float = 2.0) -> int | None:
        """End the engine: ``quit``, and by force if it has not gone after ``timeout`` seconds."""
        self.send("quit")
        await self.process.wait_gone(timeout)
        code = self.process.returncode
        await self.process.kill()
        return code

    async def kill(self) -> None:
        """End the process at once."""
        await self.process.kill()


def position_line(fen: str | None, turns: Sequence[str]) -> str:
    """Write a ``position`` command.

    >>> position_line(None, ["1-2", "a1a2"])
    'position startpos moves 1-2 a1a2'
    """
    words = ["position", "startpos" if fen is None else f"fen {fen}"]
    if turns:
        words += ["moves", *turns]
    return " ".join(words)
