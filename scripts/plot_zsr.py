#!/usr/bin/env python3
"""Figure 9 of the thesis: a reflectivity map that explodes, the section recorded above it, and the way back.

usage: scripts/plot_zsr.py --forward SNAPSHOTS.npy --section SECTION.sgy|.npy --backward SNAPSHOTS.npy
                           [--model MODEL.npy] [--output PICTURE]

Parts: a, forward from the map; b, the zero-offset section; c, backward from the section. Any of them may be left out.
"""

import pathlib
import sys

from plots import command, grids, sections, snapshots
from plots.failure import WRONG_COMMAND, Failure
from plots.picture import Picture

SECTION_HEIGHT = 4.6  # [in]
WIDTH, SCALE = snapshots.size(snapshots.COLUMNS)


def draw_section(figure, section, clip, colours):
    axes = figure.subplots()
    left, right, late, early = section.extent()
    sections.show_field(axes, section, section.values, clip, colours, aspect="auto",
                        extent=(1e-3 * left, 1e-3 * right, late, early))
    sections.name_axes(axes, "x [km]", "time [s]", snapshots.TEXT * SCALE)


def draw(arguments):
    series = {part: grids.read_series([path], arguments.spacing)
              for part, path in (("a", arguments.forward), ("c", arguments.backward)) if path}
    section = grids.read_gather(arguments.section) if arguments.section else None
    if not series and section is None:
        raise Failure(WRONG_COMMAND, "nothing to draw: give --forward, --section or --backward")
    model = grids.read_grid(arguments.model, arguments.spacing) if arguments.model else None
    names = {"a": "a: forward, from the reflectivity map", "b": "b: section at zero offset", "c": "c: backward, from the section"}
    parts = {**series, **({"b": section} if section is not None else {})}
    clips = {part: sections.clip_of(grid.values, arguments.clip) for part, grid in parts.items()}
    heights = {part: SECTION_HEIGHT if part == "b" else snapshots.height_of_row(grid, snapshots.COLUMNS) + 0.85
               for part, grid in parts.items()}
    words = [f"{part}: {parts[part].name}. {sections.clip_words(arguments.clip, clips[part], parts[part].unit)}"
             for part in sorted(parts)]
    picture = Picture("Figure 9 of the thesis: zero source-receiver offset", "\n".join(words), sum(heights.values()),
                      WIDTH, SCALE)
    figures = picture.figure.subfigures(len(parts), 1, squeeze=False,
                                        height_ratios=[heights[part] for part in sorted(parts)])[:, 0]
    for part, figure in zip(sorted(parts), figures):
        figure.suptitle(names[part], size=10 * SCALE, x=0.01, ha="left")
        if part == "b":
            draw_section(figure, section, clips[part], "gray")
            continue
        snapshots.check_model(series[part], model)
        row = figure.subplots(1, snapshots.COLUMNS, squeeze=False)[0]
        snapshots.draw_row(row, series[part], snapshots.chosen(series[part], snapshots.COLUMNS), clips[part],
                           arguments.colours, model)
    return picture


def main():
    parser = command.parser(__doc__)
    for option, words in (("forward", "snapshots from the reflectivity map"), ("section", "what was recorded"),
                          ("backward", "snapshots of the section run backwards"), ("model", "velocities below the wave")):
        parser.add_argument(f"--{option}", type=pathlib.Path, help=words)
    sections.add_options(parser, sections.FIELD_COLOURS)
    return command.finish("zsr", parser.parse_args(), draw)


if __name__ == "__main__":
    sys.exit(main())
