"""The cases of the table of peers: what ladder takes for each, and which of its stages may be its
best there.

All programs have the same operator: Taylor's, on planes of order 8, since Deepwave has no higher
one. In the volume the source is next to the interface of two layers and receivers are in its plane,
so that a short run is heard by them.
"""

import re
from typing import NamedTuple

from peer_run import ROOT, fail

# The generated salt, sponges of 50 cells on three sides.
CASE = """description = "peers: the generated salt model on {nz} x {nx} cells"
model = {{recipe = "salt", nz = {inner_nz}, nx = {inner_nx}, spacing = 20.0}}
pad = {{left = 50, right = 50, bottom = 50}}
sponge = {{left = 50, right = 50, bottom = 50, strength = 0.0053}}
time = {{dt = 0.002, samples = {samples}}}
wavelet = {{peak = 8.0}}
source = [{{name = "1", x = 6000.0, z = 1000.0}}]
"""
ORDERS = (2, 4, 8, 16)
STAGES = {
    "cuda": {
        "thesis": "halo-last",
        "768x2048": "fused,graph",
        2: "three-step",
        4: "two-step-palette",
        8: "palette",
        16: "palette",
        "heat-128": "own-words",
        "heat-512": "one-value",
    },
    "cpu": {
        "thesis": "c-neighbours,c-lanes,c-omp",
        "768x2048": "c-neighbours,c-blocked,c-omp",
        2: "c-palette,c-skewed,c-wavefront",
        4: "c-palette,c-skewed,c-wavefront",
        8: "c-palette",
        16: "c-palette",
        "heat-128": "c-in-place,c-skewed,c-temporal",
        "heat-512": "c-skewed,c-temporal",
    },
}
SAMPLES = {"thesis": 2000, "768x2048": 401, "heat-128": 1001, "heat-512": 101}
VOLUME_SAMPLES = 101


class Task(NamedTuple):
    name: str
    problem: str  # of ladder
    case: str  # what --case takes
    options: tuple
    stages: tuple  # ours
    order: int = 0  # of the operator; heat has one alone
    cells: tuple = ()  # z, x and, of a volume, y
    samples: int = 0

    @property
    def volume(self):
        return len(self.cells) == 3


def names(cells=512):
    volumes = [f"{cells}-order-{order}" for order in ORDERS]
    return ["thesis", "768x2048", *volumes, "heat-128", "heat-512", "migration"]


def plane_case(name, nz, nx, folder):
    """What --case takes: a file in data/, or a larger grid of the same kind."""
    if name == "thesis":
        return name
    path = folder / f"{name}.toml"
    path.write_text(CASE.format(nz=nz, nx=nx, inner_nz=nz - 50, inner_nx=nx - 100,
                                samples=SAMPLES[name]))
    return path


def volume_case(folder):
    """two-layer-512 with source and receivers at its interface."""
    text = (ROOT / "data" / "wave3d" / "two-layer-512.toml").read_text()
    text = text.replace("z = 250.0         #", "z = 250.0\n#")
    for pattern, value in ((r"z = 1020\.0", "z = 2540.0"), (r"z = 250\.0", "z = 2560.0")):
        text, found = re.subn(rf"^{pattern}$", value, text, flags=re.MULTILINE)
        if found != 1:
            fail("data/wave3d/two-layer-512.toml has no source at 1020 m or no receivers at 250 m")
    path = folder / "interface.toml"
    path.write_text(text)
    return path


def task_of(name, device, folder, samples=None):
    """None for `migration`, which is no run of a ladder's stages."""
    volume = re.fullmatch(r"(\d+)-order-(\d+)", name)
    problem, stages = "wave", STAGES[device].get(name)
    if volume:
        side, order = map(int, volume.groups())
        case, cells, stages = volume_case(folder), (side,) * 3, STAGES[device][order]
        options = (f"--grid={side}", f"--half-length={order // 2}")
    elif name.startswith("heat"):
        problem, case, order, cells, options = "heat", name, 0, (), ()
    else:
        cells = (310, 775) if name == "thesis" else tuple(map(int, name.split("x")))
        case, order = plane_case(name, *cells, folder), 8
        options = ("--operator=taylor", "--half-length=4")
    count = samples or SAMPLES.get(name, VOLUME_SAMPLES)
    return Task(name, problem, case, (*options, f"--nt={count}"), tuple(stages.split(",")), order,
                cells, count)
