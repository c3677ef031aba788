"""Read game records: a descent over characters that stops at the first one that cannot be right."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from diabolo.record.model import OUTCOMES, REQUIRED, Record, RecordError, TurnEntry, value_problem

_LOWER = frozenset("abcdefghijklmnopqrstuvwxyz")
_UPPER = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_NONZERO = frozenset("123456789")
_DIGIT = _NONZERO | {"0"}


def parse_records(text: str | bytes) -> list[Record]:
    """Parse a file of records; ``RecordError`` names the place of what is wrong.

    >>> text = '[Game "diablo"] [P1 "a"]'
    >>> parse_records(text)
    Traceback (most recent call last):
    diabolo.record.model.RecordError: 1:17: expected the end of the line
    """
    if isinstance(text, bytes):
        try:
            text = text.decode()
        except UnicodeDecodeError as problem:
            before = problem.object[: problem.start].decode().removeprefix("\ufeff")
            line = before.count("\n") + 1
            column = len(before) - before.rfind("\n")
            raise RecordError(line, column, "expected UTF-8") from None
    return _Parser(text.removeprefix("\ufeff")).file()


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    # Characters.

    @property
    def here(self) -> str:
        """The character at hand; empty at the end of the file."""
        return self.text[self.at : self.at + 1]

    def fail(self, message: str, at: int | None = None) -> NoReturn:
        at = self.at if at is None else at
        line = self.text.count("\n", 0, at) + 1
        raise RecordError(line, at - self.text.rfind("\n", 0, at), message)

    def take(self, character: str) -> None:
        if self.here != character:
            self.fail(f"expected {character}")
        self.at += 1

    def one_of(self, characters: frozenset[str], what: str) -> str:
        if self.here not in characters or not self.here:
            self.fail(f"expected {what}")
        self.at += 1
        return self.text[self.at - 1]

    def run(self, accept: Callable[[str], bool]) -> str:
        start = self.at
        while self.here and accept(self.here):
            self.at += 1
        return self.text[start : self.at]

    def blank(self) -> bool:
        return bool(self.run(lambda c: c in " \t"))

    def gap(self) -> None:
        if not self.blank():
            self.fail("expected a blank")

    def line_text(self, end: str = "") -> str:
        return self.run(lambda c: c not in "\r\n" and c != end)

    def newline(self) -> bool:
        for end in ("\r\n", "\n"):
            if self.text.startswith(end, self.at):
                self.at += len(end)
                return True
        return False

    def rest_of_line(self) -> None:
        self.blank()
        if self.here == "#":
            self.line_text()
        if self.here and not self.newline():
            self.fail("expected the end of the line")

    # Lines.

    def skip(self) -> None:
        """Pass over blank lines and comments, and the blanks that begin the next line."""
        while True:
            self.blank()
            if self.here == "#":
                self.line_text()
            elif self.here not in ("\n", "\r"):
                return
            if self.here and not self.newline():
                self.fail("expected the end of the line")

    def file(self) -> list[Record]:
        records: list[Record] = []
        self.skip()
        while self.here or not records:
            records.append(self.record())
            self.skip()
        return records

    def record(self) -> Record:
        headers: dict[str, str] = {}
        if self.here != "[":
            self.fail("expected [, the first header")
        while self.here == "[":
            self.header(headers)
            self.skip()
        if not self.here:
            self.fail("expected a turn or the result")
        if self.here in _DIGIT or self.here in _LOWER:
            for key in REQUIRED:
                if key not in headers:
                    self.fail(f"the header {key} is missing")
        turns: list[TurnEntry] = []
        while self.here in _DIGIT and self.here:
            turns.append(self.turn(len(turns) + 1, headers["Game"]))
            self.skip()
        return self.end(headers, turns)

    def header(self, headers: dict[str, str]) -> None:
        self.take("[")
        self.blank()
        start = self.at
        key = self.one_of(_UPPER, "a key that begins with a capital") + self.run(
            lambda c: c in _UPPER | _LOWER | _DIGIT
        )
        if key in headers:
            self.fail(f"the header {key} is there twice", start)
        self.gap()
        start = self.at
        headers[key] = self.string()
        expected = value_problem(key, headers[key])
        if expected:
            self.fail(f"{key}: expected {expected}", start)
        self.blank()
        self.take("]")
        self.rest_of_line()

    def string(self) -> str:
        self.take('"')
        parts = []
        while True:
            parts.append(self.run(lambda c: c not in '"\\\r\n'))
            if self.here == "\\":
                self.at += 1
                parts.append(self.one_of(frozenset('"\\'), '" or \\ behind \\'))
            else:
                self.take('"')
                return "".join(parts)

    def turn(self, number: int, game: str) -> TurnEntry:
        start = self.at
        if self.run(lambda c: c in _DIGIT) != str(number):
            self.fail(f"expected turn number {number}", start)
        self.take(".")
        self.gap()
        roll = None
        if self.here in _DIGIT and self.here:
            if game == "diaballik":
                self.fail("expected a turn: diaballik has no dice")
            roll = self.die() + "-"
            self.take("-")
            roll += self.die()
            self.gap()
        elif self.here in _LOWER and self.here and game == "diablo":
            self.fail("expected a roll such as 2-1")
        start = self.at
        self.action()
        while self.here == ",":
            self.at += 1
            self.action()
        turn = self.text[start : self.at]
        remarks = self.remarks()
        self.rest_of_line()
        return TurnEntry(turn, roll, remarks)

    def die(self) -> str:
        first = self.one_of(_NONZERO, "a die from 1")
        return first + (self.one_of(_DIGIT, "") if self.here in _DIGIT and self.here else "")

    def action(self) -> None:
        if self.here == "x" and self.text[self.at + 1 : self.at + 2] not in _DIGIT:
            self.at += 1
            self.square()
        else:
            self.square()
            self.square()

    def square(self) -> str:
        start = self.at
        self.one_of(_LOWER, "a square such as a1")
        self.one_of(_NONZERO, "a row from 1")
        if self.here in _DIGIT and self.here:
            self.at += 1
        return self.text[start : self.at]

    def remarks(self) -> tuple[str, ...]:
        remarks: list[str] = []
        while True:
            self.blank()
            if self.here != "{":
                return tuple(remarks)
            self.at += 1
            remarks.append(self.line_text("}"))
            self.take("}")

    def word(self) -> str:
        return self.run(lambda c: c in _LOWER or c in _DIGIT)

    def end(self, headers: dict[str, str], turns: list[TurnEntry]) -> Record:
        start = self.at
        if self.word() != "result":
            self.fail("expected the next turn or the result", start)
        self.gap()
        start = self.at
        outcome = self.word()
        if outcome not in OUTCOMES:
            self.fail(f"expected one of {' '.join(OUTCOMES)}", start)
        self.gap()
        reason = self.one_of(_LOWER, "a reason in lower case") + self.run(lambda c: c in _LOWER | _DIGIT | {"-"})
        squares = []
        while self.blank() and self.here in _LOWER and self.here:
            squares.append(self.square())
        remarks = self.remarks()
        self.rest_of_line()
        return Record(headers, tuple(turns), outcome, reason, tuple(squares), remarks)
