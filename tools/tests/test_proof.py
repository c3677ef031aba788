"""The checker of proofs: its rules, its reading of the endings, and what it says of proofs that are none."""

import subprocess
from pathlib import Path

import pytest

from diabolo.proof.endings import ONE, Endings
from diabolo.proof.main import Checker, Fault, check_sample, main, read_proof
from diabolo.proof.rules import first_image, read_board, rolls, start, swapped, turns, winner


def made(engine_path: str, path: Path, *words: str) -> Path:
    """A file that the engine writes."""
    subprocess.run([engine_path, *words, "--out", str(path)], check=True, capture_output=True)
    return path


def test_the_rules_give_the_known_numbers_of_turns() -> None:
    assert [len(turns(start(4), 4, roll, True)) for roll, _ in rolls(4)] == [24, 40, 16]
    assert [len(turns(start(6), 6, roll, True)) for roll, _ in rolls(6)] == [60, 108, 96, 48, 84, 36]
    first = {swapped(after) for roll, _ in rolls(4) for after in turns(start(4), 4, roll, True)}
    assert len(first) == 40
    assert [sum(len(turns(board, 4, roll)) for board in first) for roll, _ in rolls(4)] == [9288, 13484, 4312]


def test_boards_and_images() -> None:
    board = read_board("G12.B./..../..../B...")
    assert (board[0], board[12], board[14]) == (1, -12, 1)
    assert first_image(board, 4) == first_image(read_board("B..G12/..../...B/...."), 4)
    assert first_image(board, 4) != first_image(read_board("B..G12/..../B.../...."), 4)
    assert winner(read_board("../.G")) == -1


@pytest.mark.parametrize("words", [("--checkers", "4"), ("--checkers", "3", "--stacks", "2")])
def test_endings_follow_from_each_other(engine_path: str, tmp_path: Path, words: tuple[str, ...]) -> None:
    path = made(engine_path, tmp_path / "4.endings", "solve", *words)
    endings = Endings(path)
    # A lone checker on the opposite corner of another one, and the same seen from anywhere.
    chances = {endings.units(read_board(text)) / ONE for text in ("...G/..../..../B...", "B.../..../..../...G")}
    assert len(chances) == 1
    check_sample(endings, 200, 1)
    endings.values = type(endings.values)("I", [units ^ 1 << 20 for units in endings.values])
    with pytest.raises(Fault, match="does not follow"):
        check_sample(endings, 200, 1)
    (tmp_path / "short").write_bytes(path.read_bytes()[:-4])
    with pytest.raises(ValueError, match="no file of endings"):
        Endings(tmp_path / "short")


def test_a_proof_is_played_through(
    engine_path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    endings = made(engine_path, tmp_path / "2.endings", "solve", "--board", "2", "--checkers", "2")
    proof = made(engine_path, tmp_path / "2.proof", "--ending-file", str(endings), "solve", "--bounds", "2")
    monkeypatch.setattr("sys.argv", ["check-proof", str(proof), str(endings)])
    main()
    assert "Green wins at least 1.000000; claimed 0.984375" in capsys.readouterr().out
    good = proof.read_text()
    for old, new, fault in [
        (" ../.G\n", " -\n", "less than claimed"),
        (" ../.G\n", " ../GG\n", "no turn with"),
        ("GB/.B ../.G\n", "", "less than claimed"),
        (" ../.G\n", " ../.G -\n", "as many boards"),
        (" ../.G\n", " ../.X\n", "can't be read"),
        ("\nend", "", "cut short"),
        ("proof 1", "proof 2", "version 1"),
        ("board 2", "board 4", "another board"),
    ]:
        proof.write_text(good.replace(old, new))
        assert proof.read_text() != good
        with pytest.raises(SystemExit):
            main()
        assert fault in capsys.readouterr().err


def test_a_roll_that_is_given_up_counts_as_lost(engine_path: str, tmp_path: Path) -> None:
    endings = Endings(made(engine_path, tmp_path / "2.endings", "solve", "--board", "2", "--checkers", "2"))
    assert Checker(endings, {}).before_roll(start(2), False, first_turn=True) == 0
    with pytest.raises(Fault):
        read_proof(Path(__file__))
