"""What the harness is given of an adopted routine: its stages as shared objects, with what their
heads say; the oracle; the calls."""

import hashlib
import json
import os

from adopting import built, calls, description, originals, scale
from adopting.failure import FILE, Failure
from adopting.emulated import Emulated
from adopting.files import cache_of, in_order
from adopting.source import ENDINGS
from emulating.translate import NotEmulated

COMPILED = ("step0.f90", "entry.c")


def manifest(folder, wanted, say, compiles=True, emulate=False, count=False):
    """Compiles the wanted stages (where empty: all that can run here), and describes the ladder as
    JSON. `count`: those in CUDA alone, so that they count what they do."""
    described = description.load(folder)
    cache = cache_of(folder)
    refuse_other_sources(folder, described, cache)
    index = calls.load_index(folder)
    refuse_unproven(folder, index)
    refuse_other_intents(folder, described, index)
    known = built.stages(folder)
    for name in wanted:
        if not name.endswith(".so"):
            built.refuse_unknown(name, folder, known)
    cuda = emulated_as(emulate, count)
    stages = [(cuda if known[name].suffix == ".cu" else built.Stage)(name, folder, cache, described)
              for name in names_in_order(known, folder, cache, described)]
    rows = []
    for one in stages:
        lacks = one.lacks()
        here = (one.language == "cuda" if count else one.language != "cuda" or emulate
                or os.path.exists("/dev/nvidiactl"))
        if compiles and lacks and not wanted and here:
            say(f"{one.name}: skipped: {lacks}")
        if compiles and not lacks and (one.name in wanted or one.original or not wanted and here):
            if not one.is_built():
                say(f"compiling {one.file.name} ...")
            try:
                one.build()
            except NotEmulated as why:
                lacks = f"it uses what the emulation has not: {why}"
        rows.append(row(one, lacks))
    others = (originals.of(folder, cache, described, say) if compiles and not count
              else originals.NONE)
    return {"ladder": folder.name, "folder": str(folder),
            "routine": built.routine_of(described), "source": described["source"],
            "source_file": str((folder / described["root"] / described["source"]).resolve()),
            "stages": rows, "step0": str(stages[0].product), **others,
            "tolerance": described.get("tolerance", {}),
            "scale": scale.of(described, folder, index, say), "units": described.get("unit", {}),
            "kinds": {value["name"]: value["kind"] for value in described["value"]},
            "hash": hash_of(folder, index)}


def refuse_other_sources(folder, described, cache):
    """Where what `ladder adopt` wrote is not there, or not of the sources as they are now."""
    for name in (*COMPILED, f"{built.routine_of(described)}.h"):
        if not (folder / name).is_file():
            raise Failure(FILE, f"{folder} has no {name}: run `ladder adopt {described['source']} "
                                f"{described['routine']}` in the program's folder")
    follow_source(folder, described, cache)


def emulated_as(emulate, count):
    """The class of a stage in CUDA."""
    if count:
        from predicting.counted import Counted

        return Counted
    return Emulated if emulate else built.Stage


def refuse_unproven(folder, index):
    """What is never written is in the index when step 0 has given the bits of all else."""
    if "never_written" not in index:
        raise Failure(FILE, f"{folder / 'calls'}: step 0 did not give the bits of these calls, or "
                            f"`ladder record` did not end: run `ladder record {folder}` again, "
                            "which says why")


def refuse_other_intents(folder, described, index):
    """Calls that were recorded before an intent changed hold too much or too little."""
    stated = {value["name"]: value["intent"] for value in described["value"]}
    for value in index["calls"][0]["values"]:
        if value.get("intent") != stated.get(value["name"]):
            raise Failure(FILE, f"{folder / 'calls'} has {value['name']} as {value.get('intent')}, "
                                f"and ladder.toml as {stated.get(value['name'])}: run `ladder "
                                f"record {folder}` again")


def row(one, lacks):
    return {"name": one.name, "file": one.file.name, "flags": one.flags, "hash": one.hash(),
            "library": str(one.product), "parent": one.parent,
            "change": one.table.change, "expectation": one.table.expectation,
            "on_cuda": one.language == "cuda", "lacks": lacks, **one.emulation(),
            "knobs": [{"name": name, "least": least, "most": most, "preset": preset, "unit": unit}
                      for name, least, most, preset, unit in one.table.knobs]}


def names_in_order(known, folder, cache, described):
    """Names of stages, each after its parent."""
    parents = {name: built.Stage(name, folder, cache, described).parent for name in known}
    for name, parent in parents.items():
        if parent is not None and parent not in known:
            raise Failure(FILE, f"{known[name]}: its parent '{parent}' is no stage of this ladder; "
                                f"there are {', '.join(known)}")
    return in_order(known, lambda name: [parents[name]] if parents[name] else [])


def hash_of(folder, index):
    """Of the recorded calls."""
    digest = hashlib.sha256(json.dumps(index["calls"], sort_keys=True).encode())
    for file, _ in calls.files_of(folder, index):
        try:
            digest.update(file.read_bytes())
        except OSError as error:
            raise Failure(FILE, f"{file} cannot be read ({error.strerror}): run `ladder record "
                                f"{folder}` again") from None
    return digest.hexdigest()[:16]


def follow_source(folder, described, cache):
    """Refuses where the owner's sources changed since `ladder adopt`; reads them only where a file
    did. Where they are not there, as on another machine, what was adopted holds."""
    root = (folder / described["root"]).resolve()
    if not (root / described["source"]).is_file():
        return
    stamp, now = cache / "built" / "sources", states_of(root)
    try:
        if stamp.read_text() == now:
            return
    except OSError:
        pass
    if (folder / built.PREBUILT).is_dir():
        return
    from adopting import adopted

    adopted.opened(folder)
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(now)


def states_of(root):
    """Times and sizes of all sources, and of what was generated from them."""
    digest = hashlib.sha256()
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(each for each in folders if each not in (".git", "calls"))
        for name in sorted(files):
            if os.path.splitext(name)[1].lower() in (*ENDINGS, ".inc", ".h", ".toml"):
                state = os.stat(os.path.join(folder, name))
                digest.update(f"{folder}/{name} {state.st_mtime_ns} "
                              f"{state.st_size}\n".encode("utf-8", errors="surrogateescape"))
    return digest.hexdigest()
