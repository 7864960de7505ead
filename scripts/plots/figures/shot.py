"""A shot on one page: the model with source and receivers, and below it the gather that they
recorded.

usage: ladder plot shot GATHER --model MODEL.npy [--spacing DX,DZ] [--axes xz|zx] [--clip PERCENT]
                        [--output PICTURE]

GATHER is a .sgy or .npy file, as for `ladder plot gather`. Next to a .npy file, in FILE.json,
"receivers": [[x, z], ...] [m] gives the position of each trace. ladder shoot --plot draws this page
of every shot in two dimensions.
"""

import pathlib

from plots import gathers, grids, sections, slide
from plots.picture import PALETTE, WIDTH, Picture

MOST_RECEIVERS = 60  # that are marked one by one; more are a line
GATHER_HEIGHT = 3.4  # [in]


def evenly_along_x(receivers):
    """Traces are then below their receivers, with a common axis."""
    steps = [after[0] - before[0] for before, after in zip(receivers, receivers[1:])]
    return not steps or (min(steps) > 0 and max(steps) - min(steps) <= 0.01 * max(steps))


def receivers_of(path):
    if path.suffix.lower() in (".sgy", ".segy"):
        return gathers.receivers_of_segy(path)
    return [tuple(map(float, place)) for place in grids.sidecar(path).get("receivers", [])]


def show_receivers(axes, receivers):
    x, z = ([1e-3 * place for place in axis] for axis in zip(*receivers))
    few = len(receivers) <= MOST_RECEIVERS
    axes.plot(x, z, marker="v" if few else "none", markersize=slide.thick(4),
              linestyle="none" if few else "-", linewidth=2.5,
              color=PALETTE["sky"], markeredgecolor="black", markeredgewidth=0.4, clip_on=False,
              zorder=4)


def draw(arguments):
    receivers = receivers_of(arguments.gather)
    by_place = evenly_along_x(receivers)
    gather = gathers.read_gather(arguments.gather, arguments.spacing, by_number=not by_place)
    # A SEG-Y gather has spacings of its own.
    model = grids.read_grid(arguments.model, arguments.spacing if arguments.gather.suffix
                            in (".sgy", ".segy") else None, arguments.axes)
    velocity, words = sections.velocity_km_s(model, None)
    source = arguments.source or gather.source
    clip = sections.clip_of(gather.values, arguments.clip)
    traces, samples = gather.values.shape
    caption = (f"{arguments.about}{'. ' if arguments.about else ''}Model: {model.values.shape[0]} "
               f"x {model.values.shape[1]} cells (x by z) of {model.spacing[0]:g} m x "
               f"{model.spacing[1]:g} m, {velocity.min():.3g} to {velocity.max():.3g} km/s. {words}"
               + (f"Star: the source, at x {1e-3 * source[0]:g} km, "
                  f"{1e-3 * source[1]:g} km deep. " if source else "")
               + ("Blue: the receivers. " if receivers else "")
               + f"Gather: {traces} traces, {samples} samples of {1e3 * gather.spacing[1]:g} ms. "
               + sections.clip_words(arguments.clip, clip, gather.unit))
    left, right, lower, upper = model.extent()
    height = 0.73 * WIDTH * (lower - upper) / (right - left) + 0.9
    picture = Picture(arguments.title, caption, height + GATHER_HEIGHT)
    above, below = (picture.figure.subplots(1, 2, width_ratios=(1.4, 1)) if slide.on() else
                    picture.figure.subplots(2, 1, height_ratios=(height, GATHER_HEIGHT)))
    ground = sections.show_model(above, model, velocity, arguments.model_colours)
    if receivers:
        show_receivers(above, receivers)
    if source:
        sections.mark(above, source, "source", size=12)
    sections.name_axes(above)
    sections.add_bar(picture.figure, ground, above, "velocity [km/s]", location="right", aspect=20)
    gathers.show(below, gather, clip, arguments.colours, by_place, location="right", aspect=20)
    if by_place and not slide.on():
        below.set_xlim(above.get_xlim())
    return picture


def options(parser):
    parser.add_argument("gather", type=pathlib.Path)
    sections.add_options(parser, ("gray", "seismic"))
    sections.add_axes(parser)
    parser.add_argument("--model", type=pathlib.Path, required=True, help="velocities, a .npy file")
    parser.add_argument("--model-colours", choices=sections.MODEL_COLOURS,
                        default=sections.MODEL_COLOURS[0], help=f"({sections.MODEL_COLOURS[0]})")
    parser.add_argument("--source", type=sections.place, metavar="X,Z",
                        help="[m] else as the file states")
    parser.add_argument("--about", default="", help="what the caption begins with")
    parser.add_argument("--title", default="Shot")
