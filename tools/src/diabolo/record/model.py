"""What a record holds."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

REQUIRED = ("Game", "P1", "P2", "Start")
OUTCOMES = ("p1win", "p2win", "draw", "none")


class RecordError(ValueError):
    """A text that is no record: where, and what was expected."""

    def __init__(self, line: int, column: int, message: str) -> None:
        """Keep the place (from 1, columns in characters)."""
        super().__init__(f"{line}:{column}: {message}")
        self.line = line
        self.column = column
        self.message = message


@dataclass(frozen=True)
class TurnEntry:
    """One turn."""

    turn: str
    roll: str | None = None
    remarks: tuple[str, ...] = ()
    """The texts in braces behind the turn."""


@dataclass(frozen=True)
class Record:
    """One game."""

    headers: dict[str, str]
    turns: tuple[TurnEntry, ...]
    outcome: str
    """``p1win``, ``p2win``, ``draw``, or ``none`` for a game that was broken off."""
    reason: str
    squares: tuple[str, ...] = ()
    """The squares that decided the game."""
    remarks: tuple[str, ...] = field(default=())

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.headers["Game"]

    @property
    def start(self) -> str:
        """The FEN that the game began from."""
        return self.headers["Start"]

    def tokens(self) -> list[str]:
        """Return turns and rolls as a ``position`` command takes them behind ``moves``.

        A roll that the starting position already holds is left out.
        """
        tokens: list[str] = []
        for number, entry in enumerate(self.turns):
            if entry.roll and not (number == 0 and roll_in_fen(self.start)):
                tokens.append(entry.roll)
            tokens.append(entry.turn)
        return tokens


def roll_in_fen(fen: str) -> bool:
    """Whether a FEN says what was thrown."""
    return any(re.fullmatch(r"\d+-\d+", word) for word in fen.split())


def value_problem(key: str, value: str) -> str | None:
    """Return what the value of a header should be, if it is not."""
    patterns = {
        "Game": (r"[a-z][a-z0-9-]*", "a name in lower case"),
        "P1": (r".+", "a name"),
        "P2": (r".+", "a name"),
        "Start": (r".+", "a FEN"),
        "AntiPlay": (r"true|false", "true or false"),
        "Repetition": (r"0|[1-9][0-9]{0,8}", "a number"),
        "Dice": (r"controller|seeded", "controller or seeded"),
        "Seed": (r"0|[1-9][0-9]{0,19}", "a number below 2^64"),
    }
    if key not in patterns:
        return None
    pattern, expected = patterns[key]
    good = re.fullmatch(pattern, value, re.DOTALL) is not None
    if key == "Seed" and good:
        good = int(value) < 1 << 64
    return None if good else expected
