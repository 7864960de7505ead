"""Records of a file of JSON lines: each is whole, or the file is refused."""

import json
import sys

from plots.failure import NOT_COMPARABLE, UNUSABLE, Failure

SCHEMA = 2
# Without these no plot can do anything with a record.
NEEDED = ("time", "session", "cache", "stage.name", "stage.parent", "stage.device", "stage.file",
          "case.name", "case.hash",
          "case.steps", "launch.used", "samples.wall_ns", "summary.low_ns", "work.operations",
          "floor", "traced",
          "verdict.passed", "environment.cpu", "environment.gpu", "environment.build.commit")


class Record(dict):
    """As it was written; `answer` is what the program says of it: harness/answers/README.md lists
    the fields."""
    answer = None


def there(record, field):
    """A field by its path with dots; a list must hold something."""
    value = record
    for key in field.split("."):
        if not isinstance(value, dict) or key not in value:
            return False
        value = value[key]
    return value != []


def text_of(path):
    try:
        return path.read_text()
    except (OSError, UnicodeDecodeError) as problem:
        words = getattr(problem, "strerror", None) or "this is no text"
        raise Failure(UNUSABLE, f"{path}: {words}") from problem


def of(path, whole=False):
    """The records of a file by their lines. A last line that a crash cut short is reported and left
    out; with whole it is refused."""
    text = text_of(path)
    found, lines = {}, text.splitlines()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except json.JSONDecodeError as problem:
            if found and number == len(lines) and not text.endswith("\n") and not whole:
                print(f"{path}:{number}: this line is truncated and was left out", file=sys.stderr)
                break
            raise Failure(UNUSABLE, f"{path}:{number}: this is no JSON: {problem}") from problem
        schema = record.get("schema") if isinstance(record, dict) else None
        if not isinstance(schema, int):
            raise Failure(UNUSABLE,
                          f"{path}:{number}: this is not a record of ladder (it has no schema)")
        if schema != SCHEMA:
            words = f"its schema is {schema}, this program reads {SCHEMA}; measure it again"
            raise Failure(NOT_COMPARABLE, f"{path}:{number}: {words}")
        missing = [field for field in NEEDED if not there(record, field)]
        if missing:
            raise Failure(UNUSABLE, f"{path}:{number}: this record lacks {', '.join(missing)}")
        found[number] = Record(record)
    if not found:
        raise Failure(UNUSABLE, f"{path}: there is no record in it")
    return found
