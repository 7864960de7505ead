"""A movie of a wave over its model: every snapshot is a frame. For slides and pages, which play it
without end.

usage: ladder plot movie SNAPSHOTS ... [--model MODEL.npy] [--source X,Z] [--output
                         movie.gif|movie.webp]

SNAPSHOTS is what `ladder plot snapshots` takes: a folder that ladder shoot or reverse made with
--snapshots, or .npy files. The ending of the output chooses the format; .webp is some times
smaller, .gif is shown everywhere.

  ladder shoot --case=small --output=shot.sgy --snapshots=10
  ladder plot movie shot_snapshots --model=shot_snapshots/velocity.npy --output=shot.webp
"""

import pathlib
import sys

from plots import command, grids, movie, sections, snapshots
from plots.picture import WIDTH, Picture


def film(arguments):
    series = grids.read_series(arguments.snapshots, arguments.spacing)
    model = snapshots.model_of(series, arguments)
    source = arguments.source or series.source
    clip = sections.clip_of(series.values, arguments.clip)
    words = (f"{series.name}: {len(series.values)} snapshots, {series.values.shape[1]} x "
             f"{series.values.shape[2]} cells (x by z) of {series.spacing[0]:g} m x "
             f"{series.spacing[1]:g} m. {sections.clip_words(arguments.clip, clip, series.unit)}"
             + (f" Ground: {model.name} in gray, the faster the lighter." if model else "")
             + (" Star: the source." if source else ""))
    left, right, lower, upper = series.extent()
    picture = Picture(arguments.title, words, 0.9 * WIDTH * (lower - upper) / (right - left) + 0.75)
    axes = picture.figure.subplots()
    if model is not None:
        sections.show_model(axes, model, model.values, "gray", faint=True)
    if source:
        sections.mark(axes, source, "source")
    sections.name_axes(axes)
    above = axes.set_title(f"{series.times[-1]:.3f} s")  # room for the longest
    axes.set(xlim=(1e-3 * left, 1e-3 * right), ylim=(1e-3 * lower, 1e-3 * upper))

    def show(number):
        above.set_text(f"{series.times[number]:.3f} s")
        return sections.show_field(axes, series, series.values[number], clip, arguments.colours,
                                   over_model=model is not None)

    return movie.frames_of(picture, show, len(series.values),
                           arguments.dpi or (120 if arguments.panels else 60))


def main():
    parser = command.parser(__doc__, movie.OUTPUT)
    parser.add_argument("snapshots", type=pathlib.Path, nargs="+")
    sections.add_options(parser, sections.FIELD_COLOURS)
    parser.add_argument("--model", type=pathlib.Path,
                        help="velocities, drawn in gray below the wave (velocity.npy of the "
                             "folder)")
    parser.add_argument("--source", type=sections.place, metavar="X,Z", help="[m] marked by a star")
    parser.add_argument("--fps", type=movie.rate, default=12, help="frames a second (12)")
    parser.add_argument("--dpi", type=movie.rate, help="dots an inch, of a slide 16 inches wide "
                                                       "(60), of the long form 6 (120)")
    parser.add_argument("--title", default="Wavefield")
    return movie.finish(parser.parse_args(), film)


if __name__ == "__main__":
    sys.exit(main())
