"""From lines of a results file to game records."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from diabolo.arena.config import BadInput, MatchConfig, config_from_json
from diabolo.record import Record, TurnEntry, write_record

_SQUARE = re.compile(r"[a-z][1-9][0-9]?")


def record_of(game: dict[str, Any], config: MatchConfig, head: dict[str, Any]) -> Record:
    """Return the record of a game."""
    p1, p2 = config.engines[game["p1"]], config.engines[game["p2"]]
    headers = {
        "Game": head["game"]["name"].lower(),
        "P1": p1.name,
        "P2": p2.name,
        "Start": game["start"],
    }
    headers |= {name: value for name, value in config.game.options if name in ("AntiPlay", "Repetition")}
    if game["rolls"]:
        headers["Dice"] = "seeded" if config.dice == "seeded" else "controller"
        headers["Seed"] = game["seed"]
    headers |= {
        "P1Limit": p1.limits.text(),
        "P2Limit": p2.limits.text(),
        "Match": head["match"],
        "Number": str(game["game"] + 1),
        "Pair": str(game["pair"] + 1),
        "Date": head["created"][:10],
    }
    rolls: Sequence[str | None] = game["rolls"] or [None] * len(game["turns"])
    turns = tuple(
        TurnEntry(turn, roll, ((f"score {score} " if score else "") + f"depth {depth} time {millis:.0f}",))
        for turn, roll, score, depth, millis in zip(
            game["turns"], rolls, game["scores"], game["depths"], game["ms"], strict=True
        )
    )
    squares = tuple(square for square in game["squares"] if _SQUARE.fullmatch(square))
    remarks = (game["fault"]["detail"].splitlines()[0],) if game.get("fault") else ()
    return Record(headers, turns, game["result"], game["reason"], squares, remarks)


def records_text(head: dict[str, Any], games: Sequence[dict[str, Any]]) -> str:
    """Return the records of games in the order of their numbers."""
    config = config_from_json(head["config"])
    return "\n".join(write_record(record_of(g, config, head)) for g in sorted(games, key=lambda g: g["game"]))


def write_records(path: str, head: dict[str, Any], games: Sequence[dict[str, Any]]) -> None:
    """Write all records to a file, whole or not at all."""
    target = Path(path)
    try:
        fd, name = tempfile.mkstemp(dir=target.parent, prefix=target.name)
        with os.fdopen(fd, "w", encoding="utf-8") as file:
            file.write(records_text(head, games))
        Path(name).chmod(0o644)
        Path(name).replace(target)
    except OSError as problem:
        raise BadInput(f"{path}: {problem.strerror}") from None
