"""The programs of the table of peers: what each lacks here, what it does not solve, and how it is
run."""

import functools
import importlib.util
import shutil

import devito_plugin
import rungs
from peer_run import FOLDER

SIMWAVE_FLAGS = "-O3 -fPIC -std=c99 -shared -fopenmp -march=native -ffast-math"  # what Devito takes
NO_HEAT = "it solves no heat equation"


def lacks(*packages, how):
    missing = [name for name in packages if importlib.util.find_spec(name) is None]
    return f"{', '.join(missing)} missing: {how}" if missing else ""


class Devito:
    name = "devito"

    @staticmethod
    def lacks(device):
        if device == "cuda":
            return "on a GPU it needs nvc, of NVIDIA's HPC SDK, for its OpenACC"
        return "" if devito_plugin.installed() else "devito missing: pip install devito==4.8.23"

    @staticmethod
    def refuses(task):
        return ""

    @staticmethod
    def plugin(task):
        return devito_plugin.plugin_of(task, FOLDER / task.name)


class Deepwave:
    name = "deepwave"

    @staticmethod
    def lacks(device):
        return lacks("numpy", "torch", "deepwave", how="pip install torch deepwave==0.1.0")

    @staticmethod
    def refuses(task):
        if task.problem == "heat":
            return NO_HEAT
        return "its highest order is 8" if task.order > 8 else ""

    @staticmethod
    def maker(device):
        import deepwave_shot

        return functools.partial(deepwave_shot.Shot, device=device)


class Simwave:
    name = "simwave"

    @staticmethod
    def lacks(device):
        if device == "cuda":
            return ("on a GPU it needs a compiler that offloads: gcc with "
                    "gcc-12-offload-nvptx, or nvc")
        return lacks("numpy", "simwave", how="pip install simwave==1.0") or (
            "" if shutil.which("gcc") else "no gcc, which it calls"
        )

    @staticmethod
    def refuses(task):
        return NO_HEAT if task.problem == "heat" else ""

    @staticmethod
    def maker(device):
        import simwave_shot

        return functools.partial(
            simwave_shot.Shot, device=device, compiler="gcc", flags=SIMWAVE_FLAGS, folder=FOLDER
        )


class Sweep:
    name = "sweep"

    @staticmethod
    def lacks(device):
        if device == "cpu":
            return "its core is CUDA's: on a CPU it is PyTorch's convolutions, minutes a run"
        return lacks("numpy", "torch", "sweep", how="pip install torch sweep-solver==0.3.5")

    @staticmethod
    def refuses(task):
        return NO_HEAT if task.problem == "heat" else ""

    @staticmethod
    def maker(device):
        import sweep_shot

        return functools.partial(sweep_shot.Shot, device=device)


class PyTorch:
    """The rung of scripts/languages."""

    name = "torch"

    @staticmethod
    def lacks(device):
        return lacks("numpy", "torch", how="pip install torch")

    @staticmethod
    def refuses(task):
        return ""

    @staticmethod
    def rung(device):
        return f"torch-{rungs.SHORT[device]}"


ALL = (Devito, Deepwave, Simwave, Sweep, PyTorch)


def chosen(task, device, programs):
    """Makers of shots by name, plug-ins, rungs, and why others are not there."""
    makers, plugins, by_rung, notes = {}, [], [], []
    for program in programs:
        if why := program.refuses(task):
            notes.append(f"{task.name}: {program.name}: {why}")
            continue
        try:
            if hasattr(program, "maker"):
                makers[program.name] = program.maker(device)
            elif hasattr(program, "plugin"):
                plugins.append(program.plugin(task))
            else:
                by_rung.append(program.rung(device))
        except (Exception, SystemExit) as problem:  # the others are measured
            notes.append(f"{task.name}: {program.name}: {type(problem).__name__}: {problem}")
    return makers, plugins, by_rung, notes
