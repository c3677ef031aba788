"""The command line of the arena."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable

from diabolo.arena.config import BadInput, config_from_json
from diabolo.arena.gamerecord import records_text
from diabolo.arena.help import HELP
from diabolo.arena.match import run_match
from diabolo.arena.report import summary_text
from diabolo.arena.results import load
from diabolo.arena.settings import read_settings
from diabolo.arena.tally import Tally


def _match(arguments: list[str]) -> int:
    config, run = read_settings(arguments)
    return asyncio.run(run_match(config, run))


def _records(arguments: list[str]) -> int:
    if not 1 <= len(arguments) <= 2 or (len(arguments) == 2 and not arguments[1].isdecimal()):
        raise BadInput("records: expected a results file, and if you like the number of a game")
    head, games = load(arguments[0])
    if len(arguments) == 2:
        games = [game for game in games if game["game"] + 1 == int(arguments[1])]
        if not games:
            raise BadInput(f"{arguments[0]}: no game {arguments[1]} in it")
    sys.stdout.write(records_text(head, games))
    return 0


def _summary(arguments: list[str]) -> int:
    if len(arguments) != 1:
        raise BadInput("summary: expected a results file")
    head, games = load(arguments[0])
    tally = Tally(config_from_json(head["config"]))
    for game in games:
        tally.add(game)
    print(summary_text(tally))
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Run the arena; return the exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    if not words or words[0] in ("-h", "-help", "--help", "help"):
        print(HELP)
        return 0
    commands: dict[str, Callable[[list[str]], int]] = {"match": _match, "records": _records, "summary": _summary}
    try:
        if words[0] in commands:
            return commands[words[0]](words[1:])
        if words[0].startswith("-"):
            return _match(words)
        raise BadInput(f"there is no command {words[0]!r}; there is: {', '.join(commands)} (see --help)")
    except BadInput as problem:
        # One line, whatever an engine may have put into it.
        print(f"arena: {' | '.join(str(problem).splitlines())}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
