"""Records from files of JSON lines, by machine (see results/README.md), and the choice among them."""

import json
import pathlib
import re
import statistics
import sys

from plots.failure import NOT_COMPARABLE, NOTHING, UNUSABLE, Failure

SCHEMA = 2
# Without these no plot can do anything with a record.
NEEDED = ("time", "session", "cache", "stage.name", "stage.parent", "stage.device", "stage.file", "case.name", "case.hash",
          "case.steps", "launch.used", "samples.wall_ns", "summary.low_ns", "work.operations", "floor", "traced",
          "verdict.passed", "environment.cpu", "environment.gpu", "environment.build.commit")


class Machine:
    def __init__(self, cpu, gpu):
        self.cpu, self.gpu, self.records = cpu, gpu, []

    @property
    def name(self):
        return f"{self.gpu}, {self.cpu}" if self.gpu else self.cpu


def machine_of(record):
    environment = record["environment"]
    return environment["cpu"], (environment["gpu"] or {}).get("name")


def there(record, field):
    """A field by its path with dots; a list must hold something."""
    value = record
    for key in field.split("."):
        if not isinstance(value, dict) or key not in value:
            return False
        value = value[key]
    return value != []


def lines_of(path, whole=False):
    """The records of a file. A last line that a crash cut short is told and left out; with whole it is refused."""
    try:
        text = path.read_text()
    except (OSError, UnicodeDecodeError) as problem:
        raise Failure(UNUSABLE, f"{path}: {getattr(problem, 'strerror', None) or 'this is no text'}") from problem
    found, lines = [], text.splitlines()
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
            raise Failure(UNUSABLE, f"{path}:{number}: this is not a record of ladder (it has no schema)")
        if schema != SCHEMA:
            words = f"its schema is {schema}, this program reads {SCHEMA}; measure it again"
            raise Failure(NOT_COMPARABLE, f"{path}:{number}: {words}")
        missing = [field for field in NEEDED if not there(record, field)]
        if missing:
            raise Failure(UNUSABLE, f"{path}:{number}: this record lacks {', '.join(missing)}")
        found.append(record)
    if not found:
        raise Failure(UNUSABLE, f"{path}: there is no record in it")
    return found


def holds_records(path):
    """Whether a file of a folder is one of records: others there hold lines without a schema. A damaged one is taken, and refused."""
    try:
        with path.open() as file:
            first = json.loads(file.readline())
    except (OSError, ValueError):
        return True
    return not isinstance(first, dict) or "schema" in first


def read(paths, root, whole=False):
    """The machines of the files and folders given, or of all that is kept, in the order of their names. whole: see lines_of."""
    files = []
    for path in map(pathlib.Path, paths):
        files += filter(holds_records, sorted(path.glob("*.jsonl"))) if path.is_dir() else [path]
    if paths and not files:
        raise Failure(UNUSABLE, f"{', '.join(map(str, paths))}: there is no file *.jsonl with records in it")
    machines = {}
    for file in files or filter(holds_records, sorted(root.glob("results/*/*.jsonl"))):
        for record in lines_of(file, whole):
            who = machine_of(record)
            machines.setdefault(who, Machine(*who)).records.append(record)
    return sorted(machines.values(), key=lambda machine: machine.name)


def stage(record):
    return record["stage"]["name"]


def place(record):
    """Where a stage stands in the ladder, as its file's name begins; plug-ins come last."""
    return place_of_file(record["stage"]["file"]), stage(record)


def place_of_file(path):
    """(36, "a") for 36a_batch.cu, a child of 36_persistent.cu, (36, "")."""
    place = re.match(r"(\d+)([a-z]*)_", pathlib.PurePosixPath(path).name)
    return (int(place.group(1)), place.group(2)) if place else (10**6, "")


# What harness/records/result.h says of a record: the program writes it, and for records from before it did, it is worked
# out as it was then. harness/tests/test_records_in_python.py holds the two against each other.
def right(record):
    return record["verdict"]["passed"] and (record["traced"] or {}).get("launch_confirmed", True)


def plugin(record):
    return record["stage"]["file"].endswith(".so")


def shots(record):
    """A run of a batch is several of the case; a plug-in's run is one, whatever its knobs say."""
    if "shots" in record["work"]:
        return record["work"]["shots"]
    return 1 if plugin(record) else record["launch"]["used"].get("shots", [1])[0]


def disturbed(record):
    """Whether the program found the traced run unlike the timed ones: nothing follows from its shares. Records from before it
    compared the two are not known to be."""
    return bool((record["traced"] or {}).get("disturbed"))


def disturbance(run):
    """Sentences about the traced runs of these records, for what shows their shares."""
    told = []
    if marked := [f"{stage(record)} {record['traced']['ratio']:.2f}" for record in run if right(record) and disturbed(record)]:
        told.append(f"Disturbed traced runs took so many times as long as the timed ones: {', '.join(marked)}; nothing follows"
                    " from their shares.")
    if any(record["traced"] and "ratio" not in record["traced"] for record in run):
        told.append("Traced runs of earlier records were not compared with the timed ones.")
    return told


def without_transfers(record):
    """Time [s] of the whole run less the share of copies and staging, no less than its kernels; None without a trace that
    tells."""
    traced, summary = record["traced"], record["summary"]
    if not traced or not traced["wall_ns"] or disturbed(record) and record["stage"]["device"] == "cuda":
        return None
    if summary.get("without_transfers_ns") is not None:
        return 1e-9 * summary["without_transfers_ns"]
    scopes, wall = traced["scopes_ns"], statistics.median(record["samples"]["wall_ns"])
    share = sum(scopes[scope] for scope in ("h2d", "d2h", "staging")) / traced["wall_ns"]
    return 1e-9 * min(wall, max(wall * (1 - share), scopes["kernel"]))


def on_case(records, case):
    return [record for record in records if record["case"]["name"] == case]


def newest_ladder(records, case):
    """The session on the case that has most stages, of those the newest, in the order of the ladder. What only
    other sessions of the very same case have is added from the newest of them, so that no stage is left out. A session
    that ran a stage with several launches swept it: it gives the stage only where no other session does."""
    sessions = {}
    for record in on_case(records, case):
        sessions.setdefault((record["session"], record["case"]["hash"], record["cache"]), []).append(record)
    if not sessions:
        return []
    ranked = sorted(sessions.values(), key=lambda run: (len({stage(r) for r in run}), max(r["time"] for r in run)))
    same = [run for run in ranked[:-1] if run[0]["case"]["hash"] == ranked[-1][0]["case"]["hash"]]
    runs = [ranked[-1], *sorted(same, key=lambda run: max(r["time"] for r in run), reverse=True)]
    chosen = {}
    for swept in (False, True):
        for run in runs:
            launches = {}
            for record in run:
                launches.setdefault(stage(record), set()).add(str(record["launch"]["used"]))
            for record in run:
                if (len(launches[stage(record)]) > 1) == swept:
                    chosen.setdefault(stage(record), record)
    return sorted(chosen.values(), key=place)


def newest_points(records, key):
    """The newest record of each value of key(record); None leaves a record out."""
    chosen = {}
    for record in sorted(records, key=lambda one: one["time"]):
        value = key(record)
        if value is not None:
            chosen[value] = record
    return chosen


def ladders(machines, case):
    """Each machine with its ladder; fails where there is none."""
    found = [(machine, newest_ladder(machine.records, case)) for machine in machines]
    found = [(machine, run) for machine, run in found if run]
    if not found:
        raise Failure(NOTHING, f"no record of the case {case} is there")
    return found


def samples(record):
    return len(record["samples"]["wall_ns"])


def wall(record):
    """Median, low and high [s] of the whole run's time, for one shot. The interval is the record's own; below six
    samples, which have none, it is the least and the most sample."""
    samples, summary = record["samples"]["wall_ns"], record["summary"]
    low = summary["low_ns"] if summary["low_ns"] is not None else min(samples)
    high = summary["high_ns"] if summary["high_ns"] is not None else max(samples)
    return tuple(1e-9 * ns / shots(record) for ns in (statistics.median(samples), low, high))


def processor(record):
    """User plus system time [s] of all threads, for one shot: median, least and most of the samples, set-up included. None
    where it was not recorded, or fewer steps were timed: wall times are then multiplied, these are not."""
    taken = record["samples"]
    if not taken.get("user_s") or record.get("timed_steps", record["case"]["steps"]) < record["case"]["steps"]:
        return None
    sums = [(user + system) / shots(record) for user, system in zip(taken["user_s"], taken["sys_s"])]
    return statistics.median(sums), min(sums), max(sums)


def against(record, parent):
    """The speed-up, and the least and the most of it that both intervals allow."""
    (time, low, high), (before, before_low, before_high) = wall(record), wall(parent)
    return before / time, before_low / high, before_high / low


def scopes(record, *names):
    """Time [s] of scopes of the traced run, for one shot; None where it was not traced."""
    traced = record["traced"]
    return 1e-9 * sum(traced["scopes_ns"][name] for name in names) / shots(record) if traced else None


def kernels(record, chosen=lambda name: True):
    """Time [s] of the kernels chosen by name, and what it were if every call had taken the least or the most."""
    if not record["traced"]:
        return None
    rows = [row for row in record["traced"]["profile"] if not row["name"].startswith("[") and chosen(row["name"])]
    if not rows or record["stage"]["device"] != "cuda":
        return None
    total = sum(row["total_ns"] for row in rows)
    least, most = (sum(row["calls"] * row[which] for row in rows) for which in ("least_ns", "most_ns"))
    return tuple(1e-9 * ns / shots(record) for ns in (total, least, most))
