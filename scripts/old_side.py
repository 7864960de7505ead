#!/usr/bin/env python3
"""The old side of `ladder check --against=WHAT`: a folder of stages of an adopted routine, or a git
revision. The stages are compiled, or the revision is built in a copy, and the answer is JSON.
`ladder` calls it: old_side.py --against=WHAT [--build=COMMAND] [--ladder=DIR] [--count]
[STAGE...]. --count: those in CUDA alone, compiled so that the emulation counts. Without --against
it compiles what the instructions of a ladder's stages are counted of."""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from adopting import built as compiled
from adopting import commands, description
from adopting.failure import FILE, NOT_COMPARABLE, USAGE, Failure
from adopting.files import cache, cache_of, digest

# of an adopted ladder: what its stages are compiled with
COMPILED_WITH = ("*.toml", "step0.f90", "entry.c", "*.h", "*.inc", "*.cuh")


def git(folder, *words):
    done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else None


def copy_of(revision, folder):
    """The tree of a revision in the cache, and its hash; made once."""
    top = git(folder, "rev-parse", "--show-toplevel")
    if top is None:
        raise Failure(FILE, f"--against={revision}: there is no such file, and {folder} is in "
                            "no git repository: name a program, a shared object, a folder of "
                            "stages, a file of records, or a revision")
    commit = git(top, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    if commit is None:
        raise Failure(FILE, f"--against={revision}: there is no such file, and no such revision in "
                            f"{top}; `git fetch` brings what another repository has")
    copy = cache() / "ladder" / "against" / commit
    if not copy.is_dir():
        commands.progress(f"copying {revision} = {commit[:12]} ...")
        copy.parent.mkdir(parents=True, exist_ok=True)
        new = pathlib.Path(tempfile.mkdtemp(dir=copy.parent))
        archive = subprocess.Popen(["git", "-C", top, "archive", commit], stdout=subprocess.PIPE)
        unpacked = subprocess.run(["tar", "-x", "-C", new], stdin=archive.stdout)
        if archive.wait() != 0 or unpacked.returncode != 0:
            shutil.rmtree(new)
            raise Failure(FILE, f"--against={revision}: `git archive` of {commit} failed")
        new.chmod(0o755)
        try:
            new.rename(copy)
        except OSError:  # another process was faster
            shutil.rmtree(new)
    return pathlib.Path(top), copy, commit


def built(copy, folder, command, commit):
    """Runs the command in the copy's folder, unless it ended well there before."""
    mark = copy.parent / f"{commit}-{digest(command)[:8]}.built"
    if mark.exists():
        return
    commands.progress(f"building {commit[:12]} in a copy: {command} ...")
    done = subprocess.run(command, shell=True, cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace")
    if done.returncode != 0:
        raise Failure(FILE, f"`{command}` failed in {folder}, a copy of {commit}:\n"
                            f"{done.stdout[-2000:]}")
    mark.touch()


def has_avx512():
    try:
        return "avx512f" in pathlib.Path("/proc/cpuinfo").read_text()
    except OSError:
        return False


def counted(stage):
    """The shared object whose instructions are counted: valgrind knows no AVX-512."""
    if stage.language == "cuda" or "-march=native" not in stage.flags or not has_avx512():
        return stage.build()
    stage.flags += " -mno-avx512f"
    stage.scratch = stage.scratch.with_name(f"{stage.name}-counted")
    stage.product = stage.product.with_name(f"{stage.name}-counted.so")
    return stage.build()


def described_stages(whole, described, wanted, library_too=True):
    def stage(name):
        return compiled.Stage(name, whole, cache_of(whole), described)

    known = compiled.stages(whole)
    rows = []
    for name in wanted or known:
        if name in known:
            old = stage(name)
            rows.append({"name": name, "library": str(old.build()) if library_too else "",
                         "hash": old.hash(), "counted": str(counted(stage(name)))})
    return rows


def with_what_it_lacks(old, ladder):
    """A folder of stages alone is compiled with the rest of today's ladder, in the cache."""
    if all((old / name).is_file() for name in ("ladder.toml", "step0.f90", "entry.c")):
        return old
    name = digest(f"{old.resolve()} {ladder.resolve()}")
    whole = cache() / "ladder" / "against" / f"folder-{name}" / ladder.name
    shutil.rmtree(whole, ignore_errors=True)
    whole.mkdir(parents=True)
    for folder, patterns in ((ladder, COMPILED_WITH), (old, ("*.*",))):
        for pattern in patterns:
            for file in folder.glob(pattern):
                if file.is_file():
                    shutil.copy2(file, whole)
    return whole


def counting_stages(whole, described, wanted):
    from predicting.counted import Counted

    rows = []
    for name, file in compiled.stages(whole).items():
        if file.suffix == ".cu" and name in (wanted or [name]):
            old = Counted(name, whole, cache_of(whole), described)
            rows.append({"name": name, "library": str(old.build()), "emulated": True,
                         "hash": compiled.Stage.hash(old)})
    return rows


def old_stages(old, ladder, wanted, count):
    whole = with_what_it_lacks(old, ladder)
    before, now = description.load(whole), description.load(ladder)
    shape = [[(one["name"], one["kind"], one.get("bounds")) for one in side["value"]]
             for side in (before, now)]
    if shape[0] != shape[1]:
        raise Failure(NOT_COMPARABLE, f"the arguments of {now['routine']} differ between {old} and "
                                      f"{ladder}, so they cannot run the same recorded calls")
    return (counting_stages if count else described_stages)(whole, before, wanted)


def of_revision(asked, names):
    folder = pathlib.Path(asked.ladder or ".").resolve()
    top, copy, commit = copy_of(asked.against, folder)
    words = f"{asked.against} is {commit[:12]}"
    there = copy / folder.relative_to(top.resolve())
    if asked.ladder:
        if not there.is_dir():
            raise Failure(FILE, f"--against={asked.against}: {commit[:12]} has no folder "
                                f"{there.relative_to(copy)}: commit the ladder's folder (its calls "
                                "need not be)")
        return {"words": words, "stages": old_stages(there, folder, names, asked.count)}
    plugins = [name for name in names if name.endswith(".so")]
    if plugins:
        if not asked.build:
            raise Failure(USAGE, f"--against={asked.against}: say how the plug-in is built in a "
                                 "copy of the revision: --build='make'")
        built(copy, there, asked.build, commit)
        stages = []
        for name in plugins:
            old = there / os.path.relpath(name)
            if not old.is_file():
                raise Failure(FILE, f"`{asked.build}` made no {old} in a copy of {commit[:12]}")
            stages.append({"library": str(old)})
        return {"words": words, "stages": stages}
    if not (copy / "scripts/setup.sh").is_file():
        raise Failure(USAGE, f"--against={asked.against}: {top} is not the source of ladder, "
                             "whose stages are asked for: name a plug-in with --stage=FILE.so, or "
                             "a ladder with --ladder=DIR")
    built(copy, copy, asked.build or "scripts/setup.sh", commit)
    return {"words": words, "program": str(copy / "build/ladder")}


def answer_to(asked):
    if not asked.against:
        ladder = pathlib.Path(asked.ladder).resolve()
        return {"stages": described_stages(ladder, description.load(ladder), asked.stages, False)}
    names = [name for name in asked.stages if asked.ladder is None or not name.endswith(".so")]
    if asked.ladder and os.path.isdir(asked.against):
        ladder = pathlib.Path(asked.ladder).resolve()
        return {"words": f"the stages of {asked.against}",
                "stages": old_stages(pathlib.Path(asked.against).resolve(), ladder, names,
                                     asked.count)}
    return of_revision(asked, names)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", default="")
    parser.add_argument("--build", default="")
    parser.add_argument("--ladder")
    parser.add_argument("--count", action="store_true")
    parser.add_argument("stages", nargs="*")
    asked = parser.parse_args()
    return commands.answer(lambda: answer_to(asked))


if __name__ == "__main__":
    sys.exit(main())
