"""Runs every honest plug-in of the build, five times on each of its cases, with each kind of proof, and prints what was
rejected: LADDER_BUILD=build LADDER_HOME=. python3 harness/tests/honest_variants.py [TIMES]"""

import os
import pathlib
import subprocess
import sys
import tempfile

BUILD = pathlib.Path(os.environ["LADDER_BUILD"]).resolve()
# Heat over 100 steps: a run of all 5000 takes a plain plug-in a minute.
CASES = {
    "wave": (("--case=small",), ("--case=wave3d-small",)),
    "heat": (("--case=heat-128", "--nt=100"),),
}


def names() -> list[str]:
    return sorted(one.stem for one in (BUILD / "plugins" / "honest").glob("*.so"))


def rejections(chosen: tuple[str, ...], case: tuple[str, ...], proof: str, repetitions: int) -> list[str]:
    """What the program printed, where it did not call each of these plug-ins right."""
    files = ",".join(str(BUILD / "plugins" / "honest" / (name + ".so")) for name in chosen)
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            [BUILD / "ladder", "--stage=%s" % files, *case, "--proof=" + proof, "--repetitions=%d" % repetitions,
             "--json", "--output=%s/records.jsonl" % folder], capture_output=True, text=True, timeout=600)
    return [] if run.returncode == 0 else [run.stdout + run.stderr]


def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    tried, rejected = 0, 0
    for name in names():
        for case in CASES[name.split("_")[0]]:
            for proof in ("whole", "samples"):
                for _ in range(times):
                    words = rejections((name,), case, proof, repetitions=3)
                    tried += 1
                    rejected += len(words)
                    for one in words:
                        print("rejected:", name, case[0], proof, one[-400:])
        print(name, "done;", rejected, "of", tried, "rejected", flush=True)


if __name__ == "__main__":
    main()
