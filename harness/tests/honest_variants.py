"""Runs every honest plug-in of the build, five times on each of its cases, with each kind of proof,
and prints what was
rejected: LADDER_BUILD=build LADDER_HOME=. python3 harness/tests/honest_variants.py [TIMES
[AT_ONCE]]. Those in CUDA need a GPU and are left out where there is none."""

import concurrent.futures
import glob
import os
import pathlib
import sys
import tempfile

from source_tree import execute

BUILD = pathlib.Path(os.environ["LADDER_BUILD"]).resolve()
# Heat over 100 steps: a run of all 5000 takes a plain plug-in a minute.
CASES = {
    "wave": (("--case=small",), ("--case=wave3d-small",)),
    "heat": (("--case=heat-128", "--nt=100"),),
}


def names() -> list[str]:
    gpu = glob.glob("/dev/nvidia[0-9]*")
    return sorted(one.stem for one in (BUILD / "plugins" / "honest").glob("*.so") if gpu
                  or "cuda" not in one.stem)


def rejections(chosen: tuple[str, ...], case: tuple[str, ...], proof: str,
               repetitions: int) -> list[str]:
    """What the program printed, where it did not call each of these plug-ins right."""
    files = ",".join(str(BUILD / "plugins" / "honest" / (name + ".so")) for name in chosen)
    with tempfile.TemporaryDirectory() as folder:
        run = execute(BUILD / "ladder", "--stage=%s" % files, *case, "--proof=" + proof,
                      "--repetitions=%d" % repetitions, "--json",
                      "--output=%s/records.jsonl" % folder, timeout=600)
    return [] if run.returncode == 0 else [run.stdout + run.stderr]


def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    at_once = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    runs = [(name, case, proof) for name in names() for case in CASES[name.split("_")[0]]
            for proof in ("whole", "samples") for _ in range(times)]
    rejected = 0
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        done = pool.map(lambda run: rejections((run[0],), run[1], run[2], repetitions=3), runs)
        for (name, case, proof), words in zip(runs, done, strict=True):
            rejected += len(words)
            print(name, case[0], proof, "rejected: " + words[0][-400:] if words else "right",
                  flush=True)
    print(rejected, "of", len(runs), "rejected")


if __name__ == "__main__":
    main()
