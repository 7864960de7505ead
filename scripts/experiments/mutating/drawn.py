"""Mutants of right CUDA stages, drawn by a seed, as sources in a folder."""

import collections
import itertools
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys

from emulating import compile as emulation, stages as emulated_stages
from mutating import code as code_of, judging, kernels
from mutating.judging import ROOT, STAGES, stage_of

ARCH = "sm_90"
MORE = 6  # mutants of a stage than asked for: some do not compile, or are the stage
PROGRAMS = {"smooth": ("relax", "smooth.f", []),
            "tendencies_x": ("flow2d", "flow2d.F90",
                             ["--build=make GRID='-DCELLS_X=60 -DCELLS_Y=37'",
                              "--flags=-O2 -DCELLS_X=60 -DCELLS_Y=37", "--run=./flow2d 20"])}


def environment_of(directory):
    return {**os.environ, "XDG_CACHE_HOME": str(directory / "cache")}


def ladder_of(directory, stage):
    """The folder of an adopted routine."""
    return directory / "programs" / PROGRAMS[stage.ladder][0] / "ladders" / stage.ladder


def must(words, directory, **more):
    done = subprocess.run([str(word) for word in words], text=True, capture_output=True,
                          env=environment_of(directory), **more)
    if done.returncode != 0:
        sys.exit(f"mutated_kernels: {words}: exit {done.returncode}\n{done.stdout}{done.stderr}")


def adopt(command, directory):
    """Each example adopted and recorded, in a copy."""
    for routine, (program, source, more) in PROGRAMS.items():
        copy = directory / "programs" / program
        shutil.copytree(ROOT / judging.EXAMPLES / program, copy)
        must([*command, "adopt", source, routine, *more], directory, cwd=copy)
        must([*command, "record", f"ladders/{routine}"], directory, cwd=copy)


def in_turn(edits, generator):
    """One of each kind in turn."""
    kinds = collections.defaultdict(list)
    for edit in edits:
        kinds[edit.kind].append(edit)
    for one in kinds.values():
        generator.shuffle(one)
    order = sorted(kinds)
    generator.shuffle(order)
    for row in itertools.zip_longest(*(kinds[kind] for kind in order)):
        yield from (edit for edit in row if edit)


def rows_of(stage, sources, seed):
    """A row a mutant, whose source it writes."""
    code = code_of.read(ROOT / stage.file)
    edits = in_turn(kernels.of_code(code), random.Random(f"{seed} {stage.file}"))
    prefix = f"{stage.ladder}-{stage.name}".replace("_", "-")
    (sources / f"{prefix}-right.cu").write_text(code.text)
    rows = [{"name": f"{prefix}-right", "ladder": stage.ladder, "stage": stage.name}]
    for number, edit in enumerate(itertools.islice(edits, stage.count + MORE), 1):
        name = f"{prefix}-{number:02}"
        (sources / f"{name}.cu").write_text(code.changed(edit))
        rows.append({"name": name, "ladder": stage.ladder, "stage": stage.name, "kind": edit.kind,
                     "file": stage.file, "line": code.line_of(edit.start),
                     "column": edit.start - code.text.rfind("\n", 0, edit.start),
                     "reserve": number > stage.count,
                     "before": " ".join(code.text[edit.start:edit.end].split()),
                     "after": " ".join(edit.new.split())})
    return rows


def draw(command, directory, seed):
    (directory / "sources").mkdir(parents=True)
    rows = [row for stage in STAGES for row in rows_of(stage, directory / "sources", seed)]
    adopt(command, directory)
    (directory / "mutants.json").write_text("\n".join(map(json.dumps, rows)) + "\n")


def rows(directory):
    return [json.loads(line) for line in (directory / "mutants.json").read_text().splitlines()]


def flags_of(stage, name, text=""):
    """Those that a plug-in of this source is compiled with."""
    own = [] if stage.adopted else [f'-DLADDER_STAGE_NAME="{name}"',
                                    f"-I{(ROOT / stage.file).parent}",
                                    *emulated_stages.half_lengths(stage.ladder)]
    return [*own, f"-I{ROOT}", *emulation.directive(text, "flags")]


def machine_code(directory, one):
    """By which a mutation that changes nothing is seen."""
    stage = stage_of(one)
    source = directory / "sources" / f"{one['name']}.cu"
    folder = [f"-I{ladder_of(directory, stage)}"] if stage.adopted else []
    text = emulation.translated(source, [*folder, *flags_of(stage, "one")])
    return emulation.run(["g++", "-x", "c++-cpp-output", *emulation.USUAL, "-O2", "-g0", "-S", "-",
                          "-o", "-"], input=text.replace(one["name"], "one")).stdout


def pack(directory):
    """Adopted routines with the original compiled, and their mutants, in DIR/packed."""
    packed = directory / "packed"
    shutil.rmtree(packed, ignore_errors=True)
    for stage in filter(lambda one: one.adopted, STAGES):
        part = packed / stage.ladder
        must([sys.executable, pathlib.Path(__file__).parents[1] / "routine_on_gpu", "prepare",
              ladder_of(directory, stage), part, "--stages=original,cuda", f"--arch={ARCH}"],
             directory)
        shutil.rmtree(part / stage.ladder / ".program")
        for one in rows(directory):
            if stage_of(one) == stage:
                shutil.copy2(directory / "sources" / f"{one['name']}.cu", part / stage.ladder)
