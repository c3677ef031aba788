"""The rules of Diablo, as plainly as they can be written, from the point of view of the side to move.

A board is a tuple of heights, square by square from a1 along the rows, positive for the side to move.
"""

from collections.abc import Iterator
from functools import cache

Board = tuple[int, ...]


def swapped(board: Board) -> Board:
    """The board seen from the other side."""
    return tuple(-height for height in board)


@cache
def targets(size: int, square: int, die: int) -> tuple[int, ...]:
    """The squares at exactly this distance in a straight line."""
    file, row = square % size, square // size
    places = [(file - die, row), (file + die, row), (file, row - die), (file, row + die)]
    return tuple(y * size + x for x, y in places if 0 <= x < size and 0 <= y < size)


def moves(board: Board, size: int, die: int) -> Iterator[tuple[bool, Board]]:
    """Each move with a die: whether it is quiet, and the board after it."""
    for square, height in enumerate(board):
        if height <= 0:
            continue
        for target in targets(size, square, die):
            there = board[target]
            if there < 0 and -there > height:
                continue
            after = list(board)
            after[square] = 0
            after[target] = height + max(there, 0)
            yield there == 0, tuple(after)


def removals(board: Board) -> Iterator[Board]:
    """Each way to take one own checker off."""
    for square, height in enumerate(board):
        if height > 0:
            yield (*board[:square], height - 1, *board[square + 1 :])


def winner(board: Board) -> int:
    """1 if the side to move has all that is left, -1 if the other side has, 0 while both are there."""
    own, other = any(height > 0 for height in board), any(height < 0 for height in board)
    return 0 if own and other else 1 if own else -1


def turns(board: Board, size: int, roll: tuple[int, int], first_turn: bool = False) -> set[Board]:
    """The boards after each turn with a roll, still seen from the side that has taken it."""
    orders = {roll, (roll[1], roll[0])}
    found: set[Board] = set()
    moved = False
    for die, other in orders:
        for quiet, after in moves(board, size, die):
            moved = True
            if first_turn or winner(after):
                found.add(after)
                continue
            second = [board for is_quiet, board in moves(after, size, other) if not (quiet and is_quiet)]
            found.update(second or removals(after))
    if moved:
        return found
    for after in removals(board):
        if first_turn or winner(after):
            found.add(after)
        else:
            found.update(removals(after))
    return found


def rolls(size: int) -> list[tuple[tuple[int, int], int]]:
    """Distinct rolls in order, with the number of throws that make each."""
    faces = size // 2
    return [((low, high), 1 if low == high else 2) for low in range(1, faces + 1) for high in range(low, faces + 1)]


@cache
def symmetries(size: int) -> list[tuple[int, ...]]:
    """For each of the eight images of the board, the square that each of its squares comes from."""
    found = []
    for number in range(8):
        origins = []
        for square in range(size * size):
            file, row = square % size, square // size
            if number & 4:
                file, row = row, file
            if number & 1:
                file = size - 1 - file
            if number & 2:
                row = size - 1 - row
            origins.append(row * size + file)
        found.append(tuple(origins))
    return found


def first_image(board: Board, size: int) -> Board:
    """One of the eight images, the same for all of them."""
    return min(tuple(board[origin] for origin in origins) for origins in symmetries(size))


def read_board(text: str) -> Board:
    """The board part of a FEN, Black positive."""
    board: list[int] = []
    for row in reversed(text.split("/")):
        cells: list[list[str]] = []
        for letter in row:
            if letter.isdigit():
                cells[-1].append(letter)
            else:
                cells.append([letter])
        for letter, *digits in cells:
            height = int("".join(digits) or "1")
            board.append({".": 0, "B": height, "G": -height}[letter])
    return tuple(board)


def start(size: int) -> Board:
    """The start: Black, positive, on a1."""
    return tuple(1 if (square % size + square // size) % 2 == 0 else -1 for square in range(size * size))
