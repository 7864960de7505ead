"""The image of a migration: reflectors over depth, above its velocities if these are given, with
gathers at some places.

usage: ladder plot image IMAGE.npy [--spacing DX,DZ] [--model MODEL.npy] [--axes xz|zx] [--gathers
                         FILE.npy --at X,...] [--from-depth M] [--output PICTURE]

FILE.npy is what `ladder migrate` writes next to the image: _hx, _hz or _angles. Each gather is its
planes at one x.
"""

import pathlib

from plots import grids, sections, slide
from plots.failure import UNUSABLE, WRONG_COMMAND, Failure
from plots.picture import WIDTH, Picture

GATHERS_HEIGHT = 2.6  # [in]


def places(text):
    """x,x,... [m]."""
    return [float(part) for part in text.split(",")]


def below(grid, depth):
    """The image without its shallow part, where direct waves drown all else."""
    first = int(round(depth / grid.spacing[1]))
    if not 0 <= first < grid.values.shape[1] - 1:
        raise Failure(WRONG_COMMAND, f"--from-depth={depth:g}: {grid.name} goes down to"
                      f" {grid.spacing[1] * (grid.values.shape[1] - 1):g} m")
    grid.values = grid.values[..., first:]
    grid.origin = grid.origin[0], grid.origin[1] + first * grid.spacing[1]
    return grid


def planes_of(path, image, depth):
    planes = grids.read_planes(path)
    _, nx, nz = planes.values.shape
    first = int(round(depth / image.spacing[1]))
    if (nx, nz - first) != image.values.shape:
        raise Failure(UNUSABLE,
                      f"{path}: its planes are {nx} x {nz} cells, and {image.name} has others")
    planes.values = planes.values[:, :, first:]
    return planes


def show_gathers(axes, planes, image, at, arguments):
    clip = sections.clip_of(planes.values, arguments.clip)
    _, _, lower, upper = sections.km(image.extent())
    for axis, x in zip(axes, at):
        column = int(round((x - image.origin[0]) / image.spacing[0]))
        if not 0 <= column < image.values.shape[0]:
            raise Failure(WRONG_COMMAND, f"--at: x = {x:g} m is outside {image.name}")
        sections.show_field(axis, image, planes.values[:, column], clip, arguments.colours,
                            aspect="auto", extent=(*planes.extent(), lower, upper))
        axis.set_title(f"at x = {1e-3 * x:g} km", size=8.0, loc="center")
        sections.name_axes(axis, planes.label(), "depth [km]", 8.0)


def model_of(arguments, image):
    """The velocities on the cells of the image, or with a spacing of their own."""
    own = grids.sidecar(arguments.model).get("spacing")
    model = grids.read_grid(arguments.model, None if own else image.spacing, arguments.axes, image)
    if not own and model.values.shape != image.values.shape:
        sizes = [" x ".join(map(str, grid.values.shape)) for grid in (model, image)]
        raise Failure(UNUSABLE, f"{model.name} is {sizes[0]} cells (x by z), and {image.name} "
                                f"{sizes[1]}: give the model a description with its spacing, or "
                                "--axes")
    return model


def show_velocity(axes, model):
    velocity, _ = sections.velocity_km_s(model, None)
    shown = sections.show_model(axes, model, velocity, sections.MODEL_COLOURS[0])
    sections.name_axes(axes)
    sections.add_bar(axes.figure, shown, axes, "velocity [km/s]")


def draw(arguments):
    image = grids.read_grid(arguments.image, arguments.spacing)
    model = model_of(arguments, image) if arguments.model else None
    image = below(image, arguments.from_depth)
    if bool(arguments.gathers) != bool(arguments.at):
        raise Failure(WRONG_COMMAND, "--gathers and --at belong together: the file, and where its "
                                     "gathers are drawn")
    clip = sections.clip_of(image.values, arguments.clip)
    nx, nz = image.values.shape
    words = (f"{image.name}: {nx} x {nz} cells (x by z) of {image.spacing[0]:g} m x "
             f"{image.spacing[1]:g} m. {sections.clip_words(arguments.clip, clip)}")
    if model is not None:
        words += f" Velocities: {model.name}."
    if arguments.gathers:
        words += f" Gathers: {arguments.gathers.name}, with a clip of their own."
    left, right, lower, upper = image.extent()
    section = 0.9 * WIDTH * (lower - upper) / (right - left) + 0.6
    heights = ([section + 0.6] * (model is not None) + [section]
               + [GATHERS_HEIGHT] * bool(arguments.gathers))
    picture = Picture("Image", words, sum(heights))
    if slide.on():  # gathers next to the others
        across = picture.figure.subfigures(1, 1 + bool(arguments.gathers), squeeze=False)[0]
        parts = [*across[0].subfigures(1 + (model is not None), 1, squeeze=False)[:, 0],
                 *across[1:]]
    else:
        parts = list(
            picture.figure.subfigures(len(heights), 1, squeeze=False, height_ratios=heights)[:, 0])
    if model is not None:
        show_velocity(parts.pop(0).subplots(), model)
    axes = parts.pop(0).subplots()
    sections.show_field(axes, image, image.values, clip, arguments.colours)
    sections.name_axes(axes)
    if arguments.gathers:
        axes = parts.pop(0).subplots(1, len(arguments.at), sharey=True, squeeze=False)[0]
        show_gathers(axes, planes_of(arguments.gathers, image, arguments.from_depth), image,
                     arguments.at, arguments)
    return picture


def options(parser):
    parser.add_argument("image", type=pathlib.Path)
    sections.add_options(parser, sections.FIELD_COLOURS[::-1])
    parser.add_argument("--model", type=pathlib.Path, help="velocities, drawn above the image")
    sections.add_axes(parser)
    parser.add_argument("--gathers", type=pathlib.Path,
                        help="planes of offsets or angles of the same image")
    parser.add_argument("--at", type=places, metavar="X,...", help="[m] where gathers are drawn")
    parser.add_argument("--from-depth", type=float, default=0.0, metavar="M",
                        help="[m] leave out what is shallower (0)")
