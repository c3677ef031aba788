"""What the launchers share: the environment under target/, made on first use, and the engine's build."""

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

TOOLS = Path(__file__).resolve().parent
ROOT = TOOLS.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()
VENV = ROOT / "target" / "venv"


def fail(message: str) -> NoReturn:
    """End with one line and exit code 2."""
    print(f"{Path(sys.argv[0]).name}: {message}", file=sys.stderr)
    sys.exit(2)


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Let no second launcher build the same thing at the same time."""
    (ROOT / "target").mkdir(exist_ok=True)
    with (ROOT / "target" / "tools.lock").open("w") as lock:
        try:
            import fcntl  # noqa: PLC0415
        except ImportError:
            yield
            return
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _run(*command: str | Path, what: str) -> None:
    # Their output is for people: stdout belongs to the tool.
    try:
        code = subprocess.run(list(map(str, command)), cwd=ROOT, stdout=sys.stderr, check=False).returncode
    except OSError as problem:
        fail(f"cannot {what}: {command[0]}: {problem.strerror}")
    if code:
        fail(f"cannot {what}: {command[0]} ended with code {code}")


def environment(extra: str = "") -> Path:
    """Return the Python of the tools' environment; make it if it is missing or its list of packages has changed."""
    if sys.version_info < (3, 11):  # noqa: UP036 (an older one is told what is missing)
        fail(f"needs Python 3.11 or newer, this is {sys.version.split()[0]}")
    python = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    wanted = hashlib.sha256((TOOLS / "pyproject.toml").read_bytes()).hexdigest() + extra
    stamp = VENV / f"installed{extra}"
    with _alone():
        if not python.exists() or not stamp.exists() or stamp.read_text() != wanted:
            print(f"preparing the tools in {VENV.relative_to(ROOT)} (once) ...", file=sys.stderr)
            if not python.exists():
                _run(sys.executable, "-m", "venv", VENV, what="make an environment")
            # Editable: a change of the sources counts at once.
            _run(
                python,
                "-m",
                "pip",
                "install",
                "-q",
                "--disable-pip-version-check",
                "-e",
                f"{TOOLS}{extra}",
                what="install",
            )
            stamp.write_text(wanted)
    return python


def engine(fresh: bool = False) -> Path:
    """Return the engine's path; build it if it is missing, or whenever its sources have changed (``fresh``)."""
    given = os.environ.get("DIABOLO_ENGINE")
    if given:
        return Path(given)
    path = TARGET / "release" / ("diabolo.exe" if os.name == "nt" else "diabolo")
    with _alone():
        missing = not path.exists()
        if missing:
            print("building the engine (once) ...", file=sys.stderr)
        if missing or fresh:
            if shutil.which("cargo") is None:
                fail("no engine yet, and no cargo to build it with: install Rust, or set DIABOLO_ENGINE")
            _run("cargo", "build", "--release", what="build the engine")
    return path


def example(name: str) -> Path:
    """Return the path of a program of examples/; build it if it is missing or its sources have changed."""
    path = TARGET / "release" / "examples" / (f"{name}.exe" if os.name == "nt" else name)
    with _alone():
        if shutil.which("cargo") is None:
            fail(f"no cargo to build {name} with: install Rust")
        if not path.exists():
            print(f"building {name} (once) ...", file=sys.stderr)
        _run("cargo", "build", "--quiet", "--release", "--example", name, what=f"build {name}")
    return path


def become(*program: str | Path) -> NoReturn:
    """Run a program with this command line in place of this one."""
    command = [*map(str, program), *sys.argv[1:]]
    if os.name == "nt":
        sys.exit(subprocess.run(command, check=False).returncode)
    try:
        os.execv(command[0], command)
    except OSError as problem:
        fail(f"cannot run {command[0]}: {problem.strerror}")


def start(module: str) -> NoReturn:
    """Start a tool of the package with this command line."""
    python = environment()
    if len(sys.argv) > 1 and sys.argv[1] not in ("-h", "-help", "--help", "help"):
        os.environ["DIABOLO_ENGINE"] = str(engine())
    become(python, "-m", module)
