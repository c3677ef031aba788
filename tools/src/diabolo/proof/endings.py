"""Files of `diabolo solve`, read by a reckoning of one's own (their form stands in src/endings/file.rs)."""

import struct
import sys
from array import array
from itertools import combinations
from math import comb
from pathlib import Path

from .rules import Board, rolls, swapped, symmetries, turns, winner

ONE = 1 << 31


class Endings:
    """The chances of all positions with little material on one board."""

    def __init__(self, path: Path) -> None:
        """Read a whole file into memory."""
        data = path.read_bytes()
        self.size: int
        self.checkers: int
        self.stacks: int
        magic, version, self.size, self.checkers, self.stacks, zero, count, _ = struct.unpack("<8sIBBBBQQ", data[:32])
        if (magic, version, zero) != (b"DIABLOEG", 1, 0) or len(data) != 32 + 4 * count:
            raise ValueError(f"{path} is no file of endings that can be read here")
        self.values: array[int] = array("I")
        self.values.frombytes(data[32:])
        if sys.byteorder == "big":
            self.values.byteswap()
        squares = self.size * self.size
        most_checkers = max(squares, self.checkers) if self.stacks >= 2 else self.checkers
        most_stacks = min(squares, max(self.checkers, self.stacks))
        # By the set of occupied squares: its class, and the squares in the order of the first image's.
        self.places: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {}
        classes = [self._classes(squares, stacks) for stacks in range(most_stacks + 1)]
        self.starts: dict[tuple[int, int], int] = {}
        begin = 0
        for checkers in range(2, most_checkers + 1):
            for stacks in range(2, min(checkers, most_stacks) + 1):
                if checkers <= self.checkers or stacks <= self.stacks:
                    self.starts[checkers, stacks] = begin
                    begin += classes[stacks] * (2**stacks - 2) * comb(checkers - 1, stacks - 1)
        if begin != count:
            raise ValueError(f"{path} holds {count} positions where {begin} are expected")

    def _classes(self, squares: int, stacks: int) -> int:
        """Numbers the classes of sets with so many squares."""
        number = 0
        # In the combinatorial number system sets are in order of their largest squares.
        for reversed_set in sorted(tuple(reversed(chosen)) for chosen in combinations(range(squares), stacks)):
            first = tuple(reversed(reversed_set))
            if first in self.places:
                continue
            for origins in symmetries(self.size):
                image = tuple(origins[square] for square in first)
                self.places.setdefault(tuple(sorted(image)), (number, image))
            number += 1
        return number

    def covers(self, board: Board) -> bool:
        """Whether the position is in the file, both sides being on the board."""
        heights = [abs(height) for height in board if height]
        return sum(heights) <= self.checkers or len(heights) <= self.stacks

    def units(self, board: Board) -> int:
        """The chance of the side to move, in units of 2^-31, of a position that is covered."""
        occupied = tuple(square for square, height in enumerate(board) if height)
        number, order = self.places[occupied]
        own = sum(1 << i for i, square in enumerate(order) if board[square] > 0)
        heights = [abs(board[square]) for square in order]
        checkers, stacks = sum(heights), len(heights)
        division, total = 0, 0
        for i, height in enumerate(heights[:-1]):
            total += height
            division += comb(total - 1, i + 1)
        divisions = comb(checkers - 1, stacks - 1)
        colourings: int = 2**stacks - 2
        place = (number * colourings + own - 1) * divisions + division
        return self.values[self.starts[checkers, stacks] + place]

    def recomputed(self, board: Board) -> float:
        """The same chance from those of the positions one turn later."""
        total = 0.0
        for roll, weight in rolls(self.size):
            best = 0
            for after in turns(board, self.size, roll):
                end = winner(after)
                best = max(best, (ONE if end > 0 else 0) if end else ONE - self.units(swapped(after)))
            total += weight * best
        return total / (self.size // 2) ** 2
