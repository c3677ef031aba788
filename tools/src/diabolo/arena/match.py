"""A match from beginning to end."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import signal
import sys
from pathlib import Path
from typing import Any

from diabolo.arena.check import introduce
from diabolo.arena.config import BadInput, MatchConfig, RunConfig
from diabolo.arena.gamerecord import write_records
from diabolo.arena.openings import Openings, resolve
from diabolo.arena.plan import games
from diabolo.arena.pool import MatchFailed, Pool, processors
from diabolo.arena.referee import Referee
from diabolo.arena.report import make_reporter, summary_text
from diabolo.arena.results import Results, header
from diabolo.arena.tally import Tally

OK, FAILED, INTERRUPTED = 0, 1, 130


async def run_match(config: MatchConfig, run: RunConfig) -> int:
    """Play a match (or the rest of one) and print its summary; return the exit code."""
    _check_paths(run)
    referee = await Referee.start(config.referee, config.game, run.start_timeout)
    results = Results()
    try:
        config = resolve(config, referee)
        openings = await Openings.open(config, referee)
        bench = run.bench and not _begun(run)
        cpu = processors()[0] if run.pin else None
        engines = [
            await introduce(engine, config.game, bench=bench, cpu=cpu, timeout=run.start_timeout)
            for engine in config.engines
        ]
        head = header(config, engines, dataclasses.asdict(referee.game))
        if run.results is not None:
            results.open(run.results, head)
        return await _play(config, run, head, results, openings)
    finally:
        results.close()
        await referee.engine.kill()


def _begun(run: RunConfig) -> bool:
    """Whether there is a results file with a header already: its signatures stand."""
    with contextlib.suppress(OSError):
        return run.results is not None and Path(run.results).stat().st_size > 0
    return False


def _check_paths(run: RunConfig) -> None:
    if run.records is not None and Path(run.records).exists() and not _begun(run):
        raise BadInput(f"--records: {run.records} is there already")
    if run.records is not None and not Path(run.records).parent.is_dir():
        raise BadInput(f"--records: {run.records}: no such directory")
    if run.log is not None:
        try:
            Path(run.log).mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise BadInput(f"--log: {run.log}: {problem.strerror}") from None


async def _play(config: MatchConfig, run: RunConfig, head: dict[str, Any], results: Results, openings: Openings) -> int:
    tally = Tally(config)
    for game in results.games:
        tally.add(game)
    planned = games(config)
    todo = iter([game for game in planned if game.game not in results.done])
    if results.resumed:
        print(f"{run.results}: {results.resumed} of {len(planned)} games are there, going on", flush=True)
    stop = asyncio.Event()
    interrupted = False

    def decided() -> bool:
        state = tally.sprt()
        return state is not None and state.verdict is not None

    async def next_task() -> dict[str, Any] | None:
        game = next(todo, None)
        if game is None or stop.is_set():
            return None
        fen = await openings.fen(game.pair)
        return {**dataclasses.asdict(game), "fen": fen, "seed": str(openings.seed(game.pair))}

    def interrupt() -> None:
        nonlocal interrupted
        interrupted = True
        stop.set()

    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, interrupt)
    failure: str | None = None
    with make_reporter(tally, len(planned), plain=run.plain or run.show, every=run.report_every) as reporter:

        def on_game(game: dict[str, Any]) -> None:
            # Kept before it is counted: what is shown is in the file.
            results.add(game)
            tally.add(game)
            reporter.game(game)
            if decided():
                stop.set()

        if decided():
            stop.set()
        pool = Pool(config, run, reporter.say)
        playing = asyncio.create_task(pool.play(_one_at_a_time(next_task), on_game))
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait({playing, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if not playing.done():
            # Games in progress are given up; they will be played anew when the match goes on.
            playing.cancel()
        try:
            await playing
        except asyncio.CancelledError:
            pass
        except (MatchFailed, OSError) as problem:
            failure = str(problem)
    print(summary_text(tally), flush=True)
    if run.records is not None:
        write_records(run.records, head, results.games)
    if failure is not None:
        print(f"arena: {failure}", file=sys.stderr)
        return FAILED
    if interrupted:
        rest = f"; the same command goes on with {run.results}" if run.results else ""
        print(f"interrupted after {tally.games} of {len(planned)} games{rest}", flush=True)
        return INTERRUPTED
    return OK


def _one_at_a_time(next_task: Any) -> Any:
    """Let one worker at a time ask: the openings come from one referee."""
    lock = asyncio.Lock()

    async def guarded() -> dict[str, Any] | None:
        async with lock:
            task: dict[str, Any] | None = await next_task()
            return task

    return guarded
