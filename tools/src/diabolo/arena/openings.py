"""Where games begin: a file of FENs, random turns, or the game's own start."""

from __future__ import annotations

import dataclasses
import hashlib
from importlib import resources
from pathlib import Path

from diabolo.arena.config import BadInput, MatchConfig, OpeningConfig
from diabolo.arena.plan import dice_seed, games, opening_order, opening_stream
from diabolo.arena.referee import Referee
from diabolo.dice import SplitMix64, roll_text
from diabolo.engine import EngineError, Info, Limit

#: The shallow search that throws out lost openings: the first limit met ends it.
_CHECK = Limit(depth=2, nodes=20_000)
_ATTEMPTS = 200


def read_file(path: Path, text: str) -> list[tuple[int, str]]:
    """Return the FENs of a file with their line numbers; blank lines and ``#`` comments are skipped."""
    fens = []
    for number, line in enumerate(text.splitlines(), 1):
        fen = line.partition("#")[0].strip()
        if "seed=" in fen:
            raise BadInput(f"{path}:{number}: the arena gives the seed, an opening must not hold one")
        if fen:
            fens.append((number, fen))
    if not fens:
        raise BadInput(f"{path}: no opening in it")
    return fens


def shipped(game: str, width: int) -> Path | None:
    """Return the file of balanced openings that comes with the tools, if there is one for this game."""
    path = Path(str(resources.files("diabolo"))) / "openings" / f"{game.lower()}-{width}.fen"
    return path if path.is_file() else None


def resolve(config: MatchConfig, referee: Referee) -> MatchConfig:
    """Settle what the default openings are, now that the referee has told the game."""
    if config.openings.kind != "default":
        return config
    path = shipped(referee.game.name, referee.game.width)
    if path is None or any(name == "Setup" and value != "standard" for name, value in config.game.options):
        # No file fits: two random turns for each side.
        openings = OpeningConfig("plies", plies=4)
    else:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        # By its name alone: the path differs from one installation to the next.
        openings = OpeningConfig("default", f"{path.name}", digest, config.openings.order)
    return dataclasses.replace(config, openings=openings)


class Openings:
    """Gives each pair its opening, the same one whenever it is asked."""

    def __init__(self, config: MatchConfig, referee: Referee) -> None:
        """Use ``open``."""
        self._config = config
        self._referee = referee
        self._fens: list[str] = []
        self._made: dict[int, str] = {}

    @classmethod
    async def open(cls, config: MatchConfig, referee: Referee) -> Openings:
        """Read the file, if there is one, and let the referee look at every opening that will be used."""
        self = cls(config, referee)
        kind, file = config.openings.kind, config.openings.file
        if kind == "start":
            await referee.position(None)
            self._fens = [await referee.engine.fen()]
        elif kind in ("file", "default"):
            path = shipped(referee.game.name, referee.game.width) if kind == "default" else Path(file or "")
            assert path is not None
            try:
                lines = read_file(path, path.read_text(encoding="utf-8"))
            except OSError as problem:
                raise BadInput(f"{path}: {problem.strerror}") from None
            except UnicodeDecodeError as problem:
                raise BadInput(f"{path}: {problem}") from None
            pairs = len(games(config)) // 2
            order = opening_order(config, len(lines))[:pairs]
            for index in order:
                number, fen = lines[index]
                await self._look_at(f"{path}:{number}", fen)
                self._fens.append(fen)
        return self

    async def _look_at(self, where: str, fen: str) -> None:
        try:
            await self._referee.position(fen)
            over = (await self._referee.state()).over
        except EngineError as problem:
            raise BadInput(f"{where}: the referee says: {problem}") from None
        if over:
            raise BadInput(f"{where}: the game is over in this position")

    async def fen(self, pair: int) -> str:
        """Return the opening of a pair."""
        if self._fens:
            return self._fens[pair % len(self._fens)]
        if pair not in self._made:
            self._made[pair] = await self._random(pair)
        return self._made[pair]

    def seed(self, pair: int) -> int:
        """Return the seed of a pair's dice."""
        return dice_seed(self._config, pair)

    async def _random(self, pair: int) -> str:
        for attempt in range(_ATTEMPTS):
            fen = await self._attempt(opening_stream(self._config, pair, attempt))
            if fen is not None:
                return fen
        raise BadInput(f"--openings: {_ATTEMPTS} random openings in a row were over or lost; ask for fewer plies")

    async def _attempt(self, stream: SplitMix64) -> str | None:
        """Play random turns; None if the game ends or one side is lost behind them."""
        referee, wanted = self._referee, self._config.openings
        await referee.position(None)
        for _ in range(wanted.plies):
            state = await referee.state()
            if state.over:
                return None
            if state.dice == "-":
                dice = tuple(1 + stream.below(referee.game.faces) for _ in range(referee.game.dice))
                await referee.engine.moves(roll_text(dice))
            try:
                turns = await referee.engine.legal_turns()
            except EngineError as problem:
                if problem.code == "too-long":
                    raise BadInput(f"--openings: no random ones here ({problem}): say start, or file=F") from None
                raise
            await referee.engine.moves(turns[stream.below(len(turns))])
        if (await referee.state()).over:
            return None
        infos = await referee.engine.analyse(_CHECK, timeout=60)
        return None if is_lost(infos[0] if infos else {}, wanted) else await referee.engine.fen()


def is_lost(info: Info, wanted: OpeningConfig) -> bool:
    """Whether a search thinks that the position is decided."""
    score, wdl = info.get("score"), info.get("wdl")
    if score is not None and score.kind == "mate":
        return True
    if wdl is not None and wdl[0] + wdl[1] + wdl[2] > 0:
        return max(wdl[0], wdl[2]) / (wdl[0] + wdl[1] + wdl[2]) > wanted.chance
    return score is not None and abs(score.value) > wanted.lost
