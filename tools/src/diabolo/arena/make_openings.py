"""Make a file of balanced openings: random turns, then two searches that must call the position even.

``python -m diabolo.arena.make_openings --game diablo --board 6 --count 500 > diablo-6.fen``

Each candidate has its own random stream, ``match_key(seed, 3, candidate)``.  A shallow search
throws most of the lopsided ones away, a deeper one decides.  Both are bounded by nodes, with one
thread, so the same engine makes the same file anywhere; engine, bench signature and command stand
in its head.
"""

from __future__ import annotations

import argparse
import asyncio
import shlex
import sys

from diabolo.arena.check import signature
from diabolo.arena.settings import our_engine
from diabolo.dice import SplitMix64, match_key, roll_text
from diabolo.engine import AsyncEngine, Engine, GameInfo, Info, Limit


def chance(info: Info) -> float:
    """Return the expected score (0..1) that a search tells: its wdl, or else its score read as an Elo difference."""
    score, wdl = info.get("score"), info.get("wdl")
    if score is not None and score.kind == "mate":
        return 1.0 if score.value > 0 else 0.0
    if wdl is not None and sum(map(float, wdl)) > 0:
        return (wdl[0] + wdl[1] / 2) / (wdl[0] + wdl[1] + wdl[2])
    return 1 / (1 + 10 ** (-(score.value if score is not None else 0) / 400))


def even(engine: Engine, nodes: int, within: float) -> float | None:
    """Search the present position; return its chance if it is within ``within`` of one half."""
    infos = engine.analyse(Limit(nodes=nodes), timeout=120)
    found = chance(infos[0]) if infos else 0.0
    return found if abs(found - 0.5) <= within else None


def candidate(engine: Engine, game: GameInfo, stream: SplitMix64, least: int, most: int) -> bool:
    """Play between ``least`` and ``most`` random turns; false if the game ends on the way."""
    engine.position()
    for _ in range(least + stream.below(most - least + 1)):
        if game.dice:
            engine.moves(roll_text(tuple(1 + stream.below(game.faces) for _ in range(game.dice))))
        turns = engine.legal_turns()
        engine.moves(turns[stream.below(len(turns))])
        if engine.game_over():
            return False
    return True


def main() -> None:
    """Write openings to stdout, progress to stderr."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--game", required=True)
    parser.add_argument("--board", type=int)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=int, default=2, help="turns of both sides")
    parser.add_argument("--most", type=int, default=6)
    parser.add_argument("--within", type=float, default=0.05, help="of a chance of one half")
    parser.add_argument("--shallow", type=int, default=10_000, help="nodes of the first search")
    parser.add_argument("--deep", type=int, default=200_000, help="nodes of the second search")
    args = parser.parse_args()
    options: dict[str, str | int] = {"Game": args.game} | ({"BoardSize": args.board} if args.board else {})
    command = our_engine()
    with Engine.popen(command, options=options, timeout=120) as engine:
        judge = bench(command)
        game = engine.game()
        print(f"# {args.count} balanced openings of {game.name} {game.width}x{game.height}, made by")
        print(f"# python -m diabolo.arena.make_openings {shlex.join(sys.argv[1:])}")
        print(f"# with {engine.name}, {judge}. Behind each: the chance of the side to move, by the deeper search.")
        seen: set[str] = set()
        number = 0
        while len(seen) < args.count:
            stream = SplitMix64(match_key(args.seed, 3, number))
            number += 1
            if not candidate(engine, game, stream, args.least, args.most):
                continue
            fen = engine.fen()
            board = " ".join(fen.split()[:2])
            engine.new_game()
            if board in seen or even(engine, args.shallow, 2 * args.within) is None:
                continue
            engine.new_game()
            found = even(engine, args.deep, args.within)
            if found is None:
                continue
            seen.add(board)
            print(f"{fen}  # {found:.3f}", flush=True)
            if len(seen) % 50 == 0:
                print(f"{len(seen)} of {args.count}, {number} tried", file=sys.stderr)


def bench(command: tuple[str, ...]) -> str:
    """Return the signature of the engine that judges."""

    async def ask() -> str:
        engine = await AsyncEngine.popen(command)
        found = await signature(engine)
        await engine.kill()
        return found or "no bench"

    return asyncio.run(ask())


if __name__ == "__main__":
    main()
