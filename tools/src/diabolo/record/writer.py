"""Write game records."""

from __future__ import annotations

from diabolo.record.model import Record


def _string(value: str) -> str:
    # Names of engines are free text; a line break in one must not break the line.
    value = value.replace("\r", " ").replace("\n", " ")
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _remarks(remarks: tuple[str, ...]) -> str:
    return "".join(" {" + text.replace("}", ")").replace("\r", " ").replace("\n", " ") + "}" for text in remarks)


def write_record(record: Record) -> str:
    """Return the text of a record, its last line end included."""
    lines = [f"[{key} {_string(value)}]" for key, value in record.headers.items()]
    lines.append("")
    for number, entry in enumerate(record.turns, 1):
        roll = f"{entry.roll} " if entry.roll else ""
        lines.append(f"{number}. {roll}{entry.turn}{_remarks(entry.remarks)}")
    squares = "".join(f" {square}" for square in record.squares)
    lines.append(f"result {record.outcome} {record.reason}{squares}{_remarks(record.remarks)}")
    return "\n".join(lines) + "\n"
