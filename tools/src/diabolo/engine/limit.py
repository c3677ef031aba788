"""When a search is to stop."""

from __future__ import annotations

from dataclasses import dataclass


def _milliseconds(seconds: float) -> str:
    return str(round(seconds * 1000))


@dataclass(frozen=True)
class Limit:
    """Limits of one search; the first one met ends it. All times are in seconds.

    >>> Limit(time=0.02, depth=3).go()
    'go movetime 20 depth 3'
    >>> Limit(p1_clock=1, p2_clock=2.5, p1_inc=0.01, p2_inc=0.01).go()
    'go p1time 1000 p2time 2500 p1inc 10 p2inc 10'
    """

    time: float | None = None
    """Time for this turn (``movetime``)."""
    depth: int | None = None
    """Turns of both sides to look ahead."""
    nodes: int | None = None
    mate: int | None = None
    """Look for a win in this many own turns."""
    p1_clock: float | None = None
    """Time left to player 1; zero and less are passed on as they are."""
    p2_clock: float | None = None
    p1_inc: float | None = None
    """Time that player 1 is given after each turn."""
    p2_inc: float | None = None
    remaining_turns: int | None = None
    """Turns until the clocks are set anew (``movestogo``)."""

    def go(self, *, infinite: bool = False, turns: tuple[str, ...] = ()) -> str:
        """Return the ``go`` command; without any limit (or with ``infinite``) the search needs a stop."""
        words = ["go"]
        for name, clock in (
            ("p1time", self.p1_clock),
            ("p2time", self.p2_clock),
            ("p1inc", self.p1_inc),
            ("p2inc", self.p2_inc),
        ):
            if clock is not None:
                words += [name, _milliseconds(clock)]
        if self.remaining_turns is not None:
            words += ["movestogo", str(self.remaining_turns)]
        if self.time is not None:
            words += ["movetime", _milliseconds(self.time)]
        for name, count in (("depth", self.depth), ("nodes", self.nodes), ("mate", self.mate)):
            if count is not None:
                words += [name, str(count)]
        if infinite or len(words) == 1:
            words.append("infinite")
        if turns:
            words += ["searchmoves", *turns]
        return " ".join(words)

    @property
    def bounded(self) -> bool:
        """Whether the search ends by itself."""
        return any(
            value is not None for value in (self.time, self.depth, self.nodes, self.mate, self.p1_clock, self.p2_clock)
        )
