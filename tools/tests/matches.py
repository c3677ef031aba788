"""Helpers: run the arena as its users do, and read what it left."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

from conftest import little

ARENA = [sys.executable, "-m", "diabolo.arena.main"]


def engine(name: str, *args: str, command: list[str] | None = None, **settings: str) -> list[str]:
    """Return the words of an --engine flag; the little engine if no command is given."""
    words = ["--engine", f"cmd={shlex.join(command or little(*args))}", f"name={name}"]
    return words + [f"{key}={value}" for key, value in settings.items()]


def referee(*args: str) -> list[str]:
    return ["--referee", f"cmd={shlex.join(little(*args))}"]


def run(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([*ARENA, *words], capture_output=True, text=True, timeout=160, check=False)


def arena(*words: str, code: int = 0) -> str:
    """Run a match to its end and return what it printed."""
    done = run(*words)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def start(*words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen([*ARENA, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def games(path: Path) -> list[dict[str, Any]]:
    return [line for line in lines(path) if line["type"] == "game"]


def same_dice(pair: list[dict[str, Any]]) -> bool:
    """Whether both games of a pair had the same roll at the same turn, as far as both went."""
    first, second = ([sorted(roll.split("-")) for roll in game["rolls"]] for game in pair)
    return all(a == b for a, b in zip(first, second, strict=False))


def processes_with(text: str) -> list[int]:
    """Return the processes whose command line holds a text."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and int(entry.name) != os.getpid():
            try:
                if text in (entry / "cmdline").read_bytes().decode(errors="replace"):
                    found.append(int(entry.name))
            except OSError:
                continue
    return found
