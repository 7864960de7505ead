"""Sources of stages and their mutants, and what `ladder verify` says of each: emulated on any
machine, or compiled by nvcc on one with a GPU."""

import concurrent.futures
import dataclasses
import json
import math
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
PLANE, VOLUME, BOX = "--size=31x41", "--size=13x11x17", "--size=13x7x19"
OF_IMAGES = "--size=23x37"


@dataclasses.dataclass(frozen=True)
class Stage:
    file: str
    count: int  # of 200 mutants
    judged: tuple = ("",)  # options of one run of `ladder verify` after the other

    @property
    def name(self):
        return re.sub(r"^[0-9]+[a-z]*_", "", pathlib.Path(self.file).stem).replace("_", "-")

    @property
    def ladder(self):
        """A built-in one, or an example's routine."""
        return pathlib.Path(self.file).parent.name

    @property
    def adopted(self):
        return self.file.startswith(EXAMPLES)


EXAMPLES = "harness/problems/routine/examples"
OTHER_METHODS = tuple(f"{PLANE} --method={method}" for method in (2, 3, 4))
OBLONG = f"{PLANE} --block=16x8"
STAGES = [
    Stage("cuda_stages/wave/20_gmem_eb.cu", 22, (PLANE, VOLUME)),
    Stage("cuda_stages/wave/22_gmem_zp.cu", 18, (PLANE, VOLUME)),
    Stage("cuda_stages/wave/23_cmem.cu", 18, (PLANE, VOLUME)),
    Stage("cuda_stages/wave/24_smem_minor.cu", 22, (PLANE, VOLUME, OBLONG)),
    Stage("cuda_stages/wave/25_smem_major.cu", 22, (PLANE, VOLUME, *OTHER_METHODS)),
    Stage("cuda_stages/wave/26_smem.cu", 22, (PLANE, VOLUME, OBLONG)),
    Stage("cuda_stages/heat/21_naive.cu", 14, (BOX,)),
    Stage("cuda_stages/heat/32_march.cu", 12, (BOX,)),
    Stage("cuda_stages/wave3d/18_as_printed.cu", 10, (BOX,)),
    Stage("cuda_stages/wave3d/21_resident.cu", 6, (BOX,)),
    Stage("cuda_stages/imaging/20_naive.cu", 8, (OF_IMAGES,)),
    Stage("cuda_stages/imaging/21_shared.cu", 8, (OF_IMAGES,)),
    Stage(f"{EXAMPLES}/relax/ladders/smooth/cuda.cu", 9),
    Stage(f"{EXAMPLES}/flow2d/ladders/tendencies_x/cuda.cu", 9),
]


def stage_of(one):
    return next(stage for stage in STAGES
                if (stage.ladder, stage.name) == (one["ladder"], one["stage"]))


def run(words, seconds, **more):
    """(exit status, stdout, stderr); the status is None where it did not end."""
    with subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, errors="replace",
                          start_new_session=True, **more) as process:
        try:
            out, err = process.communicate(timeout=seconds)
            return process.returncode, out, err
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            out, err = process.communicate()
            return None, out, err


def verdict(command, options, seconds, environment=None):
    """What `ladder verify` says: right, WRONG, FAILED, skipped, hang, or broken; and why."""
    words = [*command, "verify", *options, "--json"]
    status, out, err = run(words, seconds, cwd=ROOT, env=environment or dict(os.environ))
    rows = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
    for row in rows:
        said = row["verdict"].removeprefix("emulated: ")
        if said != "right":
            return said, row["words"]
    if status is None:
        return "hang", f"it did not end within {seconds} s"
    if status != 0 or not rows:
        return "broken", f"exit {status}: {err.strip()[-600:]}"
    return "right", ""


def judged(command, stage, options, seconds, environment=None):
    """The first run that is not right."""
    for number, more in enumerate(stage.judged, 1):
        said, why = verdict(command, [*options, *shlex.split(more)], seconds, environment)
        if said != "right":
            return {"verdict": said, "why": why, "run": number}
    return {"verdict": "right", "why": "", "run": len(stage.judged)}


def safely(judge, one, end):
    """A mutant may break anything but this script; None: there was no time left for it."""
    if time.monotonic() > end:
        return None
    try:
        return {"name": one["name"], **judge(one)}
    except Exception as failure:  # whatever it is, it is this mutant's
        return {"name": one["name"], "verdict": "broken", "why": f"{failure!r}"[:600], "run": 0}


def all_of(rows, judge, jobs, output, seconds=math.inf):
    """Judges each, as many as `jobs` at once, and adds a line each as soon as it is known."""
    end, done = time.monotonic() + seconds, 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool, output.open("a") as lines:
        tasks = [pool.submit(safely, judge, one, end) for one in rows]
        for made in filter(None, (task.result() for task in
                                  concurrent.futures.as_completed(tasks))):
            done += 1
            print(json.dumps(made), file=lines, flush=True)
            print(f"{done}/{len(rows)} {made['name']}: {made['verdict']}", file=sys.stderr,
                  flush=True)
