"""From settings as written to a checked match."""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path
from typing import Any

from diabolo.arena import values as read
from diabolo.arena.config import (
    Agreement,
    BadInput,
    EngineConfig,
    GameConfig,
    Limits,
    MatchConfig,
    OpeningConfig,
    RunConfig,
)
from diabolo.arena.raw import Raw, Table, read_flags, read_toml
from diabolo.stats import Sprt

_ENGINE_KEYS = {"cmd": read.words, "name": read.text, "dir": read.text, "restart": read.truth}
_LIMIT_KEYS: dict[str, read.Reader[Any]] = {
    "tc": read.clock,
    "movetime": read.duration("ms"),
    "depth": read.whole(1, 1000),
    "nodes": read.whole(1),
}
#: Keys of --game, and the option each one sets.
_GAME_KEYS = {
    "": "Game",
    "board": "BoardSize",
    "setup": "Setup",
    "antiplay": "AntiPlay",
    "repetition": "Repetition",
}


def our_engine() -> tuple[str, ...]:
    """Return the command of the engine that comes with this project."""
    path = os.environ.get("DIABOLO_ENGINE") or shutil.which("diabolo")
    if not path:
        raise BadInput("no cmd= given, DIABOLO_ENGINE is not set, and no program diabolo is on the PATH")
    return (path,)


def read_settings(arguments: list[str]) -> tuple[MatchConfig, RunConfig]:
    """Read a command line, and the file it names with ``--config``: flags win over the file."""
    raw, config = read_flags(arguments)
    if config is not None:
        raw = read_toml(config).under(raw)
    return _match(raw), _run(raw)


def _values(table: Table, readers: dict[str, read.Reader[Any]]) -> dict[str, Any]:
    found = {}
    for key, value in table.values.items():
        if key not in readers:
            known = ", ".join(name for name in readers if name)
            raise BadInput(f"{table.where}: there is no {key or value!r} here; there is: {known}")
        found[key] = readers[key](table.place(key), value)
    return found


def _engine(table: Table, each: Table | None, number: int) -> EngineConfig:
    options: dict[str, str] = {}
    found: dict[str, Any] = {}
    own_limits = any(key in _LIMIT_KEYS for key in table.values)
    for source in (each, table):
        if source is None:
            continue
        plain = Table(source.where)
        for key, value in source.values.items():
            if key.startswith("option."):
                options[key.removeprefix("option.")] = read.text(source.place(key), value)
            elif not (source is each and key in _LIMIT_KEYS and own_limits):
                # Limits of an engine replace those of --each as a whole.
                plain.values[key] = value
        found |= _values(plain, {**_ENGINE_KEYS, **_LIMIT_KEYS})
    limits = Limits(found.get("tc"), found.get("movetime"), found.get("depth"), found.get("nodes"))
    command = found.get("cmd") or our_engine()
    return EngineConfig(
        name=found.get("name") or (Path(command[0]).name + (f"-{number}" if number else "")),
        command=_absolute(command, found.get("dir")),
        options=tuple(sorted(options.items())),
        limits=limits,
        directory=found.get("dir"),
        restart=found.get("restart", True),
    )


def _absolute(command: tuple[str, ...], directory: str | None) -> tuple[str, ...]:
    # A relative path must mean the same program whatever directory the engine runs in.
    if "/" in command[0] and directory is not None:
        return (str(Path(command[0]).resolve()), *command[1:])
    return command


def _one(raw: Raw, name: str) -> Table | None:
    tables = raw.tables.get(name)
    return tables[0] if tables else None


def _openings(table: Table | None) -> OpeningConfig:
    if table is None:
        return OpeningConfig()
    found = _values(
        table,
        {
            "": read.one_of("start"),
            "file": read.text,
            "order": read.one_of("random", "sequential"),
            "plies": read.whole(1, 1000),
            "lost": read.whole(1),
            "chance": read.number(0.5, 1),
        },
    )
    kinds = [key for key in ("", "file", "plies") if key in found]
    if len(kinds) > 1:
        raise BadInput(f"{table.where}: choose one of start, file= and plies=")
    order = found.get("order", "random")
    if kinds == ["file"]:
        path = Path(found["file"])
        try:
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
        except OSError as problem:
            raise BadInput(f"{table.place('file')}: {path}: {problem.strerror}") from None
        return OpeningConfig("file", str(path), digest, order)
    if kinds == ["plies"]:
        return OpeningConfig(
            "plies", plies=found["plies"], lost=found.get("lost", 300), chance=found.get("chance", 0.85)
        )
    return OpeningConfig("start" if kinds else "default", order=order)


def _sprt(table: Table | None) -> Sprt | None:
    if table is None:
        return None
    rate, elo = read.number(0, 0.5), read.number(-1000, 1000)
    found = _values(
        table,
        {
            "elo0": elo,
            "elo1": elo,
            "alpha": rate,
            "beta": rate,
            "model": read.one_of("logistic", "normalized"),
        },
    )
    for key in ("elo0", "elo1"):
        if key not in found:
            raise BadInput(f"{table.where}: {key} is missing")
    try:
        return Sprt(**found)
    except ValueError as problem:
        raise BadInput(f"{table.where}: {problem}") from None


def _agreement(table: Table | None) -> Agreement | None:
    if table is None:
        return None
    found = _values(table, {"turns": read.whole(1, 1000), "score": read.whole(1), "chance": read.number(0.5, 1)})
    if "turns" not in found or len(found) < 2:
        raise BadInput(f"{table.where}: needs turns= and score= or chance=")
    return Agreement(found["turns"], found.get("score"), found.get("chance"))


def _match(raw: Raw) -> MatchConfig:
    each = _one(raw, "each")
    engines = tuple(_engine(table, each, number) for number, table in enumerate(raw.tables.get("engine", []), 1))
    if len(engines) < 2:
        raise BadInput(f"a match needs two engines, found {len(engines)} (--engine cmd=… name=…)")
    names = [engine.name for engine in engines]
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"two engines have the name {name!r}: give them names (--engine name=…)")
    for engine in engines:
        if engine.limits.empty:
            raise BadInput(f"engine {engine.name!r} has no limit: tc=, movetime=, depth= or nodes= (--each …)")
    game = _one(raw, "game")
    options: dict[str, str] = {}
    if game is not None:
        keys: dict[str, read.Reader[Any]] = {**dict.fromkeys(_GAME_KEYS, read.text), "antiplay": read.truth}
        for key, value in _values(game, keys).items():
            options[_GAME_KEYS[key]] = ("true" if value else "false") if isinstance(value, bool) else value
    sprt = _sprt(_one(raw, "sprt"))
    if sprt and len(engines) != 2:
        raise BadInput("--sprt tests one engine against another: it needs exactly two")

    def scalar(name: str, reader: read.Reader[Any], default: Any) -> Any:
        return reader(*raw.scalars[name]) if name in raw.scalars else default

    return MatchConfig(
        engines=engines,
        referee=_engine(_one(raw, "referee") or Table("--referee"), None, 0),
        game=GameConfig(tuple(options.items())),
        openings=_openings(_one(raw, "openings")),
        tournament=scalar("tournament", read.one_of("round-robin", "gauntlet"), "round-robin"),
        rounds=scalar("rounds", read.whole(1, 10_000_000), 1),
        seed=scalar("seed", read.whole(0, (1 << 64) - 1), 1),
        dice=scalar("dice", read.one_of("thrown", "seeded"), "thrown"),
        sprt=sprt,
        max_turns=scalar("max-turns", read.whole(1), None),
        agreement=_agreement(_one(raw, "agree")),
        time_margin=scalar("time-margin", read.duration("ms"), 0.02),
        hang_timeout=scalar("hang-timeout", read.duration("s"), 10.0),
        search_timeout=scalar("search-timeout", read.duration("s"), 120.0),
    )


def _run(raw: Raw) -> RunConfig:
    def scalar(name: str, reader: read.Reader[Any], default: Any) -> Any:
        return reader(*raw.scalars[name]) if name in raw.scalars else default

    return RunConfig(
        results=scalar("results", read.text, None),
        records=scalar("records", read.text, None),
        concurrency=scalar("concurrency", read.whole(1, 1024), 1),
        pin=scalar("pin", read.truth, False),
        show=scalar("show", read.truth, False),
        plain=scalar("plain", read.truth, False),
        report_every=scalar("report", read.whole(1), 10),
        log=scalar("log", read.text, None),
        bench=not scalar("no-bench", read.truth, False),
        start_timeout=scalar("start-timeout", read.duration("s"), 10.0),
    )
