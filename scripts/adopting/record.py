"""`ladder record`: a recording copy of the program, and its calls."""

import json
import pathlib
import shlex
import shutil
import sys
import tempfile

from adopting import (adopted as adopting, built, calls, compiled, compilers, copied, description,
                      proof_of_step0, running, suggested)
from adopting.adopt import adopt
from adopting.failure import FILE, NOTHING_RAN, USAGE, WRONG, Failure
from adopting.files import write_whole


def proven(folder):
    """Whether its calls are recorded, and step 0 gave their bits."""
    try:
        return "never_written" in json.loads((folder / "calls/index.json").read_text())
    except (OSError, ValueError):
        return False


def prepare(adopted, folder, cache, say):
    """Copy with the recorder in it, built. Returns its folder, the recorder's library, and the
    flags that the build gave the routine's source, None where that was not seen."""
    description.sizes_of(adopted.described, adopted, folder)
    say(f"copying {adopted.root} ({running.megabytes(copied.size_of(adopted.root))}) to "
        f"{cache / 'program'}")
    left_out = copied.copy(adopted.root, cache / "program")
    library = built.recorder(cache)
    settings(cache, library, folder)
    copied.insert(adopted.recorder(library, folder), adopted.root, cache / "program")
    say(f"building: {adopted.described['build']}")
    before = copied.states(adopted.root)
    flags = compilers.build(adopted.described["build"], cache / "program", cache, left_out)
    copied.refuse_changes(before, adopted.root, adopted.described["build"])
    source = (cache / "program" / adopted.described["source"]).resolve()
    return cache / "program", library, flags.get(source)


def settings(cache, library, folder):
    """What the recorder's library reads next to itself."""
    script = pathlib.Path(__file__).resolve().parents[1] / "build_stage.py"
    command = (f"{shlex.quote(sys.executable)} {shlex.quote(str(script))} "
               f"{shlex.quote(str(folder.resolve()))}")
    pathlib.Path(f"{library}.conf").write_text(f"build={command}\nbuilt={cache / 'built'}\n"
                                               f"limits={cache / 'limits'}\n")


def record(folder, chosen, say, limit=running.LIMIT):
    adopted = adopting.opened(folder)
    cache, counted = adopting.cache_of(folder), set()
    while True:
        described = adopted.described
        program, library, flags = prepare(adopted, folder, cache, say)
        written = adopted.files()
        adopted = with_flags(flags, adopted, folder, say)
        if adopted.files() != written:
            continue  # the flags define what the source is
        say(f"running: {described['run']}")
        counts = running.run(described["run"], program, cache, {}, limit, say)
        never_called(adopted, counts, program, library)
        if not counts.error:
            break
        adopted = with_elements(counts.error, adopted, folder, counted, say)
    share = counts.seconds / counts.total if counts.total > 0 else 0
    say(f"{adopted.name} is called {counts.calls} times, {counts.seconds:.3f} s of the program's "
        f"{counts.total:.3f} s ({100 * share:.0f} %)")
    numbers = running.chosen(chosen or described["calls"], counts.calls)
    spare = suggested.spare(counts, numbers, folder)
    size = (counts.bytes_in + counts.bytes_out) * len(numbers)
    say(f"recording call{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}: "
        f"{running.megabytes(size)}")
    running.check_room(size, folder)
    new = pathlib.Path(tempfile.mkdtemp(dir=folder, prefix=".calls-"))
    try:
        wanted = ",".join(map(str, sorted([*numbers, *spare])))
        again = running.run(described["run"], program, cache, {
            "LADDER_RECORD_TO": str(new.resolve()), "LADDER_CALLS": wanted}, limit, say)
        if again.error:
            raise Failure(FILE,
                          f"recording stopped at {again.error}: make room, or record fewer calls")
        kept = [number for number in numbers if (new / str(number) / "changed").is_file()]
        if kept != numbers:
            raise Failure(WRONG, f"{len(kept)} of {len(numbers)} calls were recorded: the "
                                 f"program made {again.calls} calls in this run and {counts.calls} "
                                 "before; choose calls that every run makes")
        spare = [number for number in spare if (new / str(number) / "changed").is_file()]
        index = indexed(adopted, new, numbers, counts, again, say)
        write_whole(new / "index.json", json.dumps(index, indent=1) + "\n")
        refuse_changed(new, index)
        more = [calls.entry(number, calls.raw(new, number)[0], adopted.values) for number in spare]
        for number in (*numbers, *spare):
            (new / str(number) / "values.jsonl").unlink()
            (new / str(number) / "changed").unlink()
        new.chmod(0o755)
        keep(new, folder / "calls")
    finally:
        shutil.rmtree(new, ignore_errors=True)
    try:
        return proof_of_step0.prove(adopted, folder, cache, index, more, say)
    finally:
        for number in spare:
            shutil.rmtree(folder / "calls" / str(number), ignore_errors=True)


def answer(folder, failure=None):
    """The line for programs, as harness/answers/verdict/schema.json has it: of what is recorded, or
    of a failure."""
    index = {} if failure else calls.load_index(folder)
    statuses = {WRONG: "wrong", NOTHING_RAN: "not_run"}
    return {"schema": 1, "command": "record",
            "status": statuses.get(failure.code, "failed") if failure else "right",
            "routine": index.get("routine"),
            "calls": [one["call"] for one in index.get("calls", ())],
            "calls_made": index.get("calls_made"), "words": str(failure or "")}


def with_flags(flags, adopted, folder, say):
    """Adopted again with the flags of the build, unless the owner gave others."""
    given, source = adopted.described["flags"], adopted.described["source"]
    if flags is None:
        if not given:
            say(f"note: the build's flags for {source} were not seen, so the original is compiled "
                "without any: give those of the build, `flags` in ladder.toml")
        return adopted
    words = shlex.join(flags)
    if given:
        if of_code(given) != of_code(words):
            say(f"note: the build compiles {source} with '{words}', and `flags` in ladder.toml, "
                f"with which the original is compiled, is '{given}'")
        return adopted
    if not words:
        return adopted
    say(f"flags of the build for {source}: {words}")
    adopt(adopted.routine.source.file, adopted.described["routine"], adopted.root, folder,
          {"flags": words}, lambda words: None)
    return adopting.opened(folder)


def of_code(flags):
    """Those that may change what a source computes, in any order; -g is not among them."""
    return sorted(each for each in compiled.kept(flags) if not compilers.DROPPED.fullmatch(each))


def with_elements(words, adopted, folder, counted, say):
    """Adopted again with as many elements of an array of types as the first call has."""
    _, name, count, lower, _, call = words.split()
    place = next((value.top.place for value in adopted.values
                  if value.top.name == name.split("%")[0]), adopted.routine.unit.place)
    if name in counted or "(" in name or int(lower) != 1 or int(count) < 1:
        raise Failure(USAGE, f"{place}: '{name}' has {count} elements from {lower} on at call "
                             f"{call}; its elements are passed one by one, from 1 on, as many at "
                             "every call: adopt the routine that is called for one element"
                             f"{adopted.closure.instead()}")
    counted.add(name)
    say(f"{name} has {count} elements: adopting again with each of them ...")
    file = folder / "ladder.toml"
    owners, written = file.read_text().split(description.LINE, 1)
    write_whole(file, description.with_elements(owners, name, int(count)) + "\n"
                + description.LINE + written)
    adopt(adopted.routine.source.file, adopted.described["routine"], adopted.root, folder, {},
          lambda words: None)
    return adopting.opened(folder)


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


def indexed(adopted, new, numbers, counts, again, say):
    entries, said = [], []
    for number in numbers:
        values, pairs = calls.raw(new, number)
        entries.append(calls.entry(number, values, adopted.values))
        for words in calls.aliases(pairs, adopted.values):
            if words not in said:
                said.append(words)
    for words in said:
        say(f"note: {words} share memory in the program; stages get them so, and step 0 too")
    for call, one, two in again.shared:
        if f"{one} and {two}" not in said:
            say(f"note: {one} and {two} share memory at call {call}, which is not recorded: record "
                f"it, --calls={call},...")
    return {"routine": adopted.name, "calls_made": counts.calls, "seconds": counts.seconds,
            "program_seconds": counts.total, "packing_seconds": again.packing, "aliased": said,
            "kinds": {value.name: value.kind_name for value in adopted.values},
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
