"""Game records: the shared sample files, and properties."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import ROOT
from diabolo.record import Record, RecordError, TurnEntry, parse_records, write_record

SAMPLES = ROOT / "tests" / "records"
GOOD = sorted((SAMPLES / "good").glob("*.txt"))
BAD = sorted((SAMPLES / "bad").glob("*.txt"))


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_good_files_are_read_and_written_back(path: Path) -> None:
    records = parse_records(path.read_bytes())
    assert records
    for record in records:
        assert parse_records(write_record(record)) == [record]


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad_files_are_refused_at_the_right_place(path: Path) -> None:
    data = path.read_bytes()
    place = data.split()[2].decode()
    with pytest.raises(RecordError) as error:
        parse_records(data)
    assert f"{error.value.line}:{error.value.column}" == place


def test_there_are_samples() -> None:
    assert len(GOOD) >= 6
    assert len(BAD) >= 10


LINE = st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), max_size=20)
SQUARE = st.builds("{}{}".format, st.sampled_from("abxz"), st.integers(1, 26))
ACTION = st.builds("{}{}".format, SQUARE, SQUARE) | st.builds("x{}".format, SQUARE)
TURN = st.lists(ACTION, min_size=1, max_size=3).map(",".join)
REMARK = LINE.map(lambda text: text.replace("}", ""))
ROLL = st.builds("{}-{}".format, st.integers(1, 13), st.integers(1, 13))


@st.composite
def records(draw: st.DrawFn) -> Record:
    game = draw(st.sampled_from(["diaballik", "diablo", "other-7"]))
    rolls = {"diaballik": st.none(), "diablo": ROLL, "other-7": st.none() | ROLL}[game]
    entries = st.builds(TurnEntry, TURN, rolls, st.lists(REMARK, max_size=2).map(tuple))
    headers = {"Game": game, "P1": draw(LINE.filter(bool)), "P2": draw(LINE.filter(bool)), "Start": "x"}
    headers |= draw(st.dictionaries(st.from_regex(r"X[A-Za-z0-9]{0,5}", fullmatch=True), LINE, max_size=3))
    return Record(
        headers,
        tuple(draw(st.lists(entries, max_size=6))),
        draw(st.sampled_from(["p1win", "p2win", "draw", "none"])),
        draw(st.from_regex(r"[a-z][a-z0-9-]{0,8}", fullmatch=True)),
        tuple(draw(st.lists(SQUARE, max_size=3))),
        tuple(draw(st.lists(REMARK, max_size=2))),
    )


@given(st.lists(records(), min_size=1, max_size=3))
def test_what_is_written_is_read(games: list[Record]) -> None:
    assert parse_records("\n".join(map(write_record, games))) == games


@given(st.text(alphabet='[]"#{}\\\r\n \t.,-x1a2GamePsultd', max_size=60))
def test_any_text_is_read_or_refused_inside_it(text: str) -> None:
    try:
        parse_records(text)
    except RecordError as error:
        lines = text.split("\n")
        assert 1 <= error.line <= len(lines)
        assert 1 <= error.column <= len(lines[error.line - 1]) + 1


@given(st.sampled_from(GOOD), st.data())
def test_a_cut_file_is_refused_at_its_end_or_is_still_good(path: Path, data: st.DataObject) -> None:
    text = path.read_bytes().decode().removeprefix("\ufeff").replace("\r\n", "\n")
    text = text[: data.draw(st.integers(0, len(text)))]
    try:
        parse_records(text)
    except RecordError as error:
        # A missing end is at the end; only a whole word or number cut short is named at its beginning.
        offset = sum(len(line) + 1 for line in text.split("\n")[: error.line - 1]) + error.column - 1
        rest = text[offset:]
        assert rest == "" or rest.isalnum()


def test_the_roll_of_the_start_is_left_out_of_the_moves() -> None:
    record = Record(
        {"Start": "..BG2/B.../..../.... b 1-2 5"}, (TurnEntry("a1a2", "1-2"), TurnEntry("b1b2", "1-1")), "draw", "x"
    )
    assert record.tokens() == ["a1a2", "1-1", "b1b2"]
