"""What people see: lines, a live table, the summary."""

from __future__ import annotations

import math
import sys
import time
from typing import Any

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from diabolo.arena.tally import Tally
from diabolo.stats import EloEstimate


def elo_text(estimate: EloEstimate) -> str:
    """Write an Elo difference with its 95 % interval."""
    if estimate.pairs == 0:
        return "no pair yet"
    if math.isinf(estimate.elo):
        return f"Elo {'+' if estimate.elo > 0 else '-'}inf"
    if math.isinf(estimate.low) or math.isinf(estimate.high):
        return f"Elo {estimate.elo:+.1f} [{estimate.low:+.0f}, {estimate.high:+.0f}]"
    return f"Elo {estimate.elo:+.1f} ± {estimate.error:.1f}"


class Expectation:
    """When the match will end if games take as long as they have so far."""

    def __init__(self, total: int, done: int) -> None:
        """Begin now, with ``done`` games there already."""
        self.total = total
        self._before = done
        self._start = time.monotonic()

    def text(self, done: int) -> str:
        """Write the expected end."""
        played = done - self._before
        if played <= 0:
            return "end unknown"
        rest = (time.monotonic() - self._start) / played * (self.total - done)
        return "ends " + time.strftime("%H:%M:%S" if rest < 86400 else "%a %H:%M", time.localtime(time.time() + rest))


def game_text(tally: Tally, game: dict[str, Any]) -> str:
    """Write one finished game as a line."""
    names = [tally.engines[game["p1"]].name, tally.engines[game["p2"]].name]
    if game["result"] == "draw":
        how = f"{names[0]} draws with {names[1]}"
    else:
        winner = 0 if game["result"] == "p1win" else 1
        how = f"{names[winner]} (p{winner + 1}) beats {names[1 - winner]}"
    detail = f": {game['fault']['detail'].splitlines()[0]}" if game.get("fault") else ""
    number = f"game {game['game'] + 1} (pair {game['pair'] + 1})"
    return f"{number}: {how}, {game['reason']}, {len(game['turns'])} turns{detail}"


def standing_text(tally: Tally) -> str:
    """Write the score of a match of two in one line, or the leader of a larger one."""
    first = max(range(len(tally.engines)), key=lambda i: tally.engines[i].points) if len(tally.engines) > 2 else 0
    engine, estimate = tally.engines[first], tally.estimate(first)
    text = f"{engine.name}: {engine.points:g}/{engine.games}, {elo_text(estimate)}, LOS {estimate.los:.1%}"
    state = tally.sprt()
    if state:
        text += f", LLR {state.llr:+.2f} [{state.lower:.2f}, {state.upper:.2f}]"
    return text


def summary_text(tally: Tally) -> str:
    """Write everything that is known at the end."""
    lines = [f"{tally.games} games"]
    for index, engine in enumerate(tally.engines):
        if not engine.games or (len(tally.engines) == 2 and index == 1):
            continue
        e = tally.estimate(index)
        against = tally.engines[1].name if len(tally.engines) == 2 else "the others"
        score = engine.points / engine.games
        lines += [
            f"{engine.name} against {against}:",
            f"  {engine.wins} won, {engine.draws} drawn, {engine.losses} lost: "
            f"{engine.points:g}/{engine.games} ({score:.2%})",
            f"  pairs 0 ½ 1 1½ 2: {' '.join(map(str, engine.pairs.counts))} ({engine.pairs.pairs} pairs)",
            f"  {elo_text(e)} (95 %, from pairs), normalised {e.nelo:+.1f} ± {e.nelo_error:.1f}, LOS {e.los:.2%}",
        ]
    state = tally.sprt()
    test = tally.config.sprt
    if state and test:
        verdict = {"H0": "H0 accepted", "H1": "H1 accepted", None: "undecided"}[state.verdict]
        lines.append(
            f"SPRT {test.model} elo0={test.elo0:g} elo1={test.elo1:g} alpha={test.alpha:g} beta={test.beta:g}: "
            f"LLR {state.llr:+.3f} [{state.lower:.3f}, {state.upper:.3f}], {verdict}"
        )
    for engine in tally.engines:
        if engine.wins_by:
            reasons = ", ".join(f"{reason} {count}" for reason, count in engine.wins_by.most_common())
            lines.append(f"wins of {engine.name}: {reasons}")
    if tally.reasons and any(engine.draws for engine in tally.engines):
        draws = {r: c - sum(e.wins_by[r] for e in tally.engines) for r, c in tally.reasons.items()}
        lines.append("draws: " + ", ".join(f"{reason} {count}" for reason, count in draws.items() if count))
    for engine in tally.engines:
        faults = ", ".join(f"{kind} {count}" for kind, count in engine.faults.most_common())
        lines.append(f"faults of {engine.name}: {faults or 'none'}")
    if tally.games:
        lines.append(f"player 1 scores {tally.first_seat_points / tally.games:.1%}")
        lines.append(
            f"length: mean {sum(tally.lengths) / tally.games:.1f} turns, "
            f"shortest {min(tally.lengths)}, longest {max(tally.lengths)}"
        )
    for engine in tally.engines:
        if engine.turns:
            lines.append(
                f"time a turn of {engine.name}: mean {engine.millis / engine.turns:.1f} ms, "
                f"longest {engine.slowest:.1f} ms ({engine.turns} turns)"
            )
    if tally.overhead is not None:
        lines.append(
            f"overhead a turn beyond the engines' time: median {tally.overhead:.2f} ms, "
            f"longest {tally.worst_overhead:.1f} ms"
        )
    return "\n".join(lines)


class PlainReporter:
    """A line a game, the standing from time to time."""

    def __init__(self, tally: Tally, total: int, every: int) -> None:
        """Begin; games that are in the tally already were played before."""
        self._tally = tally
        self._every = every
        self._expected = Expectation(total, tally.games)
        self._total = total

    def __enter__(self) -> PlainReporter:
        """Return the reporter."""
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is left to do."""

    def game(self, game: dict[str, Any]) -> None:
        """Tell of a finished game."""
        self.say(game_text(self._tally, game))
        if self._tally.games % self._every == 0:
            done = self._tally.games
            self.say(f"  {done}/{self._total}, {standing_text(self._tally)}, {self._expected.text(done)}")

    def say(self, text: str) -> None:
        """Write lines."""
        print(text, flush=True)


class LiveReporter:
    """A table that redraws in place."""

    def __init__(self, tally: Tally, total: int) -> None:
        """Begin; games that are in the tally already were played before."""
        self._tally = tally
        self._total = total
        self._expected = Expectation(total, tally.games)
        self._last = ""
        self._live = Live(get_renderable=self._draw, refresh_per_second=4, console=Console(), transient=True)

    def __enter__(self) -> LiveReporter:
        """Begin to draw."""
        self._live.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        """Take the table away: the summary follows."""
        self._live.__exit__(None, None, None)

    def _draw(self) -> Group:
        tally = self._tally
        table = Table(title=f"{tally.games} of {self._total} games, {self._expected.text(tally.games)}")
        for column in ("engine", "points", "games", "Elo (95 %)", "LOS", "pairs 0 ½ 1 1½ 2", "faults", "ms a turn"):
            table.add_column(column, justify="left" if column == "engine" else "right")
        for index, engine in enumerate(tally.engines):
            e = tally.estimate(index)
            table.add_row(
                engine.name,
                f"{engine.points:g}",
                str(engine.games),
                elo_text(e).removeprefix("Elo "),
                f"{e.los:.1%}",
                " ".join(map(str, engine.pairs.counts)),
                " ".join(f"{kind} {count}" for kind, count in engine.faults.items()) or "-",
                f"{engine.millis / engine.turns:.1f}" if engine.turns else "-",
            )
        parts: list[Any] = [table, ProgressBar(total=self._total, completed=tally.games, width=60)]
        state = tally.sprt()
        if state:
            parts.append(Text(f"LLR {state.llr:+.2f} [{state.lower:.2f}, {state.upper:.2f}]"))
        parts.append(Text(self._last))
        return Group(*parts)

    def game(self, game: dict[str, Any]) -> None:
        """Tell of a finished game."""
        self._last = game_text(self._tally, game)

    def say(self, text: str) -> None:
        """Write lines above the table."""
        self._live.console.print(text, markup=False, highlight=False)


def make_reporter(tally: Tally, total: int, *, plain: bool, every: int) -> PlainReporter | LiveReporter:
    """Return the live table on a terminal, lines elsewhere."""
    if plain or not sys.stdout.isatty():
        return PlainReporter(tally, total, every)
    return LiveReporter(tally, total)
