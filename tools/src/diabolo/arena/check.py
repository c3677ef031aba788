"""The look at every engine before a match: it must start and take its options."""

from __future__ import annotations

import time
from typing import Any

from diabolo.arena.config import BadInput, EngineConfig, GameConfig
from diabolo.arena.player import Player
from diabolo.arena.results import program_digest
from diabolo.engine import AsyncEngine, EngineError, EngineTimeout

BENCH_TIMEOUT = 120.0


async def introduce(
    config: EngineConfig, game: GameConfig, *, bench: bool, cpu: int | None = None, timeout: float
) -> dict[str, Any]:
    """Start an engine, note who it is, and end it; ``BadInput`` if it does not start."""
    try:
        player = await Player.start(config, game, timeout=timeout, cpu=cpu)
    except EngineError as problem:
        raise BadInput(f"engine {config.name!r}: {problem}") from None
    try:
        return {
            "config_name": config.name,
            "id": player.engine.id.get("name", ""),
            "author": player.engine.id.get("author", ""),
            "program": program_digest(config),
            "bench": await signature(player.engine) if bench else None,
        }
    finally:
        await player.close(force=True)


async def signature(engine: AsyncEngine) -> str | None:
    """Return the last line of the engine's ``bench``: two programs that play alike have the same.

    None if the engine has no such command or takes too long.
    """
    last = None
    engine.send("bench")
    deadline = time.perf_counter() + BENCH_TIMEOUT
    try:
        while True:
            verb, line = await engine.receive(deadline - time.perf_counter())
            words = line.text.split()
            if verb != "info" or words[1:3] == ["string", "error"]:
                return last
            last = " ".join(words[2:])
            if words[2:3] == ["bench"]:
                return last
    except (EngineTimeout, EngineError):
        return last
