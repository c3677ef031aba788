"""The launcher of the checker of proofs: it must run the check. (What the check finds, tests/check_proof.rs tests.)"""

import subprocess
import sys
from pathlib import Path

from conftest import ROOT


def checked(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / "check-proof"), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_what_the_launcher_runs_tells_good_proofs_from_bad_ones(engine_path: str, tmp_path: Path) -> None:
    endings, proof = tmp_path / "2.endings", tmp_path / "2.proof"
    for words in (
        ["solve", "--board", "2", "--checkers", "2", "--out", endings],
        ["--ending-file", endings, "solve", "--bounds", "2", "--out", proof],
    ):
        subprocess.run([engine_path, *map(str, words)], check=True, capture_output=True)
    good = checked(proof, endings)
    assert good.returncode == 0, good.stderr
    assert "Green wins at least 1.000000; claimed 0.984375; " in good.stdout
    proof.write_text(proof.read_text().replace(" G./..\n", " -\n"))
    bad = checked(proof, endings)
    assert bad.returncode == 1
    assert bad.stderr.startswith("check-proof: that is less than claimed")
    assert bad.stderr.count("\n") == 1


def test_other_command_lines() -> None:
    refused = checked("one.proof")
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert refused.stderr.startswith("check-proof: ")
    told = checked("--help")
    assert told.returncode == 0
    assert "--sample N" in told.stdout
