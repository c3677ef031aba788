"""A worker: a process that plays one game at a time, driven by JSON lines.

Games run in processes of their own, so that neither another game nor the live table can delay
the moment at which an engine's answer is read: its clock would pay for it.  When the arena goes
away, however it ends, the worker's input closes, and it takes its engines with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from diabolo.arena.boardtext import board_text
from diabolo.arena.config import BadInput, MatchConfig, config_from_json
from diabolo.arena.faults import RefereeError, fault_of
from diabolo.arena.game import Course, Opening, play_game
from diabolo.arena.plan import PlannedGame
from diabolo.arena.player import Player
from diabolo.arena.referee import Referee, State
from diabolo.engine import EngineError


def _say(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


class Worker:
    """The engines of one place at the table."""

    def __init__(self, setup: dict[str, Any]) -> None:
        """Take the match's configuration and this worker's own settings."""
        self.config: MatchConfig = config_from_json(setup["config"])
        self._cpu: int | None = setup["cpu"]
        self._show: bool = setup["show"]
        self._log: str | None = setup["log"]
        self._slot: int = setup["slot"]
        self._start_timeout: float = setup["start_timeout"]
        self._players: dict[int, Player] = {}
        self._referee: Referee | None = None
        self._logs: dict[str, TextIO] = {}

    def _logger(self, name: str) -> Callable[[str, str], None] | None:
        if self._log is None:
            return None
        if name not in self._logs:
            path = Path(self._log) / f"{self._slot}-{name.replace('/', '_')}.log"
            self._logs[name] = path.open("a", encoding="utf-8", buffering=1)
        file = self._logs[name]
        return lambda mark, line: print(f"{time.time():.4f} {mark} {line}", file=file)

    async def _player(self, index: int) -> Player:
        if index not in self._players:
            engine = self.config.engines[index]
            self._players[index] = await Player.start(
                engine, self.config.game, timeout=self._start_timeout, cpu=self._cpu, log=self._logger(engine.name)
            )
            self._players[index].engine.timeout = self.config.hang_timeout
        return self._players[index]

    async def play(self, task: dict[str, Any]) -> dict[str, Any]:
        """Play one game and return its line."""
        planned = PlannedGame(task["game"], task["pair"], task["round"], task["p1"], task["p2"])
        opening = Opening(task["fen"], int(task["seed"]))
        if self._referee is None:
            self._referee = await Referee.start(self.config.referee, self.config.game, self._start_timeout)
            self._referee.engine.log = self._logger("referee")
        # In a match of many, engines that sit this game out do not stay in memory.
        seated = (planned.p1, planned.p2)
        for index in [i for i in self._players if i not in seated or self.config.engines[i].restart]:
            await self._players.pop(index).close()
        seats: list[Player] = []
        for seat, index in enumerate((planned.p1, planned.p2)):
            try:
                seats.append(await self._player(index))
            except EngineError as error:
                # It started when the match did: now it is a fault like any other.
                course = Course(planned, opening, result=f"p{2 - seat}win")
                course.fault, course.fault_seat = fault_of(error), seat + 1
                course.reason = course.fault.kind
                return course.json()
        course = await play_game(
            self.config, planned, opening, (seats[0], seats[1]), self._referee, self._watch if self._show else None
        )
        if course.fault is not None:
            index = planned.p1 if course.fault_seat == 1 else planned.p2
            await self._players.pop(index).close(force=True)
        return course.json()

    async def _watch(self, course: Course, state: State) -> None:
        assert self._referee is not None
        board = board_text(self._referee.game, await self._referee.board())
        roll = course.rolls[-1] + " " if course.rolls else ""
        names = (self._referee.game.p1, self._referee.game.p2)
        mover = names[1] if state.p1_turn else names[0]
        score = f"  {{{course.scores[-1]} depth {course.depths[-1]} time {course.millis[-1]:.0f}}}"
        head = f"game {course.planned.game + 1}, turn {len(course.turns)}, {mover}: {roll}{course.turns[-1]}{score}"
        _say({"ev": "show", "text": f"{head}\n{board}\n"})

    async def close(self) -> None:
        """End every engine at once."""
        for player in self._players.values():
            await player.close(force=True)
        if self._referee is not None:
            await self._referee.engine.kill()


async def _serve() -> None:
    reader = asyncio.StreamReader(limit=1 << 26)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    tasks: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    worker = Worker(json.loads(await reader.readline()))

    async def play_all() -> None:
        while True:
            task = await tasks.get()
            try:
                _say({"ev": "game", "line": await worker.play(task)})
            except (RefereeError, BadInput) as problem:
                _say({"ev": "error", "text": str(problem)})

    playing = asyncio.create_task(play_all())
    try:
        reading: asyncio.Task[bytes]
        while True:
            reading = asyncio.create_task(reader.readline())
            await asyncio.wait({reading, playing}, return_when=asyncio.FIRST_COMPLETED)
            if playing.done():
                playing.result()
            line = reading.result()
            if not line:
                return
            tasks.put_nowait(json.loads(line))
    finally:
        playing.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await playing
        await worker.close()


def main() -> None:
    """Serve until the input ends."""
    # Ctrl-C is the arena's affair: it closes our input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        asyncio.run(_serve())


if __name__ == "__main__":
    main()
