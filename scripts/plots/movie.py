"""Frames of a picture as one animated file, GIF or WebP, that appears whole or not at all."""

import argparse
import io
import pathlib
import sys

import numpy
from PIL import Image

from plots import outputs, slide
from plots.failure import Failure
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
