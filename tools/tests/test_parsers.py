"""Parsers of what engines say: known lines, and any line at all."""

import contextlib

from hypothesis import given
from hypothesis import strategies as st

from diabolo.engine import EngineError, Score, parse_info
from diabolo.engine.options import parse_option
from diabolo.engine.replies import parse_actions, parse_board, parse_game, parse_legality

WORD = st.text(st.characters(codec="utf-8", exclude_categories=["Z", "C"]), min_size=1, max_size=8)
KEYWORDS = st.sampled_from(
    ["depth", "score", "cp", "mate", "wdl", "pv", "nodes", "string", "roll", "1-2", "7", "-3", "end", "true", "a1:p1:1"]
)


def test_a_full_info_line() -> None:
    info = parse_info(
        "info depth 9 seldepth 12 multipv 2 score mate -3 wdl 0 0 1000 nodes 12 nps 34 time 56 hashfull 7 pv b1b2 d7e7"
    )
    assert info == {
        "depth": 9,
        "seldepth": 12,
        "multipv": 2,
        "score": Score("mate", -3),
        "wdl": (0, 0, 1000),
        "nodes": 12,
        "nps": 34,
        "time": 56,
        "hashfull": 7,
        "pv": ["b1b2", "d7e7"],
    }


def test_a_roll_line() -> None:
    info = parse_info("info roll 1-2 weight 2 depth 3 score cp 4 wdl 510 0 490 pv a1a2,xa2")
    assert (info["roll"], info["weight"], info["pv"]) == ("1-2", 2, ["a1a2,xa2"])


def test_free_text_keeps_its_blanks() -> None:
    assert parse_info("info string two  blanks depth 3") == {"string": "two  blanks depth 3"}


@given(st.lists(WORD | KEYWORDS, max_size=20))
def test_no_info_line_breaks_the_parser(words: list[str]) -> None:
    parse_info(" ".join(["info", *words]))


@given(st.integers(0, 99), st.integers(-(2**31), 2**31), st.lists(WORD, min_size=1, max_size=5))
def test_what_is_written_is_read(depth: int, value: int, pv: list[str]) -> None:
    info = parse_info(f"info depth {depth} score {Score('cp', value)} pv {' '.join(pv)}")
    assert info == {"depth": depth, "score": Score("cp", value), "pv": pv}


@given(st.lists(WORD | KEYWORDS, max_size=12))
def test_answers_are_read_or_refused(words: list[str]) -> None:
    for parse in (parse_legality, parse_board, parse_actions, parse_game):
        with contextlib.suppress(EngineError):
            parse(words)


def test_options() -> None:
    option = parse_option("option name Own Book type check default true")
    assert (option.name, option.type, option.default) == ("Own Book", "check", "true")
    assert parse_option("option name LogFile type string default").default == ""
    assert parse_option("option").name == ""


def test_actions() -> None:
    actions = parse_actions("end true step a1a2 b1b2 pass d1e1".split())
    assert actions.end
    assert actions.all == ("a1a2", "b1b2", "d1e1")
    assert parse_actions("end false roll".split()).needs_roll
    assert parse_actions("end false remove xa1 xa2".split(), ("quiet", "remove")).all == ("xa1", "xa2")


def test_game() -> None:
    game = parse_game(
        "name diablo width 6 height 6 p1 Black p2 Green dice 2 faces 3 kinds quiet merge capture remove marks".split()
    )
    assert (game.faces, game.kinds, game.marks) == (3, ("quiet", "merge", "capture", "remove"), ())
