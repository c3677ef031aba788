"""What the tests share: the engines."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# On a shared machine the time of an example says nothing; and a run of CI is to repeat the last one.
settings.register_profile("repeatable", deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
settings.load_profile("repeatable")

TESTS = Path(__file__).parent
ROOT = TESTS.parent.parent
LITTLE = [sys.executable, str(TESTS / "little.py")]


def little(*args: str) -> list[str]:
    """Return the command of the little engine."""
    return [*LITTLE, *args]


@pytest.fixture(scope="session")
def engine_path() -> str:
    """Return the real engine's path: DIABOLO_ENGINE, or the release build of this clone."""
    path = Path(os.environ.get("DIABOLO_ENGINE", ROOT / "target" / "release" / "diabolo"))
    if not path.is_file():
        # Without it most of what is promised would go untested: not a skip.
        pytest.fail(f"no engine at {path}: run cargo build --release, or set DIABOLO_ENGINE")
    return str(path)
