"""The engine's process: bytes in, lines of any length out, each with the moment it arrived."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shlex
import signal
import time
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, cast

from diabolo.engine.errors import EngineError, EngineTerminated, EngineTimeout

STDERR_LINES = 20
#: How long output may still trickle in after the process has ended: a child of it may hold the pipe.
_AFTER_EXIT = 0.2


class Line(NamedTuple):
    """A line of output."""

    text: str
    at: float
    """``time.perf_counter()`` when its last byte was read."""
    valid: bool = True
    """Whether it was UTF-8; if not, the offending bytes stand as ``\\xNN``."""


def split_command(command: str | Sequence[str]) -> list[str]:
    """Return the words of a command; a string is split as a POSIX shell would."""
    if not isinstance(command, str):
        words = list(command)
    else:
        try:
            words = shlex.split(command)
        except ValueError as problem:
            raise EngineError(f"cannot read the command {command!r}: {problem}", "spawn") from None
    if not words:
        raise EngineError("the command is empty", "spawn")
    return words


class EngineProcess(asyncio.SubprocessProtocol):
    """A running engine.

    Not ``asyncio.StreamReader``: that one has a limit on the length of a line and learns of
    bytes one task switch later than they arrive, which would be charged to the engine.
    """

    def __init__(self, name: str, max_line: int | None) -> None:
        """Prepare; ``start`` makes the process."""
        self.name = name
        self.stderr: deque[str] = deque(maxlen=STDERR_LINES)
        self._max_line = max_line
        self._partial = {1: bytearray(), 2: bytearray()}
        self._lines: deque[Line] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._ended = False
        self._gone: asyncio.Event = asyncio.Event()
        self._transport: asyncio.SubprocessTransport | None = None

    @classmethod
    async def start(
        cls,
        command: str | Sequence[str],
        *,
        cwd: str | Path | None = None,
        env: Mapping[str, str] | None = None,
        max_line: int | None = None,
    ) -> EngineProcess:
        """Start ``command`` in a session of its own, so that Ctrl-C in the terminal does not reach it."""
        words = split_command(command)
        loop = asyncio.get_running_loop()
        try:
            _, protocol = await loop.subprocess_exec(
                lambda: cls(words[0], max_line),
                *words,
                cwd=cwd,
                env=None if env is None else {**os.environ, **env},
                start_new_session=True,
            )
        except (OSError, ValueError) as problem:
            reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else problem
            raise EngineError(f"cannot start {shlex.join(words)}: {reason}", "spawn") from None
        return protocol

    # Called by the event loop.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self._transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Cut the bytes into lines."""
        now = time.perf_counter()
        partial = self._partial[fd]
        first, newline, rest = data.partition(b"\n")
        partial += first
        if not newline:
            if self._max_line is not None and len(partial) > self._max_line:
                self._emit(fd, partial[:200] + b"...", now, valid=False)
                partial.clear()
            return
        self._emit(fd, partial, now)
        *whole, last = rest.split(b"\n")
        for raw in whole:
            self._emit(fd, raw, now)
        self._partial[fd] = bytearray(last)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """Hand on what stands behind the last line end; the end of stdout is the end of the engine."""
        if self._partial.get(fd):
            self._emit(fd, self._partial[fd], time.perf_counter())
            self._partial[fd] = bytearray()
        if fd == 1:
            self._end()

    def process_exited(self) -> None:
        """Note the exit."""
        self._gone.set()
        asyncio.get_running_loop().call_later(_AFTER_EXIT, self._end)

    def _emit(self, fd: int, raw: bytes | bytearray, now: float, valid: bool = True) -> None:
        if raw.endswith(b"\r"):
            raw = raw[:-1]
        try:
            text = raw.decode()
        except UnicodeDecodeError:
            text, valid = raw.decode(errors="backslashreplace"), False
        if fd == 2:
            self.stderr.append(text)
            return
        self._lines.append(Line(text, now, valid))
        self._wake()

    def _end(self) -> None:
        self._ended = True
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    # Called by the client.

    @property
    def pid(self) -> int:
        """The id of the process."""
        assert self._transport is not None
        return self._transport.get_pid()

    @property
    def returncode(self) -> int | None:
        """Exit code; None while the process runs."""
        assert self._transport is not None
        return self._transport.get_returncode()

    @property
    def ended(self) -> bool:
        """Whether nothing more can come."""
        return self._ended and not self._lines

    def write(self, text: str) -> None:
        """Send whole lines in one write."""
        assert self._transport is not None
        stdin = cast(asyncio.WriteTransport | None, self._transport.get_pipe_transport(0))
        # A broken pipe shows itself as the end of the output; here it is no news.
        if stdin is not None and not stdin.is_closing():
            stdin.write(text.encode())

    async def line(self, timeout: float | None) -> Line:
        """Return the next line; ``EngineTimeout`` after ``timeout`` seconds."""
        if not self._lines:
            if self._ended:
                raise await self._terminated()
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                async with asyncio.timeout(None if timeout is None else max(0.0, timeout)):
                    await self._waiter
            except TimeoutError:
                raise EngineTimeout(f"{self.name}: no answer in time") from None
            finally:
                self._waiter = None
            if not self._lines:
                raise await self._terminated()
        return self._lines.popleft()

    async def _terminated(self) -> EngineTerminated:
        with contextlib.suppress(TimeoutError):
            # The exit code follows the end of output by a moment.
            async with asyncio.timeout(1):
                await self._gone.wait()
        code = self.returncode
        if code is None:
            how = "closed its output"
        elif code < 0:
            try:
                how = f"was ended by {signal.Signals(-code).name}"
            except ValueError:
                how = f"was ended by signal {-code}"
        else:
            how = f"exited with code {code}"
        return EngineTerminated(f"{self.name} {how}", code, tuple(self.stderr))

    async def wait_gone(self, timeout: float) -> bool:
        """Wait for the process to end; False if it has not by then."""
        try:
            async with asyncio.timeout(timeout):
                await self._gone.wait()
        except TimeoutError:
            return False
        return True

    async def kill(self) -> None:
        """End the process, and those it started, at once; then let go of the pipes."""
        assert self._transport is not None
        if self.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                if hasattr(os, "killpg"):
                    os.killpg(self.pid, signal.SIGKILL)
                else:  # pragma: no cover
                    self._transport.kill()
            await self.wait_gone(5)
        self._transport.close()
