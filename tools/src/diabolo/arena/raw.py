"""Settings as they were written, on the command line or in a TOML file, each with its place.

Both sources have the same names: a flag ``--sprt elo0=0 elo1=5`` is the table ``[sprt]``, an
``--engine`` is one of ``[[engine]]``, and ``--rounds 100`` is ``rounds = 100``.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from diabolo.arena.config import BadInput

#: Flags that take key=value words; the value says whether a first word without = may stand there.
TABLES = {
    "engine": False,
    "each": False,
    "game": True,
    "openings": True,
    "sprt": False,
    "agree": False,
    "referee": False,
}
#: Flags that take one word.
SCALARS = (
    "rounds",
    "seed",
    "tournament",
    "dice",
    "concurrency",
    "max-turns",
    "time-margin",
    "hang-timeout",
    "start-timeout",
    "search-timeout",
    "results",
    "records",
    "report",
    "log",
)
#: Flags that take none.
SWITCHES = ("pin", "show", "plain", "no-bench")


@dataclass
class Table:
    """A group of settings."""

    where: str
    values: dict[str, object] = field(default_factory=dict)

    def place(self, key: str) -> str:
        """Say where a setting stands."""
        return f"{self.where}: {key}" if key else self.where


@dataclass
class Raw:
    """All settings of one source."""

    tables: dict[str, list[Table]] = field(default_factory=dict)
    scalars: dict[str, tuple[str, object]] = field(default_factory=dict)
    """Name to place and value."""

    def under(self, other: Raw) -> Raw:
        """Return these settings with those of ``other`` in place of them, name by name."""
        return Raw({**self.tables, **other.tables}, {**self.scalars, **other.scalars})


def _add(table: Table, key: str, value: object) -> None:
    if key in table.values:
        raise BadInput(f"{table.place(key)} is given twice")
    table.values[key] = value


def read_flags(arguments: list[str]) -> tuple[Raw, str | None]:
    """Sort the words of a command line; also return the value of ``--config``.

    A flag may begin with one dash or two.
    """
    raw, config = Raw(), None
    words = list(arguments)
    while words:
        word = words.pop(0)
        name = word.lstrip("-")
        if not word.startswith("-") or not name:
            raise BadInput(f"{word!r} belongs to no flag (see --help)")
        name, equals, inline = name.partition("=")
        values = [inline] if equals else []
        while words and not _is_flag(words[0]):
            values.append(words.pop(0))
        if name in TABLES:
            tables = raw.tables.setdefault(name, [])
            number = f" {len(tables) + 1}" if name == "engine" else ""
            if tables and name != "engine":
                raise BadInput(f"--{name} is given twice")
            table = Table(f"--{name}{number}")
            tables.append(table)
            for index, text in enumerate(values):
                key, equals, value = text.partition("=")
                if not equals and index == 0 and TABLES[name]:
                    _add(table, "", text)
                elif not equals or not key:
                    raise BadInput(f"--{name}{number}: expected key=value, found {text!r}")
                else:
                    _add(table, key, value)
        elif name in SWITCHES:
            if values:
                raise BadInput(f"--{name} takes no value, found {values[0]!r}")
            raw.scalars[name] = (f"--{name}", True)
        elif name in SCALARS or name == "config":
            if len(values) != 1:
                raise BadInput(f"--{name}: expected one value, found {' '.join(values) or 'none'}")
            if name == "config":
                config = values[0]
            elif name in raw.scalars:
                raise BadInput(f"--{name} is given twice")
            else:
                raw.scalars[name] = (f"--{name}", values[0])
        else:
            raise BadInput(f"there is no flag {word.partition('=')[0]} (see --help)")
    return raw, config


def _is_flag(word: str) -> bool:
    # A negative number is a value.
    return word.startswith("-") and not word.lstrip("-")[:1].isdigit() and word != "-"


def read_toml(path: str) -> Raw:
    """Read a TOML file."""
    try:
        data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as problem:
        raise BadInput(f"{path}: {problem.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise BadInput(f"{path}: {problem}") from None
    raw = Raw()
    for name, value in data.items():
        place = f"{path}: {name}"
        if name == "engine":
            if not isinstance(value, list):
                raise BadInput(f"{place}: write each engine as a table [[engine]]")
            raw.tables[name] = [_table(f"{path}: engine {number}", entry) for number, entry in enumerate(value, 1)]
        elif name in TABLES:
            wrapped = {"": value} if TABLES[name] and isinstance(value, str) else value
            raw.tables[name] = [_table(place, wrapped)]
        elif name in SCALARS or name in SWITCHES:
            raw.scalars[name] = (place, value)
        else:
            raise BadInput(f"{place}: there is no such setting")
    return raw


def _table(where: str, value: object) -> Table:
    if not isinstance(value, dict):
        raise BadInput(f"{where}: expected a table")
    table = Table(where)
    for key, entry in value.items():
        if key == "option" and isinstance(entry, dict):
            for name, setting in entry.items():
                _add(table, f"option.{name}", setting)
        else:
            _add(table, "" if key == "name" and where.endswith(": game") else key, entry)
    return table
