"""``option`` lines: what an engine says can be set."""

from __future__ import annotations

from dataclasses import dataclass, field

_KEYS = ("name", "type", "default", "min", "max", "var")


@dataclass(frozen=True)
class Option:
    """One option of an engine."""

    name: str
    type: str
    """``check``, ``spin``, ``combo``, ``string``, ``button``, or what else the engine says."""
    default: str = ""
    min: str | None = None
    max: str | None = None
    values: tuple[str, ...] = field(default=())
    """The values of a ``combo``."""


def parse_option(line: str) -> Option:
    """Parse an ``option name … type … default … min … max … var …`` line.

    >>> parse_option("option name Hash type spin default 16 min 1 max 1024").max
    '1024'
    """
    found: dict[str, str] = {}
    values: list[str] = []
    key: str | None = None
    words: list[str] = []

    def close() -> None:
        if key == "var":
            values.append(" ".join(words))
        elif key is not None:
            found.setdefault(key, " ".join(words))

    for word in line.split()[1:]:
        # A name may hold any word but "type"; after it every key word counts.
        if word in _KEYS and not (key == "name" and word != "type"):
            close()
            key, words = word, []
        else:
            words.append(word)
    close()
    return Option(
        name=found.get("name", ""),
        type=found.get("type", ""),
        default=found.get("default", ""),
        min=found.get("min"),
        max=found.get("max"),
        values=tuple(values),
    )


def option_value(value: str | int | float | bool) -> str:
    """Write a value as ``setoption`` takes it.

    >>> option_value(True)
    'true'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    if "\n" in text or "\r" in text:
        raise ValueError("the value of an option cannot hold a line break")
    return text
