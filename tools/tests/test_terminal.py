"""What people meet first: the launchers' refusals and the live table."""

import os
import pty
import select
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT
from matches import ARENA, engine, referee


@pytest.mark.parametrize("words", [[], ["no-such-commit"], ["-x"], [""], ["a", "b"]])
def test_a_reference_that_is_no_commit(words: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "reference"), *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("reference: ")


def test_the_live_table_is_drawn_on_a_terminal(tmp_path: Path) -> None:
    main_end, terminal = pty.openpty()
    words = [*engine("a", "--think", "0.05"), *engine("b"), *referee(), "--each", "depth=1", "--openings", "start"]
    process = subprocess.Popen(
        [*ARENA, *words, "--no-bench", "--rounds", "3", "--sprt", "elo0=0", "elo1=5"],
        stdout=terminal, stdin=subprocess.DEVNULL, env={**os.environ, "TERM": "xterm", "COLUMNS": "140"},
    )  # fmt: skip
    os.close(terminal)
    seen = b""
    while select.select([main_end], [], [], 100)[0]:
        try:
            data = os.read(main_end, 65536)
        except OSError:
            break
        if not data:
            break
        seen += data
    os.close(main_end)
    assert process.wait(timeout=60) == 0
    text = seen.decode()
    assert "of 6 games" in text
    assert "pairs 0 ½ 1 1½ 2" in text
    assert "LLR" in text
    assert text.rindex("a against b:") > text.rindex("of 6 games")
