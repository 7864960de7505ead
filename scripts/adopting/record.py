"""`ladder record`: a recording copy of the program, its calls, and the proof that step 0 alone
gives their bits."""

import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile

import numpy

from adopting import (adopted as adopting, built, calls, copied, coverage, description, replay,
                      running, thresholds)
from adopting.failure import FILE, WRONG, Failure
from adopting.files import write_whole


def prepare(adopted, folder, cache, say):
    """Copy with the recorder in it, built. Returns its folder and the recorder's library."""
    description.sizes_of(adopted.described, adopted.values, folder)
    say(f"copying {adopted.root} ({running.megabytes(copied.size_of(adopted.root))}) to "
        f"{cache / 'program'}")
    left_out = copied.copy(adopted.root, cache / "program")
    library = built.recorder(cache)
    settings(cache, library, folder)
    copied.insert(adopted.recorder(library, folder), adopted.root, cache / "program")
    say(f"building: {adopted.described['build']}")
    before = copied.states(adopted.root)
    running.build(adopted.described["build"], cache / "program", cache / "build.log", left_out)
    copied.refuse_changes(before, adopted.root, adopted.described["build"])
    return cache / "program", library


def settings(cache, library, folder):
    """What the recorder's library reads next to itself."""
    import sys

    script = pathlib.Path(__file__).resolve().parents[1] / "build_stage.py"
    command = (f"{shlex.quote(sys.executable)} {shlex.quote(str(script))} "
               f"{shlex.quote(str(folder.resolve()))}")
    pathlib.Path(f"{library}.conf").write_text(f"build={command}\nbuilt={cache / 'built'}\n"
                                               f"limits={cache / 'limits'}\n")


def record(folder, chosen, say):
    adopted = adopting.opened(folder)
    described, cache = adopted.described, adopting.cache_of(folder)
    program, library = prepare(adopted, folder, cache, say)
    say(f"running: {described['run']}")
    counts = running.run(described["run"], program, cache, {})
    never_called(adopted, counts, program, library)
    share = counts.seconds / counts.total if counts.total > 0 else 0
    say(f"{adopted.name} is called {counts.calls} times, {counts.seconds:.3f} s of the program's "
        f"{counts.total:.3f} s ({100 * share:.0f} %)")
    numbers = running.chosen(chosen or described["calls"], counts.calls)
    size = (counts.bytes_in + counts.bytes_out) * len(numbers)
    say(f"recording call{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}: "
        f"{running.megabytes(size)}")
    running.check_room(size, folder)
    new = pathlib.Path(tempfile.mkdtemp(dir=folder, prefix=".calls-"))
    try:
        again = running.run(described["run"], program, cache, {
            "LADDER_RECORD_TO": str(new.resolve()), "LADDER_CALLS": ",".join(map(str, numbers))})
        if again.error:
            raise Failure(FILE,
                          f"recording stopped at {again.error}: make room, or record fewer calls")
        if again.recorded != len(numbers):
            raise Failure(WRONG, f"{again.recorded} of {len(numbers)} calls were recorded: the "
                                 f"program made {again.calls} calls in this run and {counts.calls} "
                                 "before; choose calls that every run makes")
        index = indexed(adopted, new, numbers, counts, again.shared, say)
        write_whole(new / "index.json", json.dumps(index, indent=1) + "\n")
        refuse_changed(new, index)
        for number in numbers:
            (new / str(number) / "values.jsonl").unlink()
            (new / str(number) / "changed").unlink()
        new.chmod(0o755)
        keep(new, folder / "calls")
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return prove_step0(adopted, folder, cache, index, say)


def keep(new, old):
    """The new calls in the place of those that ladder recorded earlier."""
    if old.exists() or old.is_symlink():
        if old.is_symlink() or not (old / "index.json").is_file():
            raise Failure(FILE, f"{old} is not what `ladder record` makes: move it away")
        trash = pathlib.Path(tempfile.mkdtemp(dir=old.parent, prefix=".calls-"))
        old.rename(trash / "old")
        new.rename(old)
        shutil.rmtree(trash, ignore_errors=True)
    else:
        new.rename(old)


def never_called(adopted, counts, program, library):
    if counts.calls:
        return
    if not running.recorder_is_in(program, library):
        raise Failure(6, f"the build did not compile {adopted.described['source']} of the copy "
                         f"{program}: the recorder is in no program there. Give a build command "
                         "that makes the program in its own folder, without absolute paths, and a "
                         "static link needs -static left out")
    raise Failure(6, f"`{adopted.described['run']}` never calls {adopted.name}: give a run that "
                     "does, or adopt a routine that it calls")


def indexed(adopted, new, numbers, counts, shared, say):
    entries, said = [], []
    for number in numbers:
        values = calls.raw(new, number)
        pairs = calls.regions(values)
        entries.append(calls.entry(number, values, adopted.values))
        for words in calls.aliases(pairs, adopted.values):
            if words not in said:
                said.append(words)
    for words in said:
        say(f"note: {words} share memory in the program; stages get them so, and step 0 too")
    for call, one, two in shared:
        if f"{one} and {two}" not in said:
            say(f"note: {one} and {two} share memory at call {call}, which is not recorded: record "
                f"it, --calls={call},...")
    from adopting import kinds

    return {"routine": adopted.name, "calls_made": counts.calls, "seconds": counts.seconds,
            "program_seconds": counts.total, "aliased": said,
            "kinds": {value.name: kinds.name_of(value) for value in adopted.values},
            "calls": entries}


def refuse_changed(new, index):
    """What is read as input alone is not compared, so a call may not change it, unless it shares
    memory with an output."""
    for one in index["calls"]:
        written = {value["region"]
                   for value in one["values"] if "out" in value and "region" in value}
        apart = {value["name"] for value in one["values"] if value.get("region") not in written}
        changed = [name for name in (new / str(one["call"]) / "changed").read_text().split()
                   if name in apart]
        if changed:
            raise Failure(WRONG, f"call {one['call']} changes {', '.join(changed[:6])}, which the "
                                 "source says to be input alone: a stage's would not be compared. "
                                 "Where it is declared intent(in), declare intent(inout); or "
                                 "another thread changes it")


def prove_step0(adopted, folder, cache, index, say):
    stage = built.step0(adopted, folder, cache)
    first, second = replay.run(stage, folder, index,
                               [replay.job(poison) for poison in replay.POISONS])
    truth, wrong = replay.recorded(folder, index), []
    never = {}
    for key, right in truth.items():
        untouched = replay.untouched(first[key], second[key])
        if untouched.any():
            never.setdefault(key[1], []).append(int(untouched.sum()))
        differ = (replay.elements(first[key]) != replay.elements(right)).any(axis=1) & ~untouched
        unsure = ((replay.elements(first[key]) != replay.elements(second[key])).any(axis=1)
                  & ~untouched)
        if differ.any():
            wrong.append((key, right, first[key], differ, unsure))
    for name, numbers in never.items():
        total = max(array.size for (_, each), array in truth.items() if each == name)
        say(f"{name}: {max(numbers)} of {total} elements are never written; a stage must not "
            "write them")
    if wrong:
        raise Failure(WRONG, disagreement(adopted, folder, cache, index, wrong))
    say(f"step 0 alone gives the recorded bits of {len(index['calls'])} "
        f"call{'s' if len(index['calls']) > 1 else ''}")
    covered = coverage.of(adopted, folder, cache, index)
    if covered:
        reached, there, missed, partly = covered
        say(f"the calls reach {reached} of {there} lines of step 0 "
            f"({100 * reached / max(1, there):.0f} %)"
            + (f"; never {', '.join(coverage.ranges(missed)[:8])}"
               + (", ..." if len(coverage.ranges(missed)) > 8 else "") if missed else "")
            + (f"; in part {', '.join(coverage.ranges(partly)[:8])}" if partly else ""))
        index["coverage"] = {"reached": reached, "lines": there, "never": coverage.ranges(missed),
                             "in_part": coverage.ranges(partly)}
        if there_are := thresholds.apart_from_all(folder, cache, adopted.described, index):
            apart, comparisons = there_are
            if comparisons:
                say(f"of {comparisons} comparisons of order, {len(apart)} have a threshold that no "
                    "element is near: moved by a thousandth it changes "
                    f"nothing{', ' + ', '.join(coverage.ranges(apart)[:8]) if apart else ''}"
                    f"{', ...' if len(coverage.ranges(apart)) > 8 else ''}")
            index["coverage"]["thresholds_apart"] = coverage.ranges(apart)
    index["never_written"] = {name: max(numbers) for name, numbers in never.items()}
    write_whole(folder / "calls" / "index.json", json.dumps(index, indent=1) + "\n")
    keep_limits(folder, cache)
    command = adopted.described["run"]
    if set(command) & set("&|;"):  # of several commands the first alone would be given the variable
        command = f"sh -c {shlex.quote(command)}"
    say(f"the program with stages: cd {cache / 'program'} && LADDER_STAGE=original {command}")
    return 0


def keep_limits(folder, cache):
    """What LADDER_SHADOW compares with: the program computes it, as for its verdicts."""
    program = os.environ.get("LADDER_PROGRAM")
    if not program:
        return
    done = subprocess.run([program, "verify", f"--ladder={folder}", f"--stage={built.ORIGINAL}",
                           "--json"], capture_output=True, text=True, errors="replace",
                          env={**os.environ, "LADDER_ROUTINE_LIMITS": str(cache / "limits")})
    if done.returncode != 0:
        rows = [json.loads(line)["words"]
                for line in done.stdout.splitlines() if line.startswith("{")]
        words = "\n".join([*rows, done.stderr.strip()]).strip()
        raise Failure(done.returncode if done.returncode in (WRONG, FILE) else WRONG,
                      f"step 0 is not right by its own limits:\n{words}")


def disagreement(adopted, folder, cache, index, wrong):
    """What differs, and what to look at."""
    lines = ["step 0 alone does not give the recorded bits:"]
    for (call, name), right, got, differ, unsure in wrong[:6]:
        at = int(numpy.argmax(differ))
        where = replay.indices(replay.value_of(index, call, name), at)
        flat_right, flat_got = right.reshape(-1, order="F"), got.reshape(-1, order="F")
        lines.append(f"  call {call}, {where}: {flat_right[at]} in the program, {flat_got[at]} of "
                     f"step 0; {int(differ.sum())} of {right.size} elements")
    lines.append("look at:")
    names = [name for (_, name), *_ in wrong]
    for place in outside(adopted, folder, cache, index):
        lines.append(f"  {place}")
    if any(unsure.any() for *_, unsure in wrong):
        lines.append("  an output that is read before it is written: its intent must be inout, "
                     f"not out ({', '.join(sorted(set(names))[:4])})")
        if adopted.described["scratch"]:
            lines.append("  scratch that is read before it is written: "
                         f"{adopted.described['scratch']} of ladder.toml")
    if index["aliased"]:
        lines.append(f"  arguments that share memory: {'; '.join(index['aliased'][:4])}")
    lines += [f"  {note}"
              for note in dict.fromkeys(adopted.closure.notes) if "not recorded" in note]
    lines.append("  other flags than the build's: step 0 was compiled "
                 f"with '{adopted.described['flags']}'; set `flags` in ladder.toml, then `ladder "
                 "adopt` again")
    return "\n".join(lines)


def outside(adopted, folder, cache, index):
    """An element outside of its array, which step 0 has other memory for."""
    try:
        stage = built.step0(adopted, folder, cache, "bounds", ("-fcheck=bounds", "-g", "-O0"))
        replay.run(stage, folder, index, [replay.job()])
    except Failure as failure:
        words = str(failure)
        if match := re.search(r"At line (\d+) of file \S*step0.f90(.*)", words, re.DOTALL):
            places = coverage.owner_places(
                (folder / "step0.f90").read_text(errors="surrogateescape").splitlines())
            what = re.search(r"Fortran runtime error: (.*)", words)
            return [f"{places.get(int(match[1]), 'step0.f90')}: "
                    f"{what[1] if what else 'an element outside of its array'}"]
    return []
