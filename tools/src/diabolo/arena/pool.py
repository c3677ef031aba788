"""The arena's side of the workers: processes that are handed games and give lines back."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from diabolo.arena.config import MatchConfig, RunConfig

#: A game's line is far below this.
_LIMIT = 1 << 26


class MatchFailed(Exception):
    """The match cannot go on: the referee failed, or a worker did."""


NextTask = Callable[[], Awaitable[dict[str, Any] | None]]
OnGame = Callable[[dict[str, Any]], None]


def processors() -> list[int]:
    """Return the numbers of the processors that engines may be pinned to."""
    # Only those that this process may use: a container may have been given a few.
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


class Pool:
    """As many workers as games may run at once."""

    def __init__(self, config: MatchConfig, run: RunConfig, show: Callable[[str], None]) -> None:
        """Prepare; ``play`` starts the workers."""
        self._config = config
        self._run = run
        self._show = show
        self._processes: list[asyncio.subprocess.Process] = []

    async def play(self, next_task: NextTask, on_game: OnGame) -> None:
        """Let the workers play until ``next_task`` has nothing more; close them whatever happens."""
        lanes = [asyncio.create_task(self._lane(slot, next_task, on_game)) for slot in range(self._run.concurrency)]
        try:
            await asyncio.gather(*lanes)
        finally:
            for lane in lanes:
                lane.cancel()
            await asyncio.gather(*lanes, return_exceptions=True)
            await self._close()

    async def _lane(self, slot: int, next_task: NextTask, on_game: OnGame) -> None:
        task = await next_task()
        if task is None:
            return
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "diabolo.arena.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_LIMIT,
            start_new_session=True,
        )
        self._processes.append(process)
        allowed = processors()
        self._send(
            process,
            {
                "config": self._config.canonical(),
                "cpu": allowed[slot % len(allowed)] if self._run.pin else None,
                "show": self._run.show and slot == 0,
                "log": self._run.log,
                "slot": slot,
                "start_timeout": self._run.start_timeout,
            },
        )
        while task is not None:
            self._send(process, task)
            on_game(await self._answer(process))
            task = await next_task()

    @staticmethod
    def _send(process: asyncio.subprocess.Process, message: dict[str, Any]) -> None:
        assert process.stdin is not None
        process.stdin.write((json.dumps(message) + "\n").encode())

    async def _answer(self, process: asyncio.subprocess.Process) -> dict[str, Any]:
        assert process.stdout is not None
        while True:
            line = await process.stdout.readline()
            if not line:
                raise MatchFailed(f"a worker ended with code {await process.wait()}")
            event = json.loads(line)
            if event["ev"] == "error":
                raise MatchFailed(event["text"])
            if event["ev"] == "game":
                game: dict[str, Any] = event["line"]
                return game
            self._show(event["text"])

    async def _close(self) -> None:
        """Close every worker's input, which ends it and its engines; wait until they have gone."""
        for process in self._processes:
            if process.stdin is not None:
                process.stdin.close()
        for process in self._processes:
            try:
                async with asyncio.timeout(8):
                    await process.wait()
            except TimeoutError:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
