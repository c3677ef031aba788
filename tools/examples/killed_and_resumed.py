"""Show that a match survives sudden ends: play it, end it with -9 twice, go on, and look at what the file holds.

Run as ``python killed_and_resumed.py GAME PAIRS [settings of the arena]`` in the tools' environment,
with DIABOLO_ENGINE set or ``diabolo`` on the PATH.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ARENA = [sys.executable, "-m", "diabolo.arena.main"]


def killed_at(command: list[str], results: Path, games: int) -> None:
    """Start the match and end it with -9 when its file holds so many games."""
    arena = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while not results.exists() or results.read_bytes().count(b"\n") <= games:
        if arena.poll() is not None:
            sys.exit("the match ended before it could be killed")
        time.sleep(0.01)
    arena.kill()
    arena.wait()
    print("killed with -9 after", results.read_bytes().count(b'"type":"game"'), "games")


def main() -> None:
    """Play, kill, go on, check."""
    game, pairs, *settings = sys.argv[1:]
    results = Path(tempfile.mkdtemp()) / "results.jsonl"
    command = [*ARENA, "--engine", "name=a", "--engine", "name=b", "--each", "movetime=20ms", "--game", *game.split()]
    command += ["--rounds", pairs, "--concurrency", "2", "--results", str(results), "--no-bench", *settings]
    start = time.monotonic()
    total = 2 * int(pairs)
    killed_at(command, results, total // 4)
    killed_at(command, results, total // 2)
    done = subprocess.run([*command, "--report", "1000000"], capture_output=True, text=True, check=True)
    print(done.stdout[done.stdout.index(f"\n{total} games") :].strip())
    lines = [json.loads(line) for line in results.read_text().splitlines()][1:]
    numbers = Counter(line["game"] for line in lines)
    pairs_seen: dict[int, list[list[list[str]]]] = {}
    for line in lines:
        pairs_seen.setdefault(line["pair"], []).append([sorted(roll.split("-")) for roll in line["rolls"]])
    same = sum(all(a == b for a, b in zip(one, two, strict=False)) for one, two in pairs_seen.values())
    print(f"{len(lines)} games in the file, {sum(n > 1 for n in numbers.values())} of them twice,")
    seconds = time.monotonic() - start
    print(f"{total - len(numbers)} missing, same dice in {same} of {len(pairs_seen)} pairs, {seconds:.0f} s")


if __name__ == "__main__":
    main()
