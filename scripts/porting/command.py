"""`ladder port`: adopts and records where that was not done, writes the rungs, proves and times
them."""

import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys

from adopting import adopted as adopting, built, description
from adopting.failure import INCONCLUSIVE, NOTHING_RAN, USAGE, WRONG, Failure
from plots.program import predicted
from porting import rungs, spoken
from porting.rungs import FIRST, KINDS, SETS

STATUSES = {"right": "right", "emulated: right": "emulated_right", "emulated: wrong": "wrong",
            "not all are right": "inconclusive"}

BUDGET = 40  # seconds for the table, proofs included: a first answer


def port(words, folder, given, options, say):
    named = [each for each in words if each not in KINDS]
    wanted = rungs_of(words, options.rungs)
    if named and (len(named) != 2 or words[:2] != named):
        raise Failure(USAGE, f"'{' '.join(named)}' is neither SOURCE and ROUTINE nor a rung: there "
                             f"are {', '.join(KINDS)}; as `ladder port src/dynamics.F90 advance "
                             "--build=make --run=./model c omp`")
    if options.prefix and not built.NAME.fullmatch(options.prefix + "c"):
        raise Failure(USAGE, f"--prefix={options.prefix}: a name of a stage has letters, digits, - "
                             "and _")
    if named:
        folder = adopted_folder(*named, folder, given, say)
    elif given:
        raise Failure(USAGE, f"--{next(iter(given))} belongs to SOURCE and ROUTINE, which are not "
                             "given")
    folder = (folder or pathlib.Path(".")).resolve()
    described = description.load(folder)
    from adopting import record

    if not record.proven(folder):
        record.record(folder, None, say)
    adopted = adopting.opened(folder)
    made = rungs.write(adopted, folder, wanted or FIRST, options.prefix, say)
    spoken.table(made, say)
    code = 0
    if not any(each["file"] for each in made):
        code = NOTHING_RAN
    elif not options.write_only:
        code = proven(folder, made, say, sys.stderr if options.json else None)
    for each in made:
        each["status"] = status_of(each)
    known = {each["status"] for each in made}
    report = {"schema": 1, "command": "port", "status": "wrong" if code == WRONG else
              next((one for one in ("right", "emulated_right") if one in known and code == 0),
                   "not_run"),
              "routine": adopted.name, "source": described["source"], "rungs": made}
    if options.json:
        print(json.dumps(report, indent=2))
    elif not options.write_only and code == 0:
        spoken.paragraph(folder, made, say)
    return code


def status_of(rung):
    """Of harness/answers/verdict/schema.json."""
    if not rung["file"]:
        return "refused"
    return STATUSES.get(rung.get("verdict"), "not_run")


def rungs_of(words, given):
    """Those that are asked for, in their order: a parent is before its child."""
    asked = {each for each in words if each in KINDS}
    for each in (given or "").split(",") if given else ():
        if each not in SETS and each not in KINDS:
            raise Failure(USAGE, f"--rungs={given}: '{each}' is neither a rung nor one of "
                                 f"{', '.join(SETS)}: there are {', '.join(KINDS)}")
        asked |= set(SETS.get(each, (each,)))
    return [each for each in KINDS if each in asked]


def adopted_folder(source, routine, folder, given, say):
    from adopting import ranges
    from adopting.adopt import adopt

    source, lines = ranges.split(source)
    given = {**given, **lines}
    root = pathlib.Path.cwd()
    folder = folder or root / "ladders" / routine.lower().split("/")[-1]
    if (folder / "ladder.toml").is_file() and not given:
        return folder
    return adopt(pathlib.Path(source), routine, root, folder, given, say)


def program():
    named = os.environ.get("LADDER_PROGRAM") or shutil.which("ladder")
    if not named:
        raise Failure(NOTHING_RAN, "the program `ladder`, which proves and times, was not found: "
                                   "run `ladder port`, or put it into PATH")
    return named


def stages(made):
    """Those that can run here."""
    gpu = os.path.exists("/dev/nvidiactl") and shutil.which("nvcc")
    return [each["stage"] for each in made
            if each["file"] and (gpu or not KINDS[each["rung"]].cuda)]


def emulated(folder, names, made, output):
    """Without a GPU, CUDA is proven on this machine's processor, and what a GPU would give is
    predicted by another core meanwhile. True where a rung is wrong."""
    with concurrent.futures.ThreadPoolExecutor() as pool:
        asked_of = {each["stage"]: pool.submit(predicted, folder, each["stage"])
                    for each in made if each["stage"] in names and each["rung"] == "cuda"}
        done = subprocess.run([program(), "verify", "--emulate", f"--ladder={folder}",
                               f"--stage={','.join(names)}"], stdin=subprocess.DEVNULL,
                              stdout=output)
    for each in made:
        if each["stage"] in names:
            each["verdict"] = {0: "emulated: right", WRONG: "emulated: wrong"}.get(
                done.returncode, "not proven")
        if each["stage"] in asked_of:
            each["prediction"], each["not_predicted"] = asked_of[each["stage"]].result()
    return done.returncode == WRONG


def proven(folder, made, say, output):
    """Proves, and times what is right: commands of their own, whose words are shown, on `output`
    where standard output is for JSON."""
    names = stages(made)
    without = [each["stage"] for each in made if each["file"] and each["stage"] not in names]
    if without and emulated(folder, without, made, output):
        return WRONG
    if not names:
        return 0
    code = subprocess.run([program(), f"--ladder={folder}", f"--budget={BUDGET}",
                           f"--stage={','.join(['original', *names])}"],
                          stdin=subprocess.DEVNULL, stdout=output).returncode
    right = code in (0, INCONCLUSIVE)
    for each in made:
        if each["stage"] in names:
            each["verdict"] = ("right" if right else
                               "not all are right" if code == WRONG else "not proven")
    if code == WRONG:
        say("a rung that is wrong is a fault of `ladder port`, or of the routine: `ladder explain "
            "STAGE --verdict` shows the element")
    return 0 if right else code
