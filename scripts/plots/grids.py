"""Grids and series of snapshots from files; gathers.py has shot gathers. Nothing else in the plots
knows how files hold them.

.npy   float32; a grid is (nx, nz), a series (times, nx, nz), a gather (traces, samples). What the
       numbers mean is in the file next to it, FILE.npy.json or FILE.json: {"spacing": [dx, dz],
       "origin": [x0, z0], "times": [s, ...], "unit": ...}, lengths in m; of a gather the second
       axis is time in s. Also "source", "found": [x, z] in m. With "axes": ["z", "x"] the array is
       (nz, nx), and spacing and origin are those of z and x. Of gathers of an image, (planes, nx,
       nz), they begin with "offset" or "angle", and "units" are those of the axes.
folder a series as the program writes it: series.json names the files and says what the sidecar of
       one would.
"""

import json
from dataclasses import dataclass, field

import numpy

from plots.failure import NOTHING, UNUSABLE, WRONG_COMMAND, Failure

MAGIC = b"\x93NUMPY"


@dataclass
class Grid:
    name: str
    values: numpy.ndarray  # [x][z], or [time][x][z]
    spacing: tuple         # [m] along x and z; of a gather [m] and [s]
    origin: tuple = (0.0, 0.0)
    times: list = field(default_factory=list)  # [s]
    unit: str = ""
    source: tuple = None   # [m] x and z, where the file has it
    found: tuple = None
    axes_stated: bool = True  # how the indices lie is known from the file or the command line

    def extent(self):
        """Left, right, lower and upper border of the cells, z downwards."""
        nx, nz = self.values.shape[-2:]
        (dx, dz), (x0, z0) = self.spacing, self.origin
        return x0 - dx / 2, x0 + (nx - 0.5) * dx, z0 + (nz - 0.5) * dz, z0 - dz / 2

    def places(self):
        """Of the cells' centres along x and along z [m]."""
        return (self.origin[axis] + self.spacing[axis] * numpy.arange(self.values.shape[axis])
                for axis in (0, 1))

    def peak(self):
        """Where the value is largest [m]."""
        x, z = self.places()
        ix, iz = numpy.unravel_index(numpy.argmax(self.values), self.values.shape)
        return float(x[ix]), float(z[iz])

    def within(self, left, right, lower, upper):
        """The values whose cells' centres lie in a window [m]; all where none does."""
        x, z = self.places()
        part = self.values[numpy.ix_((left <= x) & (x <= right), (upper <= z) & (z <= lower))]
        return part if part.size else self.values


def description_in(path):
    try:
        description = json.loads(path.read_text())
    except OSError as problem:
        raise Failure(UNUSABLE, f"{path}: {problem.strerror}") from problem
    except ValueError as problem:
        raise Failure(UNUSABLE, f"{path}: {problem}") from problem
    if not isinstance(description, dict):
        raise Failure(UNUSABLE, f"{path}: an object is wanted, such as {{\"spacing\": [20, 20]}}")
    return description


def description_of_series(folder):
    if folder.is_file() or folder.is_dir() and not (folder / "series.json").exists():
        raise Failure(UNUSABLE,
                      f"{folder}: this is no folder of snapshots, which has a series.json: "
                      "--snapshots=N of ladder shoot and ladder solve makes one")
    return description_in(folder / "series.json")


def timed_files(folder):
    """The description of a series, whose files have a time each."""
    description = description_of_series(folder)
    files, times = description.get("files", []), description.get("times", [])
    if not files or len(files) != len(times):
        raise Failure(UNUSABLE,
                      f"{folder / 'series.json'}: {len(files)} files and {len(times)} times")
    return description


def refuse_others_than_npy(folder, names):
    if any(not name.endswith(".npy") for name in names):
        raise Failure(UNUSABLE, f"{folder}: its snapshots are no .npy files: take them with "
                                "--snapshot-format=npy")


def sidecar(path):
    sidecars = (path.with_name(path.name + ".json"), path.with_suffix(".json"))
    return next((description_in(file) for file in sidecars if file.is_file()), {})


def pair(description, key, path):
    value = description.get(key)
    if value is None:
        return None
    if not (isinstance(value, list) and len(value) == 2
            and all(isinstance(v, (int, float)) for v in value)):
        raise Failure(UNUSABLE, f"{path}: in its description, \"{key}\" is {json.dumps(value)}; "
                                "two numbers are wanted")
    return tuple(map(float, value))


def load(path, dimensions=(), what=""):
    """`dimensions`: numbers of axes that are taken, where not all are; `what`: these, in words."""
    try:
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise Failure(UNUSABLE,
                              f"{path}: this is no .npy file; figures read grids from .npy, and "
                              "gathers from .npy, .sgy or .segy: write one of these with --output")
        values = numpy.load(path, allow_pickle=False)
    except OSError as problem:
        raise Failure(UNUSABLE, f"{path}: {problem.strerror or problem}") from problem
    except (ValueError, EOFError) as problem:
        raise Failure(UNUSABLE,
                      f"{path}: it is truncated, or holds no numbers: {problem}") from problem
    if values.dtype.kind not in "fiu":
        raise Failure(UNUSABLE, f"{path}: its values are {values.dtype}, real numbers are wanted")
    values = check(path, values.astype(numpy.float32, copy=False))
    if dimensions and values.ndim not in dimensions:
        raise Failure(UNUSABLE, f"{path}: its shape is {' x '.join(map(str, values.shape))}; "
                                f"{what} is wanted")
    return values


def check(path, values):
    if values.size == 0:
        raise Failure(NOTHING, f"{path}: it holds no value: {' x '.join(map(str, values.shape))}")
    bad = int(values.size - numpy.isfinite(values).sum())
    if bad:
        raise Failure(UNUSABLE, f"{path}: {bad} of its {values.size} values are NaN or infinite")
    return values


def read_npy(path, dimensions, what, spacing=None, description=None):
    values = load(path, dimensions, what)
    description = sidecar(path) if description is None else description
    spacing = spacing or pair(description, "spacing", path)
    if not spacing or min(spacing) <= 0:
        raise Failure(WRONG_COMMAND, f"{path}: its spacing is not known: give --spacing=D1,D2, or "
                                     f"{path.name}.json next to it")
    return Grid(path.name, values, spacing, pair(description, "origin", path) or (0.0, 0.0),
                description.get("times", []),
                description.get("unit", ""), pair(description, "source", path),
                pair(description, "found", path))


def stated_axes(description):
    """"xz" or "zx" of a description; None where it names others, or none."""
    axes = description.get("axes")
    whole = "".join(map(str, axes[-2:])) if isinstance(axes, list) else None
    return whole if whole in ("xz", "zx") else None


def read_grid(path, spacing=None, axes=None, like=None):
    """A grid as [x][z]: `axes` says how its indices lie, else its description, else the shape of
    the grid `like` that it belongs to. `spacing` is along x and z."""
    description = sidecar(path)
    turned = stated_axes(description) == "zx"
    if turned:  # as everything below has it
        description = {**description, **{key: description[key][::-1]
                                         for key in ("spacing", "origin") if key in description}}
    grid = read_npy(path, (2,), "(nx, nz)", spacing, description)
    stated = axes or stated_axes(description)
    shape = like.values.shape[-2:] if like is not None else None
    if stated is None and shape and grid.values.shape != shape:
        turned = grid.values.shape[::-1] == shape
    if turned if axes is None else axes == "zx":
        grid.values = grid.values.T
    grid.axes_stated = stated is not None or shape is not None
    return grid


@dataclass
class Planes:
    """Gathers of an image: [plane][x][z]."""
    values: numpy.ndarray
    kind: str = "plane"     # or "angle", "offset"
    unit: str = ""
    first: float = None     # of the planes, in that unit; None: not stated
    step: float = 1.0

    def extent(self):
        """The borders of the first and the last plane."""
        first = -(len(self.values) // 2) * self.step if self.first is None else self.first
        return first - self.step / 2, first + (len(self.values) - 0.5) * self.step

    def label(self):
        return f"{self.kind} [{self.unit}]" if self.unit else self.kind


def read_planes(path):
    values, description = load(path, (3,), "(planes, nx, nz)"), sidecar(path)
    if stated_axes(description) == "zx":
        values = values.swapaxes(1, 2)
    if stated_axes(description) is None:
        return Planes(values)
    return Planes(values, description["axes"][0], description["units"][0],
                  float(description["origin"][0]), float(description["spacing"][0]))


def parts_of(path, spacing):
    """The files of a folder, each with its time; else the file itself."""
    if not path.is_dir():
        return [read_npy(path, (2, 3), "(nx, nz) or (times, nx, nz)", spacing)]
    description = timed_files(path)
    refuse_others_than_npy(path, description["files"])
    parts = [read_npy(path / name, (2,), "(nx, nz)", spacing, {**description, "times": [time]})
             for name, time in zip(description["files"], description["times"])]
    parts[0].name = path.name
    return parts


def read_series(paths, spacing=None):
    """Snapshots of folders or files, as one grid with its times."""
    parts = [part for path in paths for part in parts_of(path, spacing)]
    shapes = {part.values.shape[-2:] for part in parts}
    if len(shapes) > 1:
        raise Failure(UNUSABLE,
                      f"{paths[0]} and the others: snapshots of different sizes: {sorted(shapes)}")
    whole = parts[0]
    whole.times = [time for part in parts for time in part.times]
    whole.values = numpy.concatenate([part.values.reshape(-1, *part.values.shape[-2:])
                                      for part in parts])
    if len(whole.times) != len(whole.values):
        raise Failure(UNUSABLE, f"{paths[0]}: {len(whole.values)} snapshots, but "
                                f"{len(whole.times)} times with them")
    return whole
