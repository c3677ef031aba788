"""Checks a proof of bounds: plays each strategy against every play of the other side, down to the endings."""

import argparse
import random
import sys
from pathlib import Path

from .endings import ONE, Endings
from .rules import Board, first_image, read_board, rolls, start, swapped, turns, winner

# A chance of the file of endings may be wrong by rounding.
ROUNDING = 1e-8


class Fault(Exception):
    """What is wrong with the proof."""


Strategy = dict[Board, list[Board | None]]


def read_proof(path: Path) -> tuple[int, list[tuple[int, float, Strategy]]]:
    """The board size, and for each side (1 Black, -1 Green) the bound that is claimed and the strategy."""
    lines = iter(path.read_text(encoding="ascii").splitlines())
    if next(lines, "") != "diabolo-proof 1":
        raise Fault("it is no proof of version 1")
    size = int(next(lines).removeprefix("board "))
    sides: list[tuple[int, float, Strategy]] = []
    for line in lines:
        match line.split(" "):
            case ["end"]:
                return size, sides
            case ["side", letter, "bound", bound]:
                sides.append(({"b": 1, "g": -1}[letter], float(bound), {}))
            case [board, *after]:
                side, _, strategy = sides[-1]
                chosen = [None if text == "-" else seen(read_board(text), side, size) for text in after]
                if len(chosen) != len(rolls(size)):
                    raise Fault(f"this line has not as many boards as there are rolls: {line}")
                strategy[seen(read_board(board), side, size)] = chosen
    raise Fault("it is cut short")


def seen(board: Board, side: int, size: int) -> Board:
    """A board of the file from the point of view of a side, as the first of its images."""
    if len(board) != size * size:
        raise Fault("a position is one of another board")
    return first_image(board if side > 0 else swapped(board), size)


class Checker:
    """What a strategy is sure to win."""

    def __init__(self, endings: Endings, strategy: Strategy) -> None:
        """Check against these endings."""
        self.endings, self.strategy, self.size = endings, strategy, endings.size
        self.known: dict[tuple[Board, bool], float] = {}

    def before_roll(self, board: Board, own: bool, first_turn: bool = False) -> float:
        """The chance of the side that proves, which is to move or not; the board is seen from the side to move."""
        if end := winner(board):
            return float((end > 0) == own)
        if not first_turn and self.endings.covers(board):
            chance = self.endings.units(board) / ONE
            return chance if own else 1 - chance
        key = (first_image(board, self.size), own)
        if not first_turn and key in self.known:
            return self.known[key]
        if own and key[0] not in self.strategy:
            return 0.0
        total = 0.0
        for i, (roll, weight) in enumerate(rolls(self.size)):
            all_after = turns(board, self.size, roll, first_turn)
            if own:
                chosen = self.strategy[key[0]][i]
                if chosen is not None:
                    after = next((after for after in all_after if first_image(after, self.size) == chosen), None)
                    if after is None:
                        raise Fault(f"no turn with {roll} leads from {board} to {chosen}")
                    total += weight * self.before_roll(swapped(after), False)
            else:
                least = 1.0
                for after in all_after:
                    least = min(least, self.before_roll(swapped(after), True))
                    if least == 0:
                        break
                total += weight * least
        self.known[key] = total / (self.size // 2) ** 2
        return self.known[key]


def check_sample(endings: Endings, count: int, seed: int) -> None:
    """Some chances of the file against those one turn later."""
    dice = random.Random(seed)
    squares = endings.size**2
    for _ in range(count):
        board = [0] * squares
        for _ in range(dice.randint(2, endings.checkers)):
            square = dice.randrange(squares)
            board[square] += (board[square] > 0) - (board[square] < 0) or dice.choice((1, -1))
        position = tuple(board)
        if not winner(position) and abs(endings.recomputed(position) - endings.units(position)) > 1:
            raise Fault(f"the chance of {position} does not follow from those one turn later")


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="check-proof", description=__doc__)
    parser.add_argument("proof", type=Path, help="a file of 'diabolo solve --bounds'")
    parser.add_argument("endings", type=Path, help="the file of endings that it was made with")
    parser.add_argument("--sample", type=int, default=1000, help="how many endings to check as well [1000]")
    parser.add_argument("--seed", type=int, default=1, help="which [1]")
    options = parser.parse_args()
    try:
        endings = Endings(options.endings)
        size, sides = read_proof(options.proof)
        if size != endings.size:
            raise Fault("the endings are of another board")
        check_sample(endings, options.sample, options.seed)
        for side, bound, strategy in sides:
            # Black is to move at the start.
            found = Checker(endings, strategy).before_roll(start(size), side > 0, first_turn=True)
            print(f"{'Black' if side > 0 else 'Green'} wins at least {found:.6f}; claimed {bound:.6f}", flush=True)
            if found < bound - ROUNDING:
                raise Fault("that is less than claimed")
    except (KeyError, IndexError) as fault:
        print(f"check-proof: a file can't be read: {fault!r}", file=sys.stderr)
        sys.exit(1)
    except (Fault, ValueError, OSError) as fault:
        print(f"check-proof: {fault}", file=sys.stderr)
        sys.exit(1)
