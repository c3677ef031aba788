"""What can go wrong with an engine, as exceptions."""

from __future__ import annotations

from collections.abc import Sequence


class EngineError(RuntimeError):
    """The engine refused a command, or answered what the protocol does not allow.

    ``code`` is the engine's own code (``illegal-move``, ``bad-position``, …), or ``protocol``
    when it is the client that objects.
    """

    def __init__(self, message: str, code: str = "protocol") -> None:
        """Keep the message and its code."""
        super().__init__(message)
        self.code = code


class EngineTimeout(EngineError):
    """An answer did not come in time. The engine may still be used: the late answer is skipped."""

    def __init__(self, message: str) -> None:
        """Keep the message."""
        super().__init__(message, "timeout")


class EngineTerminated(EngineError):
    """The engine's process has ended, or has closed its output."""

    def __init__(self, message: str, returncode: int | None, stderr: Sequence[str]) -> None:
        """Keep what is known of the end; the last lines of stderr join the message."""
        tail = "".join(f"\n  stderr: {line}" for line in stderr)
        super().__init__(message + tail, "terminated")
        self.returncode = returncode
        """Exit code, negative for a signal; None if the process closed its output but still runs."""
        self.stderr = tuple(stderr)
        """The last lines that the engine wrote to stderr."""


def error_of_line(line: str) -> EngineError | None:
    """Return the error that an ``info string error CODE: text`` line reports, if it is one.

    >>> error_of_line("info string error illegal-move: d1 holds the ball").code
    'illegal-move'
    """
    words = line.split(maxsplit=3)
    if words[:3] != ["info", "string", "error"] or len(words) < 4:
        return None
    code, _, message = words[3].partition(":")
    return EngineError(message.strip() or code, code.strip())
