"""A board as text, drawn from ``query game`` and ``query board`` alone, for any game."""

from __future__ import annotations

from collections.abc import Sequence

from diabolo.engine import GameInfo, Occupied


def board_text(game: GameInfo, board: Sequence[Occupied]) -> str:
    """Draw a board: a side's first letter, a capital where a piece is marked, the height behind it.

    >>> game = GameInfo("x", 2, 2, "White", "Black", 0, 0, (), ("ball",))
    >>> print(board_text(game, [Occupied("a1", "p1", 1, ("ball",)), Occupied("b2", "p2", 3)]))
     2  .  b3
     1  W  .
        a  b
    """
    pieces = {}
    for piece in board:
        letter = (game.p1 if piece.owner == "p1" else game.p2)[:1].lower()
        letter = letter.upper() if piece.marks else letter
        pieces[piece.square] = letter + (str(piece.height) if piece.height > 1 else "")
    width = 1 + max([len(text) for text in pieces.values()] + [2])
    files = [chr(ord("a") + file) for file in range(game.width)]
    lines = []
    for row in range(game.height, 0, -1):
        cells = "".join(pieces.get(f"{file}{row}", ".").ljust(width) for file in files)
        lines.append(f"{row:2}  {cells}".rstrip())
    lines.append(("    " + "".join(file.ljust(width) for file in files)).rstrip())
    return "\n".join(lines)
