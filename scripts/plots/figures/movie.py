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

import argparse
import io
import pathlib
import sys

import numpy
from PIL import Image

from plots import command, grids, outputs, sections, slide, snapshots
from plots.failure import Failure
from plots.picture import WIDTH, Picture
from plots.style import plt

COLOURS = 128  # of a GIF


def output(text):
    path = pathlib.Path(text)
    if path.suffix not in (".gif", ".webp"):
        raise argparse.ArgumentTypeError(f"'{text}' ends in neither .gif nor .webp")
    return path


OUTPUT = {"type": output, "default": pathlib.Path("movie.gif"), "metavar": "MOVIE",
          "help": "a .gif or .webp file (movie.gif, in the current folder)"}


def rate(text):
    value = int(text)
    if not 1 <= value <= 600:
        raise ValueError(text)
    return value


rate.__name__ = "number from 1 to 600"  # argparse names it when a value is wrong


def frames_of(picture, show, count, dpi):
    """`show` draws what belongs to one frame and returns it, so that it is gone from the next."""
    picture.figure.set_dpi(dpi)
    drawn = show(count - 1)  # the layout is that of a whole frame
    picture.lay_out()
    frames = []
    for number in range(count):
        drawn.remove()
        drawn = show(number)
        picture.figure.canvas.draw()
        frames.append(
            Image.fromarray(numpy.asarray(picture.figure.canvas.buffer_rgba())[..., :3].copy()))
    plt.close(picture.figure)
    return frames


def bytes_of(frames, ending, fps):
    buffer = io.BytesIO()
    if ending == ".gif":
        # One palette for all, so that what does not change does not flicker: that of the frame with
        # the most colours.
        richest = max(frames, key=lambda frame: len(frame.getcolors(frame.width * frame.height)))
        palette = richest.quantize(COLOURS)
        frames = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
        more = {"optimize": False}
    else:
        more = {"quality": 80, "method": 4}
    frames[0].save(buffer, ending[1:].upper(), save_all=True, append_images=frames[1:],
                   duration=round(1000 / fps), loop=0, **more)
    return buffer.getvalue()


def film(arguments):
    series = grids.read_series(arguments.snapshots, arguments.spacing)
    model = snapshots.model_of(series, arguments)
    source = arguments.source or series.source
    clip = sections.clip_of(series.values, arguments.clip)
    words = snapshots.words_of(series, len(series.values), arguments.clip, clip, model, source)
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

    return frames_of(picture, show, len(series.values),
                           arguments.dpi or (120 if arguments.panels else 60))


def finish(arguments, film):
    """Calls film(arguments), which returns frames, and writes them. Returns the exit code."""
    path = arguments.output
    try:
        with outputs.claimed([path], arguments.overwrite, outputs.inputs_of(arguments)):
            with slide.form(not arguments.panels):
                frames = film(arguments)
            outputs.write({path: bytes_of(frames, path.suffix, arguments.fps)}, arguments.overwrite)
            print(f"{path}: {len(frames)} frames, {len(frames) / arguments.fps:.1f} s, "
                  f"{path.stat().st_size / 1e6:.1f} MB")
    except Failure as failure:
        print(f"plot movie: {failure}", file=sys.stderr)
        return failure.code
    return 0


def main():
    parser = command.parser(__doc__, OUTPUT)
    sections.add_series(parser)
    parser.add_argument("--fps", type=rate, default=12, help="frames a second (12)")
    parser.add_argument("--dpi", type=rate, help="dots an inch, of a slide 16 inches wide "
                                                       "(60), of the long form 6 (120)")
    parser.add_argument("--title", default="Wavefield")
    return finish(parser.parse_args(), film)
