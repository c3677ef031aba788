"""Whole matches with the little engine: faults, resuming, adjudication, statistics."""

import signal
import time
from collections import Counter
from pathlib import Path

import pytest

from diabolo.record import parse_records
from matches import arena, engine, games, lines, processes_with, referee, run, same_dice, start

SHORT = ["--no-bench", "--openings", "start"]

FAULTS = {
    "crash": "crash",
    "exit": "crash",
    "hang": "hang",
    "illegal": "illegal-turn",
    "slow": "time",
    "garbage": "garbage",
    "binary": "garbage",
    "flood": "garbage",
    "mute": "no-bestmove",
    "none": "no-bestmove",
    "empty": "no-bestmove",
    "refuse": "refused-position",
}


def test_every_fault_loses_its_game_and_is_told_apart(tmp_path: Path) -> None:
    results = tmp_path / "r.jsonl"
    faulty = [w for fault in FAULTS for w in engine(fault, "--fault", fault, "--at", "2", "--every")]
    out = arena(
        *engine("good"), *faulty, *referee(), *SHORT, "--each", "movetime=100", "--time-margin", "2s",
        "--tournament", "gauntlet", "--rounds", "1", "--hang-timeout", "2s", "--concurrency", "2",
        "--results", str(results), "--records", str(tmp_path / "r.txt"),
    )  # fmt: skip
    head, *played = lines(results)
    assert len(played) == 2 * len(FAULTS)
    names = [e["name"] for e in head["config"]["engines"]]
    for game in played:
        fault = game["fault"]
        loser = names[game["p1"] if fault["player"] == 1 else game["p2"]]
        assert fault["kind"] == FAULTS[loser], (loser, fault)
        assert game["result"] == ("p2win" if fault["player"] == 1 else "p1win")
        assert game["reason"] == fault["kind"]
        if loser == "crash":
            assert "SIGABRT" in fault["detail"]
            assert "the engine's last words" in fault["detail"]
        if loser == "slow":
            # It slept: the processor tells that it was not the machine's load.
            assert fault["wall_s"] > 2.1
            assert fault["cpu_s"] < fault["wall_s"]
    # Both games of a pair failed, so each process was ended and another one started.
    for name, kind in FAULTS.items():
        assert f"faults of {name}: {kind} 2" in out
    assert "faults of good: none" in out
    assert len(parse_records((tmp_path / "r.txt").read_bytes())) == len(played)


def test_a_turn_that_both_players_take_for_legal_is_caught(tmp_path: Path) -> None:
    results = tmp_path / "r.jsonl"
    believer = ("--credulous", "--fault", "illegal", "--at", "3")
    arena(*engine("a", *believer), *engine("b", *believer), *referee(), *SHORT,
          "--each", "depth=1", "restart=false", "--results", str(results))  # fmt: skip
    for game in games(results):
        assert game["fault"]["kind"] == "illegal-turn"
        assert game["fault"]["detail"] == "a1a1 (distance)"
    # Each engine fails at its third go: one in the first game, the other at once in the second.
    assert [len(game["turns"]) for game in games(results)] == [4, 0]


def test_an_engine_that_dies_between_games_is_started_again(tmp_path: Path) -> None:
    results = tmp_path / "r.jsonl"
    arena(*engine("a"), *engine("b", "--fault", "crash", "--at", "12", restart="false"), *referee(), *SHORT,
          "--each", "depth=1", "--rounds", "6", "--results", str(results))  # fmt: skip
    kinds = Counter(game.get("fault", {}).get("kind") for game in games(results))
    assert kinds.total() == 12
    assert kinds["crash"] >= 2
    assert kinds[None] >= 4


def killed(words: list[str], path: Path, at: int) -> None:
    """Start a match, and end it with -9 once the file has that many games."""
    arena_process = start(*words)
    deadline = time.monotonic() + 120
    while not path.exists() or path.read_bytes().count(b"\n") < at + 1:
        assert arena_process.poll() is None, arena_process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.005)
    arena_process.kill()
    arena_process.communicate()


def test_killed_twice_and_resumed_no_game_is_lost_or_played_twice(tmp_path: Path) -> None:
    results = tmp_path / "r.jsonl"
    mark = f"--think=0.00{str(time.time_ns())[-6:]}"
    words = [
        *engine("a", "--dice", mark), *engine("b", "--dice", mark), *referee("--dice"), *SHORT,
        "--each", "movetime=50", "--time-margin", "5000", "--rounds", "20", "--concurrency", "2",
        "--results", str(results),
    ]  # fmt: skip
    killed(words, results, 5)
    before = games(results)
    # What a sudden end may leave of a line.
    with results.open("ab") as file:
        file.write(b'{"type":"game","game":39,"pa')
    killed(words, results, 20)
    out = arena(*words)
    played = games(results)
    assert sorted(game["game"] for game in played) == list(range(40))
    assert played[: len(before)] == before
    assert "of 40 games are there, going on" in out
    assert "40 games" in out
    for pair in range(20):
        both = [game for game in played if game["pair"] == pair]
        assert same_dice(both)
        assert {game["p1"] for game in both} == {0, 1}
        assert len({(game["seed"], game["start"]) for game in both}) == 1
    assert len({game["seed"] for game in played}) == 20
    # The engines of the killed arenas are gone.
    deadline = time.monotonic() + 30
    while processes_with(mark) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert processes_with(mark) == []
    # A finished match has nothing left to play.
    assert "40 games" in arena(*words)
    assert games(results) == played


def test_results_of_another_match_are_refused(tmp_path: Path) -> None:
    results = tmp_path / "r.jsonl"
    words = [*engine("a"), *engine("b"), *referee(), *SHORT, "--each", "depth=1", "--results", str(results)]
    arena(*words)
    data = results.read_bytes()
    arena(*words, "--seed", "2", code=2)
    arena(*words, "--rounds", "2", code=2)
    assert results.read_bytes() == data


def test_ctrl_c_shows_the_results_so_far(tmp_path: Path) -> None:
    results = tmp_path / "r.jsonl"
    words = [
        *engine("a", "--think", "0.01"), *engine("b", "--think", "0.01"), *referee(), *SHORT,
        "--each", "movetime=50", "--time-margin", "5000", "--rounds", "500", "--results", str(results),
    ]  # fmt: skip
    process = start(*words)
    deadline = time.monotonic() + 120
    while not results.exists() or results.read_bytes().count(b"\n") < 4:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "interrupted after" in out
    assert "a against b:" in out
    assert "Traceback" not in err
    assert len(games(results)) >= 3


def test_a_decided_sprt_ends_the_match_and_stays_decided(tmp_path: Path) -> None:
    results = tmp_path / "r.jsonl"
    words = [
        *engine("strong"), *engine("weak", "--fault", "none", "--every"), *referee(), *SHORT,
        "--each", "depth=1", "--rounds", "1000", "--sprt", "elo0=0", "elo1=50", "--results", str(results),
    ]  # fmt: skip
    out = arena(*words)
    assert "H1 accepted" in out
    count = len(games(results))
    assert count < 200
    assert "H1 accepted" in arena(*words)
    assert len(games(results)) == count
    assert "H1 accepted" in arena("summary", str(results))


def test_adjudication(tmp_path: Path) -> None:
    # Told by player 1 and player 2 alike: +900 for player 1.
    sure = ("--score", "900")
    results = tmp_path / "agreed.jsonl"
    arena(*engine("a", *sure), *engine("b", *sure), *referee(), *SHORT,
          "--each", "depth=1", "--agree", "turns=2", "score=800", "--results", str(results))  # fmt: skip
    for game in games(results):
        assert (game["result"], game["reason"], len(game["turns"])) == ("p1win", "agreed-score", 4)
    results = tmp_path / "limit.jsonl"
    arena(*engine("a"), *engine("b"), *referee(), *SHORT, "--each", "depth=1", "--max-turns", "3",
          "--results", str(results))  # fmt: skip
    for game in games(results):
        assert (game["result"], game["reason"], len(game["turns"])) == ("draw", "turn-limit", 3)


def test_round_robin_plays_everyone_with_swapped_seats(tmp_path: Path) -> None:
    results = tmp_path / "r.jsonl"
    out = arena(*engine("a"), *engine("b"), *engine("c"), *referee(), *SHORT, "--each", "depth=1",
                "--rounds", "2", "--results", str(results))  # fmt: skip
    met = Counter((game["p1"], game["p2"]) for game in games(results))
    assert met == {(a, b): 2 for a in range(3) for b in range(3) if a != b}
    assert "c against the others:" in out


def test_clocks_are_counted_down_and_margins_kept(tmp_path: Path) -> None:
    results = tmp_path / "r.jsonl"
    # 0.25 s a turn on a clock of 0.4 s and nothing for a turn: the third turn at the latest is too late.
    arena(*engine("a", "--think", "0.25", tc="0.4"), *engine("b", depth="1"), *referee(), *SHORT,
          "--time-margin", "1ms", "--results", str(results))  # fmt: skip
    for game in games(results):
        assert game["fault"]["kind"] == "time"
        assert game["fault"]["player"] == (1 if game["p1"] == 0 else 2)
    results = tmp_path / "margin.jsonl"
    arena(*engine("a", "--think", "0.05"), *engine("b"), *referee(), *SHORT, "--each", "movetime=1",
          "--time-margin", "5s", "--results", str(results))  # fmt: skip
    assert not any("fault" in game for game in games(results))


def test_openings_from_a_file_and_the_start_of_a_game(tmp_path: Path) -> None:
    file = tmp_path / "openings.fen"
    file.write_text("# some\n" + "".join(f"{row} w\n" for row in range(2, 8)) + "\n3 b # black first\n")
    results = tmp_path / "r.jsonl"
    arena(*engine("a"), *engine("b"), *referee(), "--no-bench", "--each", "depth=1", "--rounds", "7",
          "--openings", f"file={file}", "--results", str(results))  # fmt: skip
    starts = Counter(game["start"] for game in games(results))
    assert starts == {**{f"{row} w": 2 for row in range(2, 8)}, "3 b": 2}
    assert {game["first"] for game in games(results) if game["start"] == "3 b"} == {2}
    results = tmp_path / "plies.jsonl"
    arena(*engine("a"), *engine("b"), *referee(), "--no-bench", "--each", "depth=1", "--rounds", "3",
          "--openings", "plies=3", "--results", str(results))  # fmt: skip
    assert all(" b" in game["start"] for game in games(results))


def test_showing_a_game_draws_its_board() -> None:
    out = arena(
        *engine("a", "--dice"), *engine("b", "--dice"), *referee("--dice"), *SHORT, "--each", "depth=1", "--show"
    )
    assert "game 1, turn 1, White: " in out
    assert "\n21  ." in out


def test_pinning_and_logs(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    arena(*engine("a"), *engine("b"), *referee(), *SHORT, "--each", "depth=1", "--pin", "--concurrency", "2",
          "--log", str(logs))  # fmt: skip
    text = "".join(path.read_text() for path in logs.iterdir())
    assert " > go depth 1\n" in text
    assert " < bestmove a1a" in text


@pytest.mark.parametrize("mode", ["thrown", "seeded"])
def test_the_dice_are_the_documented_ones(mode: str, tmp_path: Path) -> None:
    from diabolo.dice import match_key, roll_text, seeded_roll

    results = tmp_path / "r.jsonl"
    arena(*engine("a", "--dice"), *engine("b", "--dice"), *referee("--dice"), *SHORT, "--each", "depth=1",
          "--seed", "77", "--dice", mode, "--rounds", "3", "--results", str(results))  # fmt: skip
    for game in games(results):
        seed = match_key(77, 0, game["pair"])
        assert game["seed"] == str(seed)
        assert game["rolls"] == [roll_text(seeded_roll(seed, n, 3)) for n in range(1, len(game["turns"]) + 1)]


def test_random_openings_are_refused_where_turns_are_too_many_for_a_list() -> None:
    done = run(*engine("a"), *engine("b"), "--game", "diablo", "board=26", "--each", "movetime=20", "--rounds", "1")
    assert done.returncode == 2
    assert done.stderr.startswith("arena: --openings: no random ones here (")
    assert "start" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_failing_referee_ends_the_match_with_what_there_is(tmp_path: Path) -> None:
    results = tmp_path / "r.jsonl"
    done = run(
        *engine("a"), *engine("b"), *referee("--lines", "100"), *SHORT, "--each", "depth=1", "--rounds", "50",
        "--results", str(results),
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith("arena: the referee ")
    assert "a against b:" in done.stdout
    assert 0 < len(games(results)) < 100
