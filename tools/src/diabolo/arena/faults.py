"""What an engine can do wrong: each loses the game and is counted by its kind."""

from __future__ import annotations

from typing import Literal

from diabolo.engine import EngineError, EngineTerminated, EngineTimeout

Kind = Literal[
    "crash",  # the process ended, or closed its output
    "hang",  # no answer, to isready neither
    "illegal-turn",  # the referee says so
    "time",  # the bestmove came too late
    "garbage",  # a line that is no protocol, or not UTF-8, or without an end
    "no-bestmove",  # alive, but no turn: none came, or bestmove none, or bestmove alone
    "refused-position",  # an error line for a position that the referee accepts
]
KINDS: tuple[Kind, ...] = (
    "crash",
    "hang",
    "illegal-turn",
    "time",
    "garbage",
    "no-bestmove",
    "refused-position",
)


class Fault(Exception):
    """An engine's fault."""

    def __init__(self, kind: Kind, detail: str, wall: float | None = None, cpu: float | None = None) -> None:
        """Keep what happened; times in seconds, of the turn at fault."""
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.detail = detail
        self.wall = wall
        self.cpu = cpu


class RefereeError(Exception):
    """The referee failed: nothing can be judged any more, the match ends."""


def fault_of(error: EngineError) -> Fault:
    """Return the fault that an exception of the client stands for."""
    if isinstance(error, EngineTerminated):
        return Fault("crash", str(error))
    if isinstance(error, EngineTimeout):
        return Fault("hang", str(error))
    if error.code == "garbage":
        return Fault("garbage", str(error))
    if error.code == "no-bestmove":
        return Fault("no-bestmove", str(error))
    return Fault("refused-position", f"{error.code}: {error}")
