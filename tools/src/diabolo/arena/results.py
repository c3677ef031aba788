"""The results file: a header line, then one JSON line for each finished game.

A line is written with one ``write`` and synced before the next game is handed out, so that after
any sudden end the file holds whole lines and at most one torn one, which is dropped.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import diabolo
from diabolo.arena.config import BadInput, EngineConfig, MatchConfig

FORMAT = 1


def program_digest(config: EngineConfig) -> str:
    """Return a fingerprint of the files that a command names: the program, and a script behind it."""
    total = hashlib.sha256()
    for number, word in enumerate(config.command):
        path = Path(word)
        if number == 0 and "/" not in word:
            path = Path(shutil.which(word) or word)
        elif config.directory is not None:
            path = Path(config.directory) / path
        with contextlib.suppress(OSError, ValueError):
            if path.is_file():
                total.update(path.read_bytes())
    return total.hexdigest()[:16]


def header(config: MatchConfig, engines: Sequence[dict[str, Any]], game: dict[str, Any]) -> dict[str, Any]:
    """Return the header: all that is needed to repeat the match."""
    return {
        "type": "match",
        "format": FORMAT,
        "match": config.digest(),
        "config": config.canonical(),
        "engines": list(engines),
        "game": game,
        "tools": diabolo.__version__,
        "python": platform.python_version(),
        "system": platform.platform(),
        "processors": os.cpu_count(),
        "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    }


class Results:
    """The games that have been finished, in memory and, if wanted, in a file."""

    def __init__(self) -> None:
        """Begin without a file."""
        self.games: list[dict[str, Any]] = []
        self.resumed = 0
        self._fd: int | None = None

    @property
    def done(self) -> set[int]:
        """Numbers of the games that are there."""
        return {game["game"] for game in self.games}

    def open(self, path: str, head: dict[str, Any]) -> None:
        """Begin the file, or go on with it if it belongs to the same match; otherwise ``BadInput``."""
        try:
            fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as problem:
            raise BadInput(f"{path}: {problem.strerror}") from None
        try:
            self._lock(fd, path)
            size = os.fstat(fd).st_size
            if size:
                with os.fdopen(os.dup(fd), "rb") as file:
                    file.seek(0)
                    data = file.read()
                old, self.games, good = parse(path, data)
                _same_match(path, old, head)
                if good != size:
                    os.ftruncate(fd, good)
                self.resumed = len(self.games)
            self._fd = fd
            if not size:
                self._write(head)
        except BaseException:
            self._fd = None
            os.close(fd)
            raise

    @staticmethod
    def _lock(fd: int, path: str) -> None:
        try:
            import fcntl  # noqa: PLC0415
        except ImportError:  # pragma: no cover
            return
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadInput(f"{path}: another arena is writing to it") from None

    def add(self, game: dict[str, Any]) -> None:
        """Keep a finished game."""
        if self._fd is not None:
            self._write(game)
        self.games.append(game)

    def _write(self, line: dict[str, Any]) -> None:
        assert self._fd is not None
        data = (json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n").encode("utf-8", "backslashreplace")
        if os.write(self._fd, data) != len(data):
            raise OSError("the results file took only a part of a line; is the disk full?")
        os.fsync(self._fd)

    def close(self) -> None:
        """Close the file."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None


def parse(path: str, data: bytes) -> tuple[dict[str, Any], list[dict[str, Any]], int]:
    """Return header, games, and how many bytes of whole lines there are; a torn last line is left out."""
    good = data.rfind(b"\n") + 1
    lines = data[:good].split(b"\n")[:-1]
    entries = []
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line)
        except ValueError:
            raise BadInput(f"{path}:{number}: not a line of a results file") from None
        wanted = "match" if number == 1 else "game"
        if not isinstance(entry, dict) or entry.get("type") != wanted:
            raise BadInput(f"{path}:{number}: expected the line of a {wanted}")
        entries.append(entry)
    if not entries:
        raise BadInput(f"{path}:1: not a results file")
    if entries[0].get("format") != FORMAT:
        raise BadInput(f"{path}:1: format {entries[0].get('format')!r}, expected {FORMAT}")
    numbers: set[int] = set()
    for number, game in enumerate(entries[1:], 2):
        if game.get("game") in numbers:
            raise BadInput(f"{path}:{number}: game {game['game']} is there twice")
        numbers.add(game["game"])
    return entries[0], entries[1:], good


def load(path: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Read a results file."""
    try:
        data = Path(path).read_bytes()
    except OSError as problem:
        raise BadInput(f"{path}: {problem.strerror}") from None
    head, games, _ = parse(path, data)
    return head, games


def _same_match(path: str, old: dict[str, Any], new: dict[str, Any]) -> None:
    if old.get("match") != new["match"]:
        differing = _difference(old.get("config"), json.loads(json.dumps(new["config"])))
        raise BadInput(f"{path}: belongs to another match ({differing or 'its configuration'} differs)")
    for before, now in zip(old["engines"], new["engines"], strict=True):
        if before["program"] != now["program"]:
            raise BadInput(f"{path}: the program of {now['config_name']!r} has changed since this match began")


def _difference(old: object, new: object, path: str = "") -> str | None:
    """Name the first setting in which two configurations differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in new:
            found = _difference(old.get(key), new[key], f"{path}.{key}".lstrip("."))
            if found:
                return found
        return None
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, (before, now) in enumerate(zip(old, new, strict=True)):
            found = _difference(before, now, f"{path}[{index}]")
            if found:
                return found
        return None
    return None if old == new else path
