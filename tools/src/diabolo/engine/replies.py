"""The answers to ``query``, as data."""

from __future__ import annotations

from dataclasses import dataclass

from diabolo.engine.errors import EngineError


@dataclass(frozen=True)
class Legality:
    """Whether a turn is legal; if not, the word that says why."""

    legal: bool
    reason: str = ""


@dataclass(frozen=True)
class Occupied:
    """An occupied square."""

    square: str
    owner: str
    """``p1`` or ``p2``."""
    height: int
    marks: tuple[str, ...] = ()
    """Such as ``ball``; ``GameInfo.marks`` lists what there is."""


@dataclass(frozen=True)
class Actions:
    """What a player may do next within a turn."""

    end: bool
    """Whether the turn may stop here."""
    by_kind: dict[str, tuple[str, ...]]
    """Kind (``step``, ``pass``, ``merge``, …) to actions."""
    needs_roll: bool = False
    """The dice are to be thrown first."""

    @property
    def all(self) -> tuple[str, ...]:
        """Every action, whatever its kind."""
        return tuple(action for actions in self.by_kind.values() for action in actions)


@dataclass(frozen=True)
class GameInfo:
    """How a game looks: what a program needs to show it."""

    name: str
    width: int
    height: int
    p1: str
    p2: str
    dice: int
    faces: int
    kinds: tuple[str, ...]
    marks: tuple[str, ...]


def parse_legality(words: list[str]) -> Legality:
    """Parse the answer to ``query islegal``."""
    if not words or words[0] not in ("true", "false"):
        raise EngineError(f"islegal: expected true or false, found {' '.join(words)!r}")
    return Legality(words[0] == "true", " ".join(words[1:]))


def parse_board(words: list[str]) -> list[Occupied]:
    """Parse the answer to ``query board``.

    >>> parse_board(["d1:p1:1:ball"])
    [Occupied(square='d1', owner='p1', height=1, marks=('ball',))]
    """
    squares = []
    for word in words:
        square, owner, height, *marks = [*word.split(":"), "", ""][: max(3, word.count(":") + 1)]
        if not square or not owner or not height.isdecimal():
            raise EngineError(f"board: expected SQ:OWNER:HEIGHT, found {word!r}")
        squares.append(Occupied(square, owner, int(height), tuple(marks)))
    return squares


def parse_actions(words: list[str], kinds: tuple[str, ...] = ()) -> Actions:
    """Parse the answer to ``query actions``.

    ``kinds`` are the words that name a kind; without them a word that no digit ends is one.

    >>> parse_actions("end true step a1a2 b1b2 pass d1e1".split()).by_kind["pass"]
    ('d1e1',)
    """
    if len(words) < 2 or words[0] != "end" or words[1] not in ("true", "false"):
        raise EngineError(f"actions: expected end true|false, found {' '.join(words[:2])!r}")
    by_kind: dict[str, list[str]] = {}
    kind = ""
    for word in words[2:]:
        if word in kinds or (not kinds and not word[-1].isdecimal()):
            kind = word
            by_kind.setdefault(kind, [])
        elif word == "roll":
            return Actions(False, {}, needs_roll=True)
        elif not kind:
            raise EngineError(f"actions: expected a kind, found {word!r}")
        else:
            by_kind[kind].append(word)
    if list(by_kind) == ["roll"]:
        return Actions(False, {}, needs_roll=True)
    return Actions(words[1] == "true", {name: tuple(actions) for name, actions in by_kind.items()})


def parse_game(words: list[str]) -> GameInfo:
    """Parse the answer to ``query game``."""
    fields: dict[str, list[str]] = {}
    key = ""
    single = ("name", "width", "height", "p1", "p2", "dice", "faces")
    for word in words:
        if key in single and not fields[key]:
            fields[key].append(word)
        elif word in (*single, "kinds", "marks") and word not in fields:
            key = word
            fields[key] = []
        elif key in ("kinds", "marks"):
            fields[key].append(word)
        # Anything else belongs to a field that a later protocol number added.
    try:
        return GameInfo(
            name=fields["name"][0],
            width=int(fields["width"][0]),
            height=int(fields["height"][0]),
            p1=fields["p1"][0],
            p2=fields["p2"][0],
            dice=int(fields["dice"][0]),
            faces=int(fields["faces"][0]),
            kinds=tuple(fields.get("kinds", ())),
            marks=tuple(fields.get("marks", ())),
        )
    except (KeyError, IndexError, ValueError) as problem:
        raise EngineError(f"game: cannot read {' '.join(words)!r} ({problem!r})") from None
