#!/usr/bin/env python3
"""The upper stages at their aims: measured one after another, next to their yardstick, on one GPU.

    scripts/experiments/aims.py BUILD [FOLDER]

FOLDER, without which results/<machine>/<date>-aims, gets the records, and aims.txt: for each stage
the kernels' time of a step and shot, Gpoint/s, what was aimed at, and the memory's copy speed
of the hour. What FOLDER has is not measured again. What was tried on the way to each aim:
results/AIMS.md. Exit: 0, 2 wrong arguments, else that of the command that failed.
"""

import os
import pathlib
import subprocess
import sys

import folders  # next to this file

sys.path.insert(0, str(folders.ROOT / "scripts"))
from plots import records  # noqa: E402

VOLUME = ("--case=two-layer-512", "--nt=101", "--proof=samples")
# What is computed, the stages whose record is wanted (the last one is the one with the aim), what
# `ladder sweep` takes, and the aim.
WAVE = [
    ("thesis", "persistent,halo-last", ("--case=thesis",), "0.83 us"),
    ("thesis, six shots at once", "batch", ("--case=thesis", "--shots=6"), "400 Gpoint/s"),
    ("512^3, order 2", "two-step,three-step", (*VOLUME, "--half-length=1"), "360 Gpoint/s"),
    ("512^3, order 4", "two-step,two-step-palette", (*VOLUME, "--half-length=2"), "300 Gpoint/s"),
    ("512^3, order 8", "palette", (*VOLUME, "--half-length=4", "--lines=2", "--planes=256",
                                   "--ring=4"), "215 Gpoint/s"),
    ("512^3, order 16", "palette", (*VOLUME, "--half-length=8", "--lines=2", "--planes=512",
                                    "--ring=5"), "200 Gpoint/s"),
]
HEAT = [
    ("heat 128^3", "halo-last,own-words", ("--case=heat-128",), "1250 Gpoint/s"),
    ("heat 512^3", "temporal,one-value", ("--case=heat-512", "--proof=samples"), "1100 Gpoint/s"),
]
IMAGING = ("pieces,parts", "--case=imaging-document", "--case=imaging-document-no-gathers")


def sweep(build, file, stages, options):
    done = subprocess.run(
        [build / "ladder", "sweep", f"--stage={stages}", *options, "--repetitions=7",
         "--time-limit=300", "--resume", f"--output={file}"],
        env={"LADDER_HOME": str(folders.ROOT), **os.environ}, stdout=sys.stderr)
    if done.returncode:
        sys.exit(done.returncode)


def measured(file, stages):
    """The right records of these stages, in their order."""
    found = [one for machine in records.read([file], folders.ROOT) for one in machine.records
             if one.answer["right"]]
    return [one for name in stages.split(",") for one in found if one["stage"]["name"] == name]


def line(what, one, aim):
    case = one["case"]
    seconds = one["traced"]["scopes_ns"]["kernel"] / one.answer["shots"] / 1e9
    cells, steps = case["nz"] * case["nx"] * case["ny"], case["steps"]
    copied = one["floor"]["speeds"]["device"]["copy_bytes_per_s"]
    return (f"{what:26} {one['stage']['name']:18} {seconds / steps * 1e6:9.3f} us a step"
            f" {cells * steps / seconds / 1e9:7.1f} Gpoint/s, aim {aim}, memory copied"
            f" {copied / 1e9:.0f} GB/s")


def main():
    if not 2 <= len(sys.argv) <= 3 or not pathlib.Path(sys.argv[1], "ladder").is_file():
        print("usage: scripts/experiments/aims.py BUILD [FOLDER], where BUILD/ladder is the "
              "program", file=sys.stderr)
        return 2
    build = pathlib.Path(sys.argv[1]).resolve()
    os.environ["LADDER_PROGRAM"] = str(build / "ladder")
    folder = folders.chosen(build, "aims", (*sys.argv[2:], None)[0])
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for what, stages, options, aim in WAVE + HEAT:
        own = folder / f"{what.replace('^3', '').replace(',', '').replace(' ', '-')}.jsonl"
        sweep(build, own, stages, options)
        lines += [line(what, one, aim) for one in measured(own, stages)]
    stages, with_gathers, without = IMAGING
    sweep(build, folder / "imaging.jsonl", stages, (with_gathers,))
    sweep(build, folder / "imaging-no-gathers.jsonl", stages, (without,))
    for one, other in zip(measured(folder / "imaging.jsonl", stages),
                          measured(folder / "imaging-no-gathers.jsonl", stages)):
        wall, bare = one.answer["wall_s"]["median"], other.answer["wall_s"]["median"]
        lines.append(f"imaging, 81 offsets       {one['stage']['name']:18} {wall * 1e3:9.2f} ms, "
                     f"{wall / bare:.2f} times the run without   aim 1.25")
    text = "\n".join(lines) + "\n"
    (folder / "aims.txt").write_text(text)
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
