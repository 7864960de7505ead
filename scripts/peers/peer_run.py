"""How the peers' scripts speak, and how they call programs and ladder itself."""

import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[1:1] = [str(HERE.parent), str(HERE.parent / "languages")]  # plots, and the bridge
from plots import program
from plots.failure import Failure
from plots.records import Record

ROOT = HERE.parents[1]
RUNGS = HERE.parent / "languages" / "run"
FOLDER = ROOT / "build" / "peers"
PARENTS = {"cuda": "fused", "cpu": "c-omp"}
WRONG, NOTHING, UNUSABLE = 3, 6, 7  # exit codes of ladder: a wrong result; nothing ran; a file


def say(words):
    print(f"{pathlib.Path(sys.argv[0]).name}: {words}", file=sys.stderr, flush=True)


def fail(words, code=NOTHING):
    say(words)
    sys.exit(code)


def run(command, **options):
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE,
                          **options)
    if done.returncode:
        fail(f"{pathlib.Path(str(command[0])).name} failed with exit code {done.returncode}",
             WRONG if done.returncode == WRONG else NOTHING)
    return done.stdout


def get_ready(arguments):
    """Before anything is measured: the program, with its whole path as it runs in other folders
    too, and the output."""
    if not arguments.ladder.is_file():
        fail(f"{arguments.ladder} is not there: run scripts/ladder once, which builds it")
    arguments.ladder = arguments.ladder.resolve()
    try:
        FOLDER.mkdir(parents=True, exist_ok=True)
        arguments.output.open("a").close()
    except OSError as problem:
        fail(f"{arguments.output} cannot be written: {problem.strerror}", UNUSABLE)


def call_ladder(ladder, *words):
    """Runs it from the root of the project. Returns its exit code and all that it says, for the
    case that it fails."""
    begin = ladder if isinstance(ladder, list) else [ladder]
    done = subprocess.run([str(word) for word in (*begin, *words)], cwd=ROOT, text=True,
                          stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, env={"LADDER_HOME": str(ROOT), **os.environ})
    return done.returncode, done.stdout


def measured(ladder, case, stages, repetitions, path, *more, rungs=(), problem="wave"):
    """The records of these stages, taken in turn, and the names of those that were skipped. Neither
    these nor a stage that fails have a record; exit code 0 promises that none failed. One that is
    wrong has its record, without a time in any table. Ladder's words tell why. `rungs`: those of
    scripts/languages that are measured with them."""
    path.unlink(missing_ok=True)
    names = [*(pathlib.Path(stage).stem for stage in stages), *rungs]
    program = ([sys.executable, "-B", RUNGS, f"--program={ladder}", problem, ",".join(rungs)]
               if rungs else ladder)
    code, words = call_ladder(program, f"--case={case}", f"--stage={','.join(map(str, stages))}",
                              "--time-limit=600",
                              f"--repetitions={repetitions}", f"--output={path}",
                              # not the original, which it adds by itself
                              f"--benchmark_filter=/({'|'.join(names)})/", *more)
    if not path.is_file() or not path.read_text():
        fail(f"ladder measured nothing; its exit code is {code}:\n{words.strip()}")
    if code:
        say(f"the exit code of ladder is {code}:\n{words.strip()}")
    records = answered(ladder, path)
    skipped = set() if code else {*names} - {record["stage"]["name"] for record in records}
    for name in sorted(skipped):
        say(f"{name} was skipped: `ladder --case={case} --stage={name}` says why")
    return records, skipped


def answered(ladder, path):
    """The records of a file, each with what the program says of it: harness/answers/README.md lists
    the fields of `answer`."""
    os.environ["LADDER_PROGRAM"] = str(ladder)
    try:
        stages = program.answers_of([path]).stages
    except Failure as problem:
        fail(f"{path}: {problem}", UNUSABLE)
    records = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        records.append(Record(json.loads(line)))
        records[-1].answer = stages[str(path), number][1]
    return records


def ladder_to(what, ladder, *words):
    code, said = call_ladder(ladder, what, *words, "--overwrite")
    if code:
        fail(f"ladder {what} failed with exit code {code}:\n{said.strip()}",
             WRONG if code == WRONG else NOTHING)


def shoot(ladder, case, stage, path, *more):
    """The gather of one shot."""
    ladder_to("shoot", ladder, f"--case={case}", f"--stage={stage}", f"--output={path}", *more)
