"""``info`` lines as typed dictionaries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypedDict


class Score(NamedTuple):
    """A score from the point of view of the side to move."""

    kind: Literal["cp", "mate"]
    """``cp``: hundredths of the engine's unit. ``mate``: turns the side to move still plays."""
    value: int
    bound: Literal["exact", "lower", "upper"] = "exact"

    def __str__(self) -> str:
        """Write the score as the protocol does."""
        return f"{self.kind} {self.value}" + ("" if self.bound == "exact" else f" {self.bound}bound")


class Info(TypedDict, total=False):
    """What one ``info`` line says; a key is there only if the line has it."""

    depth: int
    seldepth: int
    multipv: int
    score: Score
    wdl: tuple[int, int, int]
    """Chances of win, draw and loss in thousandths."""
    nodes: int
    nps: int
    time: int
    """Milliseconds."""
    hashfull: int
    """Thousandths of the table in use."""
    pv: list[str]
    roll: str
    """The roll this line is about, when the dice are not thrown yet."""
    weight: int
    """Number of ways in which ``roll`` can fall."""
    string: str
    """Free text, or an error."""


_NUMBERS = ("depth", "seldepth", "multipv", "nodes", "nps", "time", "hashfull", "weight")


def _integer(words: Iterator[str]) -> int | None:
    try:
        return int(next(words, ""))
    except ValueError:
        return None


def parse_info(line: str) -> Info:
    """Parse an ``info`` line. Words that are not known, and numbers that are none, are left out.

    >>> parse_info("info depth 3 score cp -12 wdl 480 0 520 pv b1b2,b2b3 d7e7")["score"]
    Score(kind='cp', value=-12, bound='exact')
    """
    info: Info = {}
    head, _, text = line.strip().partition("string ")
    if head.split() == ["info"] and text:
        # The rest is free text, blanks included.
        info["string"] = text
        return info
    rest = line.split()
    words = iter(rest[1:])
    for word in words:
        if word in _NUMBERS:
            number = _integer(words)
            if number is not None:
                info[word] = number  # type: ignore[literal-required]
        elif word == "score":
            kind, value = next(words, ""), _integer(words)
            if kind in ("cp", "mate") and value is not None:
                info["score"] = Score("cp" if kind == "cp" else "mate", value)
        elif word in ("lowerbound", "upperbound") and "score" in info:
            info["score"] = info["score"]._replace(bound="lower" if word == "lowerbound" else "upper")
        elif word == "wdl":
            three = [_integer(words) for _ in range(3)]
            if None not in three:
                info["wdl"] = (three[0] or 0, three[1] or 0, three[2] or 0)
        elif word == "roll":
            info["roll"] = next(words, "")
        elif word == "pv":
            info["pv"] = list(words)
        elif word == "string":
            info["string"] = " ".join(words)
    return info
