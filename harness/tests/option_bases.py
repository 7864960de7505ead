"""The lines that options are tried on, one for each command, with their case; and how
experiments on them are written down."""

import dataclasses

from command import LADDER

CASE = """
sponge = {left = 4, right = 4, bottom = 4}
time = {dt = 0.003, samples = 41}
wavelet = {peak = 12.0}
source = [{name = "1", x = 300.0, z = 200.0}, {name = "2", x = 200.0, z = 240.0}]
[model]
recipe = "constant"
velocity = 2000.0
nz = 24
nx = 30
spacing = 20.0
"""
MEASURED = ["--case=tiny.toml", "--stage=c-O3", "--nt=3", "--repetitions=1", "--output=out.jsonl"]
# What each command computes without the option that is tried.
BASE = {
    "ladder": MEASURED,
    "sweep": ["sweep", *MEASURED],
    "verify": ["verify", "--case=tiny.toml", "--stage=c-O3", "--nt=21", "--json"],
    "check": ["check", "--case=tiny.toml", "--stage=c-O3", "--nt=3", f"--against={LADDER}",
              "--dry-run", "--json"],
    "solve": ["solve", "--case=heat-small", "--stage=c-general", "--output=out.npy"],
    "shoot": ["shoot", "--case=tiny.toml", "--stage=c-O3", "--output=out.sgy"],
    "reverse": ["reverse", "--case=tiny.toml", "--stage=c-O3", "--gather=one.sgy",
                "--output=out.npy"],
    "locate": ["locate", "--case=tiny.toml", "--stage=c-O3", "--gather=one.sgy",
               "--output=out.jsonl", "--json"],
    "zsr": ["zsr", "--case=tiny.toml", "--model=layers.npy", "--units=m/s", "--stage=c-O3",
            "--output=out.sgy"],
    "migrate": ["migrate", "--model=layers.npy", "--units=m/s", "--spacing=20", "--shots=one.sgy",
                "--stage=fortran", "--wavelet=ricker:12", "--sponge=4", "--output=out.npy"],
    "tune": ["tune", "--case=tiny.toml", "--stage=c-omp", "--threads=1", "--nt=3", "--dry-run",
             "--json"],
    "compare": ["compare", "old.jsonl", "new.jsonl"],
    "export": ["export", "--format=csv", "old.jsonl"],
    "list": ["list"],
    "doctor": ["doctor", "--stage=c-O3"],
    "completion": ["completion"],
    "operator": ["operator", "--case=tiny.toml"],
    "microbench": ["microbench", "--output=machine.jsonl"],
    "fits": ["fits", "--case=tiny.toml", "--gpus=0", "--memory=1", "--json"],
    "predict": ["predict", "--case=heat-128", "--stage=block"],
}
# A model that makes its own case.
ALONE = ["--model=layers.npy", "--units=m/s"]


def name_of(argument):
    return argument.split("=")[0]


@dataclasses.dataclass
class Experiment:
    """What is added to the base, and how the effect is seen: by a difference from the base (with
    `instead`), or, where `words` are given, by these and an exit code (None: any). `makes` is the
    end of a file's name, "" for none."""

    arguments: tuple
    words: str = None
    code: int = 0
    on: list = ()
    twice: bool = False
    without: list = ()
    makes: str = None
    needs: bool = True
    instead: list = ()
    environment: dict = None
    option: str = ""  # that it is of: the first argument's, unless given

    def __post_init__(self):
        self.option = self.option or name_of(self.arguments[0])


def changes(*arguments, **more):
    return Experiment(arguments, **more)


def all_change(*options, **more):
    """Options whose effect is a difference from the base, each by itself."""
    return [changes(option, **more) for option in options]


def says(words, *arguments, **more):
    return Experiment(arguments, words, **more)


def makes(ending, *arguments, **more):
    return Experiment(arguments, "", makes=ending, **more)


def overwrites(*on, **more):
    return says("", "--overwrite", on=on, twice=True, **more)


def stopped_by_its_limit(*on):
    return says(r"no worker is left: worker 1 did not finish within 1(\.0*)? ms",
                "--shot-limit=0.001", "--workers=1", on=on, code=8)
