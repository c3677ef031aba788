"""Settings from text or TOML values: each reader returns the value or says what was expected."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from typing import TypeVar

from diabolo.arena.config import BadInput, Clock

T = TypeVar("T")
Reader = Callable[[str, object], T]
_UNITS = {"ms": 0.001, "s": 1.0, "min": 60.0}


def text(where: str, value: object) -> str:
    """Read a text; numbers and truth values of TOML are written out."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        result = str(value)
        if result and "\n" not in result and "\r" not in result:
            return result
    raise BadInput(f"{where}: expected a text of one line, found {value!r}")


def whole(least: int, most: int = (1 << 63) - 1) -> Reader[int]:
    """Read a whole number within bounds."""

    def read(where: str, value: object) -> int:
        written = str(value)
        if not isinstance(value, bool) and re.fullmatch(r"[+-]?\d{1,20}", written) and least <= int(written) <= most:
            return int(written)
        raise BadInput(f"{where}: expected a whole number from {least} to {most}, found {written!r}")

    return read


def number(least: float, most: float) -> Reader[float]:
    """Read a number within bounds."""

    def read(where: str, value: object) -> float:
        written = str(value)
        try:
            result = float(written)
        except ValueError:
            result = float("nan")
        if not isinstance(value, bool) and least <= result <= most:
            return result
        raise BadInput(f"{where}: expected a number from {least:g} to {most:g}, found {written!r}")

    return read


def duration(unit: str) -> Reader[float]:
    """Read a time, in seconds; a number without a unit has the one given."""

    def read(where: str, value: object) -> float:
        match = re.fullmatch(r"(\d+(?:\.\d*)?|\.\d+)(ms|s|min)?", str(value))
        if match is None or isinstance(value, bool):
            raise BadInput(f"{where}: expected a time such as 20ms or 1.5s, found {str(value)!r}")
        # Rounded, so that 20ms and 0.02s are one match.
        return round(float(match[1]) * _UNITS[match[2] or unit], 9)

    return read


def clock(where: str, value: object) -> Clock:
    """Read ``turns/time+increment``, in seconds."""
    match = re.fullmatch(r"(?:(\d{1,6})/)?(\d+(?:\.\d*)?|\.\d+)(?:\+(\d+(?:\.\d*)?|\.\d+))?", str(value))
    if match is None or isinstance(value, bool) or match[1] == "0":
        raise BadInput(f"{where}: expected turns/time+increment in seconds, such as 1+0.01, found {str(value)!r}")
    result = Clock(float(match[2]), float(match[3] or 0), int(match[1]) if match[1] else None)
    if result.time + result.increment <= 0:
        raise BadInput(f"{where}: a clock without time")
    return result


def words(where: str, value: object) -> tuple[str, ...]:
    """Read a command: a text, split as a shell would, or a list."""
    if isinstance(value, list) and value and all(isinstance(word, str) for word in value):
        return tuple(value)
    if isinstance(value, str):
        try:
            parts = shlex.split(value)
        except ValueError as problem:
            raise BadInput(f"{where}: {problem}") from None
        if parts:
            return tuple(parts)
    raise BadInput(f"{where}: expected a command, found {value!r}")


def one_of(*choices: str) -> Reader[str]:
    """Read one of some words."""

    def read(where: str, value: object) -> str:
        if value in choices:
            return str(value)
        raise BadInput(f"{where}: expected {' or '.join(choices)}, found {value!r}")

    return read


def truth(where: str, value: object) -> bool:
    """Read a truth value."""
    known = {"true": True, "false": False, "on": True, "off": False}
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in known:
        return known[value.lower()]
    raise BadInput(f"{where}: expected true or false, found {value!r}")
