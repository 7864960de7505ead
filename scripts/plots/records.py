"""Records from files of JSON lines, by machine, and the choice among them."""

import pathlib
import re
import statistics

from plots import experiments, program, record_lines
from plots.failure import NOTHING, UNUSABLE, Failure
from plots.units import times

SCHEMA, Record = record_lines.SCHEMA, record_lines.Record


class Ladder(list):
    """Records in the order of the ladder; `answer` is that of the whole ladder, `here` whether it
    is of this very machine."""
    answer, here = None, False


class Machine:
    def __init__(self, named):
        self.cpu, self.gpu, self.cores, self.memory = (named["cpu"], named["gpu"], named["cores"],
                                                       named["memory_bytes"])
        self.records, self.ladders = [], {}
        self.here = False  # this very machine
        # what distinguishes it from another machine with the same processor and GPU
        self.apart = ""

    @property
    def name(self):
        return (f"{self.gpu}, {self.cpu}" if self.gpu else self.cpu) + self.apart

    def ladder(self, case):
        """Its newest ladder of a case; without a record where there is none."""
        return self.ladders.get(case, Ladder())


def distinguish(machines):
    """Names with the number of cores, and with the memory where that does not do, where several
    would be the same."""
    for words in (lambda one: f", {one.cores} cores", lambda one: f", {one.memory / 1e9:.0f} GB"):
        names = [one.name for one in machines]
        for one in [one for one in machines if names.count(one.name) > 1]:
            one.apart += words(one)


def read(paths, root, whole=False):
    """The machines of the files and folders given, or of all that is kept, in the order of their
    names. whole: see record_lines.of."""
    files = experiments.given(map(pathlib.Path, paths), experiments.holds_records)
    if paths and not files:
        raise Failure(UNUSABLE,
                      f"{', '.join(map(str, paths))}: there is no file *.jsonl with records in it")
    return of_files(files or experiments.all_records(root), whole)


def of_files(files, whole=False):
    by_place = {(str(file), number): record for file in files
                for number, record in record_lines.of(file, whole).items()}
    if not by_place:
        return []
    found = program.answers_of(files)
    machines = [Machine(one) for one in found.machines]
    for place, record in by_place.items():
        machine, record.answer = found.stages[place]
        machines[machine].records.append(record)
    for one in found.ladders:
        ladder = Ladder(by_place[stage["file"], stage["line"]] for stage in one["stages"])
        ladder.answer, ladder.here = one["answer"], one["here"]
        machines[one["machine"]].ladders[one["case"]] = ladder
        machines[one["machine"]].here |= ladder.here
    distinguish(machines)
    return sorted(machines, key=lambda machine: machine.name)


def grouped(found, key, value=lambda record: record):
    """{key: values} of records, in their order."""
    groups = {}
    for record in found:
        groups.setdefault(key(record), []).append(value(record))
    return groups


def stage(record):
    return record["stage"]["name"]


def place(record):
    """The position of a stage in the ladder, as its file's name begins; plug-ins come last."""
    return place_of_file(record["stage"]["file"]), stage(record)


def place_of_file(path):
    """(36, "a") for 36a_batch.cu, a child of 36_persistent.cu, (36, "")."""
    place = re.match(r"(\d+)([a-z]*)_", pathlib.PurePosixPath(path).name)
    return (int(place.group(1)), place.group(2)) if place else (10**6, "")


def plugin(record):
    return record["stage"]["file"].endswith(".so")


def disturbance(run):
    """Sentences about the traced runs of these records, for what shows their shares."""
    marked = [f"{stage(record)} {record.answer['traced_ratio']:.2f}"
              for record in run if record.answer["right"] and record.answer["disturbed"]]
    if not marked:
        return []
    return ["Disturbed traced runs took so many times as long as the timed ones: "
            f"{', '.join(marked)}; nothing follows from their shares."]


def on_case(records, case):
    return [record for record in records if record["case"]["name"] == case]


def ladder_of(record):
    """Records from before there were others name none."""
    return record.get("ladder", "wave")


def of_ladder(machine, ladder, case=None):
    """All that the machine has of a ladder, or of a case of it."""
    return [record for record in machine.records
            if ladder_of(record) == ladder and case in (None, record["case"]["name"])]


def newest_points(records, key):
    """The newest record of each value of key(record); None leaves a record out."""
    chosen = {}
    for record in sorted(records, key=lambda one: one["time"]):
        value = key(record)
        if value is not None:
            chosen[value] = record
    return chosen


def with_trace(machine, run):
    """The ladder; a stage that was not traced in it has its newest right record of the same case
    that was."""
    def same(record):
        return stage(record), record["case"]["hash"], record["cache"]
    newest = newest_points([one for one in machine.records if one["traced"]
                            and one.answer["right"]], same)
    return [one if one["traced"] or not one.answer["right"] else newest.get(same(one), one)
            for one in run]


def ladders(machines, case, traced=False):
    """Each machine with its ladder, its traced runs where a figure is of them; fails where there is
    none."""
    found = [(machine, with_trace(machine, run) if traced else run)
             for machine in machines if (run := machine.ladder(case))]
    if not found:
        raise Failure(NOTHING, f"no record of the case {case} is there")
    return found


def most_complete_first(found):
    """Machines with their ladders: that with most right stages first, of those the newest."""
    return sorted(found, key=lambda one: (sum(r.answer["right"] for r in one[1]),
                                          max(r["time"] for r in one[1])), reverse=True)


def wall(record):
    """Median, low and high [s] of one shot. Below six samples, which have no interval, the least
    and the most sample."""
    wall_s = record.answer["wall_s"]
    ends = ("low", "high") if wall_s["low"] is not None else ("least", "most")
    low, high = (wall_s[end] for end in ends)
    return wall_s["median"], low, high


def processor(record):
    """User plus system time [s] of all threads, for one shot: median, least and most of the
    samples, set-up included. None where it was not recorded, or fewer steps were timed: wall times
    are then multiplied, these are not."""
    taken = record["samples"]
    if (not taken.get("user_s")
            or record.get("timed_steps", record["case"]["steps"]) < record["case"]["steps"]):
        return None
    sums = [(user + system) / record.answer["shots"]
            for user, system in zip(taken["user_s"], taken["sys_s"])]
    return statistics.median(sums), min(sums), max(sums)


def against_parent(step):
    """The speed relative to the parent, in words; by pairs and by medians where the two contradict
    each other."""
    words = f"{times(1 / step['change']['ratio'])} {step['parent']['stage']}"
    return words + (f" ({times(1 / step['change_of_medians'])} by medians: drift)" if step["drift"]
                    else "")


def scopes(record, *names):
    """Time [s] of scopes of the traced run, for one shot; None where it was not traced."""
    traced = record["traced"]
    return (1e-9 * sum(traced["scopes_ns"].get(name, 0) for name in names) / record.answer["shots"]
            if traced else None)


def rate(record, *more):
    """1e9 point updates a second of the kernels, and of these other scopes; of a stage on the host
    of its calls. None if it is not right or was not traced."""
    time = scopes(record, "kernel", *more)
    return (record["work"]["point_updates"] / record.answer["shots"] / time * 1e-9 if time
            and record.answer["right"] else None)


def memory_roof(record, bytes_of_a_point=8):
    """What the measured copy speed allows one step a pass [1e9 point updates/s], if every value
    crosses the memory once: of heat two of 4 bytes. None where it was not measured."""
    speeds = (record["floor"] or {}).get("speeds") or {}
    there = speeds.get("device" if record["stage"]["device"] == "cuda" else "host")
    return there["copy_bytes_per_s"] / bytes_of_a_point * 1e-9 if there else None


def kernels(record, chosen=lambda name: True):
    """Time [s] of the kernels chosen by name, and what it were if every call had taken the least or
    the most."""
    if not record["traced"]:
        return None
    rows = [row for row in record["traced"]["profile"] if not row["name"].startswith("[")
            and chosen(row["name"])]
    if not rows or record["stage"]["device"] != "cuda":
        return None
    total = sum(row["total_ns"] for row in rows)
    least, most = (sum(row["calls"] * row[which] for row in rows)
                   for which in ("least_ns", "most_ns"))
    return tuple(1e-9 * ns / record.answer["shots"] for ns in (total, least, most))
