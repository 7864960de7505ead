"""Figure 1 of the document on migration: gathers of subsurface offsets at one place, of the same
data migrated with several velocities. With the right one their energy lies at offset 0.

usage: ladder plot offset_gathers WORDS=FILE.npy ... --at X [--spacing DX,DZ] [--from-depth M]
                                  [--output PICTURE]

FILE.npy is a volume of gathers of `ladder migrate`, such as image_hx.npy; WORDS say what it was
migrated with.
"""

import pathlib

from plots import grids, sections
from plots.failure import UNUSABLE, WRONG_COMMAND, Failure
from plots.picture import Picture

HEIGHT = 3.6  # [in]


def named(text):
    words, _, path = text.rpartition("=")
    return words or pathlib.Path(path).stem, pathlib.Path(path)


def gather_of(path, x, dx):
    """[offset][z] at one place."""
    volume = grids.load(path)
    if volume.ndim != 3 or len(volume) % 2 == 0:
        raise Failure(UNUSABLE, f"{path}: its shape is {' x '.join(map(str, volume.shape))}; (2 N "
                                "+ 1 offsets, nx, nz) is wanted")
    column = int(round(x / dx))
    if not 0 <= column < volume.shape[1]:
        raise Failure(WRONG_COMMAND,
                      f"--at={x:g}: {path.name} goes from 0 to {dx * (volume.shape[1] - 1):g} m")
    return volume[:, column]


def share_near_zero(gather, cells=2):
    """Of the energy, within so many offsets of 0."""
    energy = (gather.astype(float) ** 2).sum(axis=1)
    middle = len(energy) // 2
    return energy[middle - cells:middle + cells + 1].sum() / energy.sum()


def mean_offset(gather):
    """Of the energy, without its sign [cells]."""
    import numpy

    energy = (gather.astype(float) ** 2).sum(axis=1)
    offsets = numpy.arange(len(energy)) - len(energy) // 2
    return (energy * abs(offsets)).sum() / energy.sum()


def draw(arguments):
    import numpy

    dx, dz = arguments.spacing or (1.0, 1.0)
    first = int(round(arguments.from_depth / dz))
    gathers = {words: gather_of(path, arguments.at, dx)[:, first:]
               for words, path in map(named, arguments.gathers)}
    clip = sections.clip_of(numpy.concatenate(list(gathers.values())), arguments.clip)
    notes = [f"{words}: {100 * share_near_zero(one):.0f} % of the energy within two cells of "
             f"offset 0, mean distance {dx * mean_offset(one):.0f} m."
             for words, one in gathers.items()]
    picture = Picture("Gathers of subsurface offsets", f"At x = {1e-3 * arguments.at:g} km."
                      f" {sections.clip_words(arguments.clip, clip)} {' '.join(notes)}", HEIGHT)
    axes = picture.figure.subplots(1, len(gathers), sharey=True, squeeze=False)[0]
    for axis, (words, gather) in zip(axes, gathers.items()):
        largest, bottom = len(gather) // 2 * dx, 1e-3 * dz * (first + gather.shape[1] - 0.5)
        axis.imshow(gather.T, cmap=arguments.colours, vmin=-clip, vmax=clip, aspect="auto",
                    interpolation="nearest",
                    extent=(-largest - dx / 2, largest + dx / 2, bottom, 1e-3 * dz * (first - 0.5)))
        axis.set_title(words)
        axis.set_xlabel("offset [m]")
    axes[0].set_ylabel("depth [km]")
    return picture


def options(parser):
    parser.add_argument("gathers", nargs="+", metavar="WORDS=FILE.npy")
    sections.add_options(parser, sections.FIELD_COLOURS[::-1])
    parser.add_argument("--at", type=float, required=True, metavar="X",
                        help="[m] where the gathers are taken")
    parser.add_argument("--from-depth", type=float, default=0.0, metavar="M",
                        help="[m] leave out what is shallower (0)")
