"""The shipped openings."""

from collections import Counter
from pathlib import Path

import pytest

from diabolo.arena.openings import read_file, shipped
from diabolo.engine import Engine

SHIPPED = [("diaballik", 7, {}), ("diablo", 6, {"BoardSize": 6})]


@pytest.mark.parametrize(("game", "width", "options"), SHIPPED, ids=str)
def test_there_are_500_different_unfinished_positions(
    game: str, width: int, options: dict[str, int], engine_path: str
) -> None:
    path = shipped(game, width)
    assert path is not None
    fens = [fen for _, fen in read_file(path, path.read_text())]
    assert len(fens) == 500
    assert max(Counter(tuple(fen.split()[:2]) for fen in fens).values()) == 1
    with Engine.popen(engine_path, options={"Game": game, **options}) as engine:
        questions = [line for fen in fens for line in (f"position fen {fen}", "query gameover", "query fen")]
        answers = engine.batch(*questions, timeout=60)
    assert answers.errors == []
    assert answers.responses[0::2] == [["false"]] * 500
    assert [" ".join(fen) for fen in answers.responses[1::2]] == fens


def test_games_without_a_file_have_none() -> None:
    assert shipped("diablo", 26) is None
    assert shipped("race", 1) is None


def test_the_file_says_how_it_was_made() -> None:
    for game, width, _ in SHIPPED:
        path: Path | None = shipped(game, width)
        assert path is not None
        assert "make_openings --game" in path.read_text().splitlines()[1]
