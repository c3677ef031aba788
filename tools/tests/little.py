"""A little UGI engine of a third game, for tests: it can also fail in every way an engine fails.

The game is a race up one file: a runner starts on a1, the players move it in turn by one to
three rows (``a1a3``), and who brings it to the top row wins.  With ``--dice`` the distance is
one of two dice of three faces.  Nothing but the protocol connects it with the tools, which
thus prove that they know no rules.
"""

import argparse
import os
import random
import sys
import time

from diabolo.dice import seeded_roll

TOP = 21
FAULTS = ("crash", "hang", "illegal", "slow", "garbage", "mute", "none", "empty", "binary", "refuse", "exit", "flood")


class Race:
    """The rules."""

    def __init__(self, dice: bool) -> None:
        self.has_dice = dice
        self.set("1 w - 1" if dice else "1 w")

    def set(self, fen: str) -> None:
        words = fen.split()
        self.seed = None
        if words[-1].startswith("seed="):
            self.seed = int(words.pop()[5:])
        self.row, self.side = int(words[0]), words[1]
        self.roll = None if len(words) < 3 or words[2] == "-" else words[2]
        self.turn = int(words[3]) if len(words) > 3 else 1
        self.throw()

    def throw(self) -> None:
        if self.seed is not None and self.roll is None and self.row < TOP:
            self.roll = "-".join(map(str, seeded_roll(self.seed, self.turn, 3)))

    def fen(self) -> str:
        text = f"{self.row} {self.side}"
        if self.has_dice:
            text += f" {self.roll or '-'} {self.turn}"
        return text + (f" seed={self.seed}" if self.seed is not None else "")

    def turns(self) -> list[str]:
        if self.row >= TOP or (self.has_dice and not self.roll):
            return []
        steps = {1, 2, 3} if not self.roll else {int(die) for die in self.roll.split("-")}
        return [f"a{self.row}a{min(TOP, self.row + step)}" for step in sorted(steps)]

    def play(self, token: str, credulous: bool = False) -> str | None:
        if "-" in token:
            if self.seed is not None and token == self.roll:
                return None
            if self.roll or not self.has_dice:
                return "bad-roll: a roll on top of a roll"
            self.roll = token
            return None
        if token not in self.turns():
            if not credulous:
                return f"illegal-move: {token}"
            token = self.turns()[0] if self.turns() else token
        self.row = int(token.split("a")[2])
        self.side = "b" if self.side == "w" else "w"
        self.roll = None
        self.turn += 1
        self.throw()
        return None

    def winner(self) -> str:
        return "none" if self.row < TOP else "p1win" if self.side == "b" else "p2win"


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def fail(fault: str) -> bool:
    """Fail; true if there is no ``bestmove`` to be written any more."""
    if fault == "crash":
        print("the engine's last words", file=sys.stderr, flush=True)
        os.abort()
    if fault == "exit":
        sys.exit(3)
    if fault == "hang":
        while True:
            time.sleep(60)
    if fault == "slow":
        time.sleep(3)
    if fault == "garbage":
        say("Thinking hard...")
    if fault == "binary":
        sys.stdout.buffer.write(b"info string \xff\xfe\n")
        sys.stdout.buffer.flush()
    if fault == "flood":
        sys.stdout.write("x" * 20_000_000)
        sys.stdout.flush()
    if fault in ("illegal", "none", "empty"):
        say({"illegal": "bestmove a1a1", "none": "bestmove none", "empty": "bestmove"}[fault])
    return fault in ("illegal", "none", "empty", "mute")


def question(game: Race, words: list[str]) -> str:
    match words[:1]:
        case ["p1turn"]:
            return "true" if game.side == "w" else "false"
        case ["gameover"]:
            return "true" if game.row >= TOP else "false"
        case ["result"]:
            return game.winner()
        case ["reason"]:
            return f"top a{TOP}" if game.row >= TOP else "none"
        case ["fen"]:
            return game.fen()
        case ["dice"]:
            return "none" if not game.has_dice else game.roll or "-"
        case ["count"]:
            return str(len(game.turns()))
        case ["legalmoves"]:
            return " ".join([str(len(game.turns())), *game.turns()])
        case ["islegal"]:
            return "true" if words[1] in game.turns() else "false distance"
        case ["board"]:
            return f"a{game.row}:p1:1"
        case ["actions"]:
            return "end false roll" if not game.turns() else " ".join(["end false step", *game.turns()])
        case ["game"]:
            dice = "dice 2 faces 3" if game.has_dice else "dice 0 faces 0"
            return f"name race width 1 height {TOP} p1 White p2 Black {dice} kinds step marks"
        case ["protocol"]:
            return "little 1"
    return "error unknown-command"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--dice", action="store_true")
    parser.add_argument("--fault", choices=FAULTS)
    parser.add_argument("--at", type=int, default=1, help="at which go")
    parser.add_argument("--every", action="store_true", help="at every go from that one on")
    parser.add_argument("--silent", action="store_true", help="never say ugiok")
    parser.add_argument("--credulous", action="store_true", help="accept every turn")
    parser.add_argument("--score", type=int, default=0, help="score as player 1 sees it, told with every turn")
    parser.add_argument("--lines", type=int, default=0, help="die at this line of input")
    parser.add_argument("--think", type=float, default=0.0)
    parser.add_argument("--banner", action="store_true", help="greet before being spoken to")
    args = parser.parse_args()
    if args.banner:
        say("Little, a race engine\n")
    game, goes, pick = Race(args.dice), 0, random.Random(1)
    searching = False
    for number, line in enumerate(sys.stdin, 1):
        if number == args.lines:
            sys.exit(7)
        words = line.split()
        match words:
            case ["ugi"]:
                if args.silent:
                    continue
                say("id name Little\nid author the tests\noption name Hash type spin default 1 min 1 max 64")
                say("option name Style type combo default calm var calm var wild\nugiok")
            case ["isready"]:
                say("readyok")
            case ["setoption", "name", name, "value", *value]:
                if name.lower() == "hash" and not 1 <= int(value[0]) <= 64:
                    say(f"info string error bad-option: Hash {value[0]}, expected 1..64")
            case ["position", kind, *rest]:
                fen, _, moves = " ".join(rest).partition("moves")
                if args.fault == "refuse" and goes >= args.at:
                    say("info string error bad-position: I do not like it")
                    continue
                game = Race(args.dice)
                if kind == "fen" and not fen.split()[0].isdecimal():
                    say(f"info string error bad-position: no race: {fen}")
                    continue
                if kind == "fen":
                    game.set(fen)
                for token in moves.split():
                    if error := game.play(token, args.credulous):
                        say(f"info string error {error}")
                        break
            case ["moves", *tokens]:
                for token in tokens:
                    if error := game.play(token, args.credulous):
                        say(f"info string error {error}")
                        break
            case ["go", *limits]:
                goes += 1
                failing = goes == args.at or (args.every and goes > args.at)
                if failing and args.fault and fail(args.fault):
                    continue
                time.sleep(args.think)
                score = args.score if game.side == "w" else -args.score
                turn = pick.choice(game.turns()) if game.turns() else "none"
                say(f"info depth 1 multipv 1 score cp {score} nodes 3 time 0 pv {turn}")
                if "infinite" in limits:
                    searching = True
                else:
                    say(f"bestmove {turn}")
            case ["stop"]:
                if searching:
                    say(f"bestmove {game.turns()[0]}")
                searching = False
            case ["query", *rest]:
                say("response " + question(game, rest))
            case ["bench"]:
                say("info string bench 12345 nodes")
            case ["quit"]:
                return
            case ["uginewgame"] | []:
                pass
            case _:
                say(f"info string error unknown-command: {words[0]}")


if __name__ == "__main__":
    main()
