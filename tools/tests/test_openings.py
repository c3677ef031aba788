"""The shipped openings."""

from collections import Counter
from pathlib import Path

import pytest

import diabolo
from diabolo.arena.openings import read_file, shipped
from diabolo.engine import Engine

SHIPPED = sorted((Path(diabolo.__file__).parent / "openings").glob("*.fen"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_there_are_500_different_unfinished_positions(path: Path, engine_path: str) -> None:
    game, width = path.stem.split("-")
    assert shipped(game, int(width)) == path
    text = path.read_text()
    assert f"make_openings --game {game}" in text.splitlines()[1]
    fens = [fen for _, fen in read_file(path, text)]
    assert len(fens) == 500
    assert max(Counter(tuple(fen.split()[:2]) for fen in fens).values()) == 1
    with Engine.popen(engine_path, options={"Game": game}) as engine:
        questions = [line for fen in fens for line in (f"position fen {fen}", "query gameover", "query fen")]
        answers = engine.batch(*questions, timeout=60)
    assert answers.errors == []
    assert answers.responses[0::2] == [["false"]] * 500
    assert [" ".join(fen) for fen in answers.responses[1::2]] == fens


def test_both_games_have_theirs() -> None:
    assert {path.stem for path in SHIPPED} >= {"diaballik-7", "diablo-6"}


def test_games_without_a_file_have_none() -> None:
    assert shipped("diablo", 26) is None
    assert shipped("race", 1) is None
