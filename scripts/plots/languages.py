"""Stages by the language that they are written in: which language, how many statements, what share
of the best one's speed."""

import re
from dataclasses import dataclass
from functools import cache
from statistics import multimode

from plots import records, statements
from plots.command import ROOT
from reporting import stage_files

# The languages that shares are of, by device, and those that the ladder always has: a session
# without the first, or with these alone, says nothing.
BEST = {"cuda": ("CUDA",), "host": ("C", "C OpenMP")}
USUAL = ("CUDA", "C", "C OpenMP", "Fortran", "Fortran OpenMP")

CONTRACT = ("stage_server", "shared_run")  # the bridge


@dataclass
class Written:
    language: str
    stage: str
    statements: int
    wall_s: float
    share: float  # of the speed of the best stage of BEST in the same session
    of: str  # that stage
    record: dict


@cache
def in_tree(ladder):
    return stage_files.every(ladder)


def behind_the_bridge(record):
    """The file of a rung of scripts/languages; None of any other plug-in."""
    language, _, on = records.stage(record).rpartition("-")
    path = ROOT / "scripts" / "languages" / f"{record.get('problem')}_{language}.py"
    there = on in ("cpu", "gpu") and records.plugin(record) and path.exists()
    return path if there else None


@cache
def said_in(path):
    """What a rung's file calls its language."""
    return next(
        line.split('"')[1] for line in path.read_text().splitlines() if line.startswith("LANGUAGE")
    )


def with_imported(path):
    """A rung's file, its kernel in Mojo, and what it imports from its folder, less what says that
    it has no maths, and the case of another ladder."""
    found, case = [path], f"case_{path.stem.partition('_')[0]}"
    kernel = [one for one in [path.with_suffix(".mojo")] if one.exists()]
    for one in found:
        for name in re.findall(r"^(?:from|import) (\w+)", one.read_text(), re.MULTILINE):
            other = path.with_name(f"{name}.py")
            own = name not in CONTRACT and (name == case or not name.startswith("case_"))
            if other.exists() and other not in found and own:
                found.append(other)
    return [*(one for one in found if not statements.NO_MATHS.search(one.read_text())), *kernel]


def language_of(record, ladder):
    """Its name, and the files that hold what was written; None where this tree has no source of
    it."""
    if path := behind_the_bridge(record):
        return said_in(path), with_imported(path)
    stage = in_tree(ladder).get(records.stage(record))
    return (stage.language, stage.written) if stage and not records.plugin(record) else None


def known_of(run, ladder, device):
    """(wall [s], language, files, record) of each right stage at its fastest launch, the fastest
    first."""
    found = {}
    for record in run:
        if record["stage"]["device"] != device or not record.answer["right"]:
            continue
        said = language_of(record, ladder) if record.answer["shots"] == 1 else None
        one = (record.answer["wall_s"]["median"], *(said or ()), record)
        if said and one[0] <= found.get(records.stage(record), one)[0]:
            found[records.stage(record)] = one
    return sorted(found.values(), key=lambda one: one[0])


def of_session(run, ladder):
    """Of each device of one session: Written of each stage."""
    found = []
    for device, best in BEST.items():
        known = known_of(run, ladder, device)
        reference = next((one for one in known if one[1] in best), None)
        if not reference or all(one[1] in USUAL for one in known):
            continue
        for wall, language, files, record in known:
            count, share = statements.of_files(files), reference[0] / wall
            of = records.stage(reference[3])
            found.append(Written(language, records.stage(record), count, wall, share, of, record))
    return found


def operator(record):
    return record["case"].get("operator"), record["case"].get("half_length")


def of_machine(machine, case):
    """Of each stage the newest Written, from sessions that measured other languages next to the
    best one, with the operator that most records of the case have."""
    of_case = [record for record in machine.records if record["case"]["name"] == case]
    usual = multimode(map(operator, of_case))[:1]
    sessions = records.grouped((record for record in of_case if operator(record) in usual),
                               lambda record: record["session"])
    newest = sorted(sessions.values(), key=lambda run: max(one["time"] for one in run))
    ladder = ladder_of(case)
    found = {}
    for run in newest:
        found |= {one.stage: one for one in of_session(run, ladder)}
    return sorted(found.values(), key=lambda one: -one.share)


def ladder_of(case):
    """The folder of data/ that has the case; the first ladder for a case of elsewhere."""
    for path in sorted((ROOT / "data").glob(f"*/{case}.toml")):
        return path.parent.name
    return "wave"


def device(written):
    return written.record["stage"]["device"]


def fastest(found):
    """Of each language and device the fastest; of those that shares are of also the shortest, and
    the parents of what is behind the bridge, which expectations compare it with."""
    kept = {}
    for one in sorted(found, key=lambda one: -one.share):
        kept.setdefault((device(one), one.language), one)
    for one in sorted(found, key=lambda one: (one.statements, -one.share)):
        if one.language in BEST[device(one)]:
            kept.setdefault((device(one), f"{one.language}, the shortest"), one)
    parents = {
        (device(one), one.record["stage"]["parent"])
        for one in kept.values()
        if behind_the_bridge(one.record)
    }
    return [
        one
        for one in found
        if any(one is other for other in kept.values()) or (device(one), one.stage) in parents
    ]
