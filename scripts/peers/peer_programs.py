"""The programs of the table of peers: what each lacks here, what it does not solve, and how it is
run."""

import functools
import importlib
import importlib.util
import shutil
from dataclasses import dataclass, field

import devito_plugin
import rungs
from peer_run import FOLDER

SIMWAVE_FLAGS = "-O3 -fPIC -std=c99 -shared -fopenmp -march=native -ffast-math"  # what Devito takes


@dataclass(frozen=True)
class Program:
    name: str
    how: str             # it is installed
    packages: tuple = ()
    not_on: dict = field(default_factory=dict)  # why it does not run on a device
    heat: bool = False   # it solves the heat equation
    most_order: int = 16
    shot: dict = None    # of one that makes shots, by NAME_shot.py: further arguments

    def lacks(self, device):
        if why := self.not_on.get(device):
            return why
        missing = [name for name in self.packages if importlib.util.find_spec(name) is None]
        if missing:
            return f"{', '.join(missing)} missing: {self.how}"
        no_gcc = self.name == "simwave" and not shutil.which("gcc")
        return "no gcc, which it calls" if no_gcc else ""

    def refuses(self, task):
        if task.problem == "heat" and not self.heat:
            return "it solves no heat equation"
        return f"its highest order is {self.most_order}" if task.order > self.most_order else ""

    def maker(self, device):
        module = importlib.import_module(f"{self.name}_shot")
        return functools.partial(module.Shot, device=device, **self.shot)


ALL = (
    Program("devito", "pip install devito==4.8.23", ("devito",), heat=True,
            not_on={"cuda": "on a GPU it needs nvc, of NVIDIA's HPC SDK, for its OpenACC"}),
    Program("deepwave", "pip install torch deepwave==0.1.0", ("numpy", "torch", "deepwave"),
            most_order=8, shot={}),
    Program("simwave", "pip install simwave==1.0", ("numpy", "simwave"),
            not_on={"cuda": "on a GPU it needs a compiler that offloads: gcc with "
                            "gcc-12-offload-nvptx, or nvc"},
            shot={"compiler": "gcc", "flags": SIMWAVE_FLAGS, "folder": FOLDER}),
    Program("sweep", "pip install torch sweep-solver==0.3.5", ("numpy", "torch", "sweep"),
            not_on={"cpu": "its core is CUDA's: on a CPU it is PyTorch's convolutions, minutes a "
                           "run"}, shot={}),
    Program("torch", "pip install torch", ("numpy", "torch"), heat=True),  # of scripts/languages
)


def chosen(task, device, programs):
    """Makers of shots by name, plug-ins, rungs, and why others are not there."""
    makers, plugins, by_rung, notes = {}, [], [], []
    for program in programs:
        if why := program.refuses(task):
            notes.append(f"{task.name}: {program.name}: {why}")
            continue
        try:
            if program.shot is not None:
                makers[program.name] = program.maker(device)
            elif program.name == "devito":
                plugins.append(devito_plugin.plugin_of(task, FOLDER / task.name))
            else:
                by_rung.append(f"{program.name}-{rungs.SHORT[device]}")
        except (Exception, SystemExit) as problem:  # the others are measured
            notes.append(f"{task.name}: {program.name}: {type(problem).__name__}: {problem}")
    return makers, plugins, by_rung, notes
