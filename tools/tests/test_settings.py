"""Command line and TOML: what is understood, and how it is refused."""

import shlex
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import LITTLE, ROOT
from diabolo.arena.config import BadInput, Clock, Limits, config_from_json
from diabolo.arena.main import main
from diabolo.arena.settings import read_settings

CMD = shlex.join(LITTLE)
TWO = f"--engine cmd='{CMD}' name=a --engine cmd='{CMD}' name=b --referee cmd='{CMD}'"


def settings(text: str):  # type: ignore[no-untyped-def]
    return read_settings(shlex.split(text))


def test_flags_and_toml_say_the_same(tmp_path: Path) -> None:
    flags, _ = settings(
        TWO + " option.Hash=4 --each tc=40/1.5+0.01 --game diablo board=4 antiplay=off --rounds 7 --seed 9"
        " --sprt elo0=0 elo1=5 --agree turns=3 score=900 --openings plies=3 --dice seeded --time-margin 5"
    )
    file = tmp_path / "match.toml"
    file.write_text(f"""
        rounds = 7
        seed = 9
        dice = "seeded"
        time-margin = "5ms"
        [[engine]]
        name = "a"
        cmd = {LITTLE}
        [[engine]]
        name = "b"
        cmd = "{CMD}"
        [each]
        tc = "40/1.5+0.01"
        [game]
        name = "diablo"
        board = 4
        antiplay = false
        [referee]
        cmd = "{CMD}"
        option = {{ Hash = 4 }}
        [sprt]
        elo0 = 0
        elo1 = 5
        [agree]
        turns = 3
        score = 900
        [openings]
        plies = 3
        """)
    assert read_settings(["--config", str(file)])[0] == flags
    assert flags.engines[0].limits == Limits(Clock(1.5, 0.01, 40))
    assert flags.game.options == (("Game", "diablo"), ("BoardSize", "4"), ("AntiPlay", "false"))


def test_the_example_file_is_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIABOLO_ENGINE", "diabolo")
    config, run = read_settings(["--config", str(ROOT / "tools" / "examples" / "match.toml")])
    assert [engine.name for engine in config.engines] == ["new", "old"]
    assert config.sprt is not None
    assert run.concurrency == 2


def test_flags_win_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    file.write_text("rounds = 7\nseed = 3\n")
    config, _ = settings(f"{TWO} --each depth=1 --config {file} --rounds 8")
    assert (config.rounds, config.seed) == (8, 3)


def test_own_limits_replace_those_of_each() -> None:
    config, _ = settings(TWO + " --each movetime=20 nodes=5 option.Hash=2")
    assert [engine.limits for engine in config.engines] == [Limits(movetime=0.02, nodes=5)] * 2
    config, _ = settings(f"-engine cmd='{CMD}' name=a depth=3 -engine cmd=x name=b -each movetime=0.5s -referee cmd=x")
    assert config.engines[0].limits == Limits(depth=3)
    assert config.engines[1].limits == Limits(movetime=0.5)


def test_a_configuration_survives_json() -> None:
    config, _ = settings(
        TWO + " --each tc=1+0.1 --sprt elo0=-1.75 elo1=0.25 --agree turns=2 chance=0.9 --game g board=2"
    )
    assert config_from_json(config.canonical()) == config
    assert config_from_json(config.canonical()).digest() == config.digest()


@given(st.text(max_size=12))
def test_no_word_breaks_the_reader(word: str) -> None:
    for line in ([word], ["--each", f"tc={word}"], ["--rounds", word], ["--openings", f"plies={word}"], [f"--{word}"]):
        try:
            read_settings(line)
        except BadInput as problem:
            assert str(problem)


EACH = TWO + " --each movetime=20"
BAD = [
    ("--engine name=a --each depth=1", "two engines, found 1"),
    (f"{TWO}", "engine 'a' has no limit"),
    (f"{EACH} --fancy", "there is no flag --fancy"),
    (f"{EACH} --rounds", "--rounds: expected one value, found none"),
    (f"{EACH} --rounds 0", "--rounds: expected a whole number from 1 to 10000000, found '0'"),
    (f"{EACH} --rounds 1 --rounds 2", "--rounds is given twice"),
    (f"{EACH} --dice loaded", "--dice: expected thrown or seeded, found 'loaded'"),
    (f"{EACH} --openings file=/no/such.fen", "--openings: file: /no/such.fen: No such file"),
    (f"{EACH} --openings plies=2 file=x", "choose one of"),
    (f"{EACH} --sprt elo0=5 elo1=0", "--sprt: elo0 (5) must be below elo1 (0)"),
    (f"{EACH} --sprt elo0=5", "--sprt: elo1 is missing"),
    (f"{EACH} --each depth=1", "--each is given twice"),
    (f"{TWO} --each tc=1:30", "--each: tc: expected turns/time+increment"),
    (f"{TWO} --each movetime=fast", "--each: movetime: expected a time"),
    (f"{TWO} --each speed=9", "--each: there is no 'speed' here"),
    (f"{EACH} --show yes", "--show takes no value"),
    (f"{EACH} --config /no/such.toml", "/no/such.toml: No such file"),
    (f"{EACH} --config BROKEN", "BROKEN: Invalid value (at line 2"),
    (f"{EACH} --config UNKNOWN", "colour: there is no such setting"),
    (f"{EACH} --config TYPES", "rounds: expected a whole number"),
    (f"{EACH} --results /no/such/dir/file", "/no/such/dir/file: No such file"),
    (f"{EACH} --records /no/such/dir/file", "no such directory"),
    (f"{EACH} --results ALIEN", "not a line of a results file"),
    (f"{EACH} --records ALIEN", "is there already"),
    (f"{EACH} --engine cmd=/no/such/program name=c", "engine 'c': cannot start /no/such/program: No such file"),
    (f"{EACH} --engine cmd='{CMD} --fault' name=c", "engine 'c': "),
    (f"{EACH} --engine cmd='{CMD}' name=a", "two engines have the name 'a'"),
    (f"{EACH} --engine cmd='{CMD}' name=c option.Colour=red", "no option 'Colour'; it has: Hash, Style"),
    (f"{EACH} --engine cmd='{CMD}' name=c option.Hash=999", "engine 'c': Hash 999"),
    (f"{EACH} --engine cmd='{CMD} --silent' name=c --start-timeout 3", "did not say ugiok within 3 s"),
    (f"{EACH} --game chess", "referee Little: Little has no option 'Game'"),
    (f"{EACH} --openings file=OPENINGS", "OPENINGS:2: the game is over"),
    ("records /no/such/file", "/no/such/file: No such file"),
    ("records ALIEN", "not a line of a results file"),
    ("summary", "expected a results file"),
    ("play", "there is no command 'play'"),
]


@pytest.mark.parametrize(("line", "message"), BAD, ids=range(len(BAD)))
def test_bad_input_is_one_line_and_code_2(
    line: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DIABOLO_ENGINE", "/no/such/engine")
    files = {
        "BROKEN": "rounds = 7\nseed = = 3\n",
        "UNKNOWN": "colour = 'red'\n",
        "TYPES": "rounds = true\n",
        "ALIEN": "a file of somebody else\n",
        "OPENINGS": "1 w # good\n21 w # over\n",
    }
    for name, text in files.items():
        Path(name).write_text(text)
    assert main(shlex.split(line)) == 2
    output = capsys.readouterr()
    assert output.err.startswith("arena: ")
    assert message in output.err
    assert output.err.count("\n") == 1
    for name, text in files.items():
        assert Path(name).read_text() == text


def test_help_is_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    assert "--sprt" in capsys.readouterr().out
