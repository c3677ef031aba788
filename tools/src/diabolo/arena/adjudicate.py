"""Ends that the arena gives to a game before the rules do."""

from __future__ import annotations

from diabolo.arena.config import Agreement
from diabolo.engine import Info


def claim(info: Info, agreement: Agreement) -> int:
    """Return +1 if the engine thinks that it has won, -1 if lost, else 0.

    Where both a score and a chance are asked for, either will do.
    """
    score = info.get("score")
    if agreement.score is not None and score is not None:
        if score.kind == "mate":
            return 1 if score.value > 0 else -1
        if abs(score.value) >= agreement.score:
            return 1 if score.value > 0 else -1
    wdl = info.get("wdl")
    if agreement.chance is not None and wdl is not None:
        win, draw, loss = wdl
        total = win + draw + loss
        if total and win / total >= agreement.chance:
            return 1
        if total and loss / total >= agreement.chance:
            return -1
    return 0


class AgreedScore:
    """Counts the turns for which both engines have agreed on who wins."""

    def __init__(self, agreement: Agreement) -> None:
        """Begin a game."""
        self._agreement = agreement
        self._winner = 0
        self._told = [0, 0]

    def hear(self, seat: int, info: Info) -> int | None:
        """Note what the engine of ``seat`` (0 or 1) says; return the winner's seat once both agree long enough."""
        sign = claim(info, self._agreement)
        if sign == 0:
            self._told = [0, 0]
            return None
        winner = seat if sign > 0 else 1 - seat
        if winner != self._winner:
            self._winner, self._told = winner, [0, 0]
        self._told[seat] += 1
        return winner if min(self._told) >= self._agreement.turns else None
