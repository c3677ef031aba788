"""The client against real processes of the little engine."""

import asyncio
import time
from pathlib import Path

import pytest

from conftest import little
from diabolo.engine import AsyncEngine, Engine, EngineError, EngineTerminated, EngineTimeout, Limit


def test_a_session_from_start_to_quit() -> None:
    with Engine.popen(little(), options={"Hash": 2}) as engine:
        assert engine.name == "Little"
        assert engine.options["style"].values == ("calm", "wild")
        assert engine.ping() < 10
        engine.new_game()
        engine.position(None, ["a1a3"])
        assert engine.legal_turns() == ["a3a4", "a3a5", "a3a6"]
        assert (engine.count(), engine.p1_turn(), engine.game_over(), engine.result()) == (3, False, False, "none")
        assert engine.dice() is None
        assert engine.game().name == "race"
        assert engine.actions().by_kind == {"step": ("a3a4", "a3a5", "a3a6")}
        assert [(o.square, o.owner) for o in engine.board()] == [("a3", "p1")]
        assert not engine.is_legal("a3a9").legal
        result = engine.play(Limit(depth=1))
        assert result.turn in engine.legal_turns()
        assert result.info.get("nodes") == 3
        assert engine.quit() == 0


def test_dice_over_the_protocol() -> None:
    with Engine.popen(little("--dice")) as engine:
        engine.position("1 w - 1", ["1-3"])
        assert engine.dice() == "1-3"
        assert engine.legal_turns() == ["a1a2", "a1a4"]
        with pytest.raises(EngineError) as refused:
            engine.moves("2-2")
        assert refused.value.code == "bad-roll"


def test_errors_of_the_engine_are_exceptions_with_its_code() -> None:
    with Engine.popen(little()) as engine:
        with pytest.raises(EngineError, match="a1a9") as refused:
            engine.position(None, ["a1a9"])
        assert refused.value.code == "illegal-move"
        with pytest.raises(EngineError, match="it has: Hash, Style"):
            engine.configure({"Colour": "red"})
        with pytest.raises(EngineError) as refused:
            engine.configure({"Hash": 999})
        assert refused.value.code == "bad-option"
        with pytest.raises(EngineError) as refused:
            engine.query("weather")
        assert refused.value.code == "unknown-command"


def test_a_crash_is_told_with_the_last_lines_of_stderr() -> None:
    with Engine.popen(little("--fault", "crash")) as engine:
        engine.position()
        with pytest.raises(EngineTerminated, match="SIGABRT") as end:
            engine.play(Limit(depth=1))
        assert end.value.stderr[-1] == "the engine's last words"
        assert end.value.returncode == -6
        with pytest.raises(EngineTerminated):
            engine.ping()


def test_a_late_answer_does_not_reach_the_next_question() -> None:
    with Engine.popen(little("--fault", "slow")) as engine:
        engine.position()
        with pytest.raises(EngineTimeout):
            engine.play(Limit(time=0.01), timeout=0.05)
        # The bestmove of the search given up comes first and is skipped.
        assert engine.count() == 3
        assert engine.play(Limit(depth=1)).turn is not None


def test_streaming_analysis() -> None:
    with Engine.popen(little()) as engine:
        engine.position()
        with engine.analysis() as search:
            info = next(iter(search))
            assert info["depth"] == 1
            search.stop()
            assert search.wait(10).turn == "a1a2"
        with engine.analysis():
            pass  # left without a stop: stopped on the way out
        assert engine.analyse(Limit(depth=1))[0]["pv"]


def test_limits_are_asked_for() -> None:
    with Engine.popen(little()) as engine, pytest.raises(ValueError, match="limit"):
        engine.play(Limit())


def test_an_engine_that_never_says_ugiok() -> None:
    with pytest.raises(EngineTimeout, match="ugiok"):
        Engine.popen(little("--silent"), timeout=0.3)


@pytest.mark.parametrize("command", ["/no/such/program", "", ["/"], "'"])
def test_a_command_that_cannot_start(command: str | list[str]) -> None:
    with pytest.raises(EngineError) as refused:
        Engine.popen(command)
    assert refused.value.code == "spawn"


def test_garbage_is_skipped_unless_strict() -> None:
    with Engine.popen(little("--fault", "garbage")) as engine:
        engine.position()
        assert engine.play(Limit(depth=1)).turn
    with Engine.popen(little("--fault", "garbage"), strict=True) as engine:
        engine.position()
        with pytest.raises(EngineError, match="Thinking hard") as refused:
            engine.play(Limit(depth=1))
        assert refused.value.code == "garbage"


def test_a_greeting_is_forgiven() -> None:
    with Engine.popen(little("--banner"), strict=True) as engine:
        assert engine.name == "Little"
        assert engine.count() == 3


def test_a_line_of_many_megabytes(tmp_path: Path) -> None:
    # asyncio's own streams stop at 64 KiB.
    script = tmp_path / "wide.sh"
    script.write_text(
        "read x; echo ugiok; read x; printf 'response 1 '; head -c 5000000 /dev/zero | tr '\\0' a; echo; read x\n"
    )
    with Engine.popen(["sh", str(script)]) as engine:
        assert len(engine.legal_turns()[0]) == 5_000_000


def test_an_engine_that_ignores_quit_is_ended(tmp_path: Path) -> None:
    script = tmp_path / "deaf.sh"
    script.write_text("read x; echo ugiok; while :; do sleep 1; done\n")
    engine = Engine.popen(["sh", str(script)])
    start = time.monotonic()
    assert engine.quit(timeout=0.1) is None
    assert time.monotonic() - start < 30


def test_cancelling_keeps_question_and_answer_in_step() -> None:
    async def scene() -> None:
        async with await AsyncEngine.popen(little("--think", "1.5")) as engine:
            await engine.position()
            task = asyncio.create_task(engine.play(Limit(depth=1)))
            await asyncio.sleep(0.05)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert await engine.count() == 3

    asyncio.run(scene())


def test_commands_of_two_tasks_wait_for_each_other() -> None:
    async def scene() -> None:
        async with await AsyncEngine.popen(little()) as engine:
            await engine.position()
            counts = await asyncio.gather(*(engine.count() for _ in range(50)), engine.play(Limit(depth=1)))
            assert counts[:50] == [3] * 50

    asyncio.run(scene())


def test_a_line_break_cannot_be_smuggled_in() -> None:
    with Engine.popen(little()) as engine, pytest.raises(ValueError, match="line break"):
        engine.position("1 w\nquit")
