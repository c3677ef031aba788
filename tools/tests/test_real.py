"""The tools against the real engine."""

import doctest
import importlib
import pkgutil
import shlex
import sys
from pathlib import Path

import pytest

import diabolo
from conftest import ROOT, TESTS, little
from diabolo.dice import match_key, roll_text, seeded_roll
from diabolo.engine import Engine, EngineError, Limit
from diabolo.record import Record, parse_records
from matches import arena, engine, games, lines, run, same_dice

GAMES = [("diaballik", "7", []), ("diablo", "4", ["board=4"]), ("diablo", "6", ["board=6"])]
TEMPLATE = [sys.executable, str(ROOT / "tools" / "examples" / "engine_template.py")]


@pytest.fixture(autouse=True)
def our_engine(engine_path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the engine the default player and referee of every arena that a test starts."""
    monkeypatch.setenv("DIABOLO_ENGINE", engine_path)


def ours(name: str, **settings: str) -> list[str]:
    return ["--engine", f"name={name}", *(f"{key}={value}" for key, value in settings.items())]


def modules() -> list[str]:
    found = pkgutil.walk_packages(diabolo.__path__, "diabolo.")
    return [module.name for module in found if not module.name.endswith(("worker", "__main__"))]


@pytest.mark.parametrize("name", modules())
def test_the_examples_in_the_documentation(name: str, engine_path: str) -> None:
    module = importlib.import_module(name)
    assert doctest.testmod(module, extraglobs={"ENGINE": engine_path}).failed == 0


def test_the_examples_in_the_readme(engine_path: str) -> None:
    result = doctest.testfile(
        str(ROOT / "tools" / "README.md"), module_relative=False, globs={"ENGINE": engine_path}, encoding="utf-8"
    )
    assert result.attempted > 5
    assert result.failed == 0


def test_a_session_with_the_engine(engine_path: str) -> None:
    with Engine.popen(engine_path, strict=True) as e:
        info = e.game()
        assert (info.width, info.height, info.marks) == (7, 7, ("ball",))
        e.new_game()
        e.position()
        turns = e.legal_turns()
        assert len(turns) == e.count() == 290
        assert all(e.is_legal(turn).legal for turn in turns[:20])
        assert not e.is_legal("d1d2").legal
        actions = e.actions()
        assert not actions.end
        assert set(actions.by_kind) <= set(info.kinds)
        assert e.actions(actions.all[0]).end
        assert len(e.board()) == 14
        assert [piece.square for piece in e.board() if "ball" in piece.marks] == ["d1", "d7"]
        result = e.play(Limit(depth=1))
        assert result.turn in turns
        best = e.analyse(Limit(depth=1), multipv=3)
        assert len(best) == 3
        assert len({tuple(line["pv"][:1]) for line in best}) == 3
        with e.analysis() as search:
            assert next(iter(search))
            search.stop()
        e.position(turns=[turns[0]])
        assert not e.p1_turn()
        assert (e.result(), e.reason(), e.dice()) == ("none", ["none"], None)


def test_a_session_with_dice(engine_path: str) -> None:
    with Engine.popen(engine_path, options={"Game": "diablo", "BoardSize": 6}, strict=True) as e:
        info = e.game()
        assert (info.dice, info.faces) == (2, 3)
        assert e.dice() == "-"
        assert e.actions().needs_roll
        e.set_dice("1-2")
        assert e.count() == 108
        e.position()
        assert len(e.roll().split("-")) == 2
        e.position()
        with e.analysis(Limit(depth=1)) as search:
            assert search.wait(60).turn is None
            assert set(search.rolls) == {"1-1", "1-2", "1-3", "2-2", "2-3", "3-3"}
        with pytest.raises(EngineError) as refused:
            e.set_dice("1-4")
        assert refused.value.code == "bad-roll"


def test_a_line_of_a_megabyte(engine_path: str) -> None:
    with Engine.popen(engine_path, strict=True, options={"Repetition": 0}) as e:
        there_and_back = ["a1a2", "a7a6", "a2a1", "a6a7"]
        e.position(turns=there_and_back * 50_000)
        assert e.count() == 290


@pytest.mark.parametrize("faces", [1, 2, 3, 4, 13])
def test_seeded_dice_are_those_of_the_engine(faces: int, engine_path: str) -> None:
    with Engine.popen(engine_path, options={"Game": "diablo", "BoardSize": 2 * faces}) as e:
        rows = e.fen().split()[0]
        for seed in (0, 1, 77, 2**64 - 1):
            for turn in range(1, 20):
                e.position(f"{rows} {'b' if turn % 2 else 'g'} - {turn} seed={seed}")
                expected = sorted(seeded_roll(seed, turn, faces))
                assert sorted(map(int, (e.dice() or "").split("-"))) == expected


def replayed(record: Record, e: Engine) -> tuple[str, str]:
    """Play a record through the engine, asking for the legality of every turn."""
    e.configure({"Game": record.game})
    e.configure({name: record.headers[name] for name in ("AntiPlay", "Repetition") if name in record.headers})
    e.position(record.start)
    for token in record.tokens():
        if "-" not in token:
            assert e.is_legal(token).legal, token
        e.moves(token)
    return e.result(), e.reason()[0]


@pytest.mark.parametrize(
    "path", sorted((ROOT / "tests" / "records" / "good").glob("played-*.txt")), ids=lambda p: p.stem
)
def test_sample_records_that_were_played(path: Path, engine_path: str) -> None:
    (record,) = parse_records(path.read_bytes())
    with Engine.popen(engine_path) as e:
        assert replayed(record, e) == (record.outcome, record.reason)


@pytest.mark.parametrize(("game", "width", "settings"), GAMES, ids=str)
@pytest.mark.parametrize("dice", ["thrown", "seeded"])
def test_matches_of_the_engine(
    game: str, width: str, settings: list[str], dice: str, tmp_path: Path, engine_path: str
) -> None:
    results, records = tmp_path / "r.jsonl", tmp_path / "r.txt"
    out = arena(
        *ours("a"), *ours("b"), "--each", "depth=1", "nodes=2000", "--game", game, *settings, "--rounds", "2",
        "--dice", dice, "--seed", "5", "--results", str(results), "--records", str(records), "--no-bench",
        "--concurrency", "2",
    )  # fmt: skip
    assert "faults of a: none" in out
    assert "faults of b: none" in out
    played = games(results)
    assert sorted(g["game"] for g in played) == [0, 1, 2, 3]
    for pair in (0, 1):
        assert same_dice([g for g in played if g["pair"] == pair])
    for g in played:
        if g["rolls"] and g["start"].split()[2] == "-":
            first = int(g["start"].split()[3])
            seed = match_key(5, 0, g["pair"])
            for number, roll in enumerate(g["rolls"], first):
                expected = seeded_roll(seed, number, int(width) // 2)
                assert sorted(roll.split("-")) == sorted(roll_text(expected).split("-"))
    # The record, parsed and played through the engine, ends as it says.
    with Engine.popen(engine_path) as e:
        for record in parse_records(records.read_bytes()):
            assert replayed(record, e) == (record.outcome, record.reason)


def test_repeating_a_match_repeats_its_games(tmp_path: Path) -> None:
    words = [*ours("a"), *ours("b"), "--each", "depth=1", "--game", "diablo", "board=4", "--rounds", "3", "--no-bench"]
    for name in ("one", "two"):
        arena(*words, "--results", str(tmp_path / name), "--concurrency", "1" if name == "one" else "2")
    one, two = ({g["game"]: g["turns"] for g in games(tmp_path / name)} for name in ("one", "two"))
    assert one == two


def test_clocks_with_the_engine(tmp_path: Path) -> None:
    results = tmp_path / "r.jsonl"
    arena(*ours("a"), *ours("b"), "--each", "tc=0.5+0.005", "--game", "diablo", "board=4", "--time-margin", "10s",
          "--results", str(results), "--no-bench")  # fmt: skip
    assert all(sum(g["ms"]) > 0 for g in games(results))


def test_random_openings(tmp_path: Path) -> None:
    results = tmp_path / "r.jsonl"
    arena(*ours("a"), *ours("b"), "--each", "depth=1", "--game", "diablo", "board=6", "--openings", "plies=4",
          "--rounds", "2", "--max-turns", "4", "--results", str(results), "--no-bench")  # fmt: skip
    assert [g["start"].split()[3] for g in games(results)] == ["5"] * 4
    assert len({g["start"] for g in games(results)}) == 2


@pytest.mark.parametrize("dice", ["thrown", "seeded"])
def test_the_template_plays_and_knows_no_rules(dice: str, tmp_path: Path, engine_path: str) -> None:
    for game in ("diaballik", "diablo"):
        results = tmp_path / f"{game}.jsonl"
        out = arena(*engine("template", command=[*TEMPLATE, engine_path]), *ours("ours"), "--each", "depth=1",
                    "--game", game, "--results", str(results), "--dice", dice, "--no-bench")  # fmt: skip
        assert "faults of template: none" in out
        assert len(games(results)) == 2


def test_the_real_referee_catches_what_both_players_believe(tmp_path: Path) -> None:
    command = [sys.executable, str(TESTS / "believer.py"), "d1d2"]
    results = tmp_path / "r.jsonl"
    out = arena(*engine("x", command=command), *engine("y", command=command), "--each", "depth=1",
                "--results", str(results), "--no-bench", "--openings", "start")  # fmt: skip
    assert "faults of x: illegal-turn 1" in out
    assert "faults of y: illegal-turn 1" in out
    assert "(holder)" in games(results)[0]["fault"]["detail"]


def test_an_engine_of_another_game_refuses_the_position() -> None:
    out = arena(*ours("ours"), *engine("race"), "--each", "depth=1", "--no-bench", "--openings", "start")
    assert "faults of race: refused-position 2" in out


def test_the_header_tells_who_played(tmp_path: Path) -> None:
    results = tmp_path / "r.jsonl"
    arena(*ours("a"), *ours("b"), "--each", "depth=1", "--max-turns", "1", "--results", str(results))
    head = lines(results)[0]
    for entry in head["engines"]:
        assert entry["id"].startswith("Diabolo")
        assert len(entry["program"]) == 16
        assert any(character.isdigit() for character in entry["bench"])


def test_a_seed_in_an_opening_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "o.fen"
    file.write_text("GBGB/BGBG/GBGB/BGBG b - 1 seed=4\n")
    words = [*ours("a"), *ours("b"), "--each", "depth=1", "--game", "diablo", "--openings", f"file={file}"]
    done = run(*words)
    assert done.returncode == 2
    assert f"{file}:1: the arena gives the seed" in done.stderr


def test_an_opening_that_holds_a_roll(tmp_path: Path, engine_path: str) -> None:
    file, results, records = tmp_path / "o.fen", tmp_path / "r.jsonl", tmp_path / "r.txt"
    file.write_text(".G2GB/BG.G/GBGB/BG.. g 1-2 4\n")
    arena(*ours("a"), *ours("b"), "--each", "depth=1", "--game", "diablo", "--openings", f"file={file}",
          "--results", str(results), "--records", str(records), "--no-bench")  # fmt: skip
    seed = match_key(1, 0, 0)
    for game in games(results):
        assert game["first"] == 2
        assert game["rolls"][0] == "1-2"
        assert sorted(game["rolls"][1].split("-")) == sorted(roll_text(seeded_roll(seed, 5, 2)).split("-"))
    with Engine.popen(engine_path) as e:
        for record in parse_records(records.read_bytes()):
            assert replayed(record, e) == (record.outcome, record.reason)


def test_referee_by_command(engine_path: str) -> None:
    words = ["--each", "depth=1", "--max-turns", "2", "--no-bench", "--openings", "start"]
    out = arena(*ours("a"), *ours("b"), "--referee", f"cmd={shlex.join([engine_path])}", "option.Hash=2", *words)
    assert "draws: turn-limit 2" in out
    done = run(*ours("a"), *ours("b"), "--referee", f"cmd={shlex.join(little('--lines', '1'))}", *words)
    assert done.returncode == 2
    assert "exited with code 7" in done.stderr
