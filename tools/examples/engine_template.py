"""A UGI engine to begin from: it knows no rules, it asks a referee process, and plays a random turn.

Run it as ``python engine_template.py path/to/diabolo``. Put your search where ``choose`` is.
"""

import random
import shlex
import sys

from diabolo.engine import Engine, EngineError


def say(text: str) -> None:
    """Write one line; it must not wait in a buffer."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def choose(referee: Engine, turns: list[str]) -> str:
    """Choose a turn: one that wins at once, else any."""
    some = random.sample(turns, min(len(turns), 50))
    return next((turn for turn in some if wins(referee, turn)), some[0])


def wins(referee: Engine, turn: str) -> bool:
    """Whether a turn ends the game in the mover's favour."""
    fen, winner = referee.fen(), "p1win" if referee.p1_turn() else "p2win"
    referee.moves(turn)
    won = referee.result() == winner
    referee.position(fen)
    return won


def main() -> None:
    """Answer commands until ``quit``."""
    with Engine.popen(shlex.split(sys.argv[1])) as referee:
        for line in sys.stdin:
            verb = (line.split() or [""])[0]
            if verb == "quit":
                return
            if verb == "ugi":
                say("id name Template\nid author you\noption name Game type string default diaballik\nugiok")
            elif verb == "isready":
                say("readyok")
            elif verb == "go":
                turns = referee.legal_turns()
                say(f"bestmove {choose(referee, turns) if turns else 'none'}")
            elif verb == "query":
                try:
                    say("response " + " ".join(referee.query(line.split(maxsplit=1)[1])))
                except EngineError as refused:
                    say(f"info string error {refused.code}: {refused}\nresponse error {refused.code}")
            elif verb in ("position", "moves", "dice", "setoption", "uginewgame"):
                for error in referee.batch(line.strip()).errors:
                    say(f"info string error {error.code}: {error}")


if __name__ == "__main__":
    main()
