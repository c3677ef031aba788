"""Game records: read them and write them. The grammar is the appendix of protocol.md."""

from diabolo.record.model import Record, RecordError, TurnEntry
from diabolo.record.parser import parse_records
from diabolo.record.writer import write_record

__all__ = ["Record", "RecordError", "TurnEntry", "parse_records", "write_record"]
