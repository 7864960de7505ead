"""Figure 9 of the thesis: a reflectivity map that explodes, the section recorded above it, and the
way back.

usage: ladder plot zsr --forward SNAPSHOTS --section SECTION.sgy|.npy --backward SNAPSHOTS [--model
                       MODEL.npy] [--output PICTURE]

Of ladder zsr --output=RUN.sgy --snapshots=500 they are RUN_up, RUN.sgy and RUN_down. Parts: a,
forward from the map; b, the zero-offset section; c, backward from the section. Any of them may be
left out.
"""

import pathlib

from plots import gathers, grids, sections, slide, snapshots
from plots.failure import WRONG_COMMAND, Failure
from plots.picture import Picture

NAMES = {"a": "forward, from the reflectivity map", "b": "section at zero offset",
         "c": "backward, from the section"}
SECTION_HEIGHT = 2.5  # [in]
COLUMNS = 4


def name_part(axes, part):
    axes.set_title(part, loc="left", size=slide.letters(9.5), weight="bold")


def draw_section(axes, section, clip):
    left, right, late, early = section.extent()
    sections.show_field(axes, section, section.values, clip, "gray", aspect="auto",
                        extent=(1e-3 * left, 1e-3 * right, late, early))
    sections.name_axes(axes, "x [km]", "time [s]", snapshots.TEXT)


def columns_of(series):
    return min(len(series.values), COLUMNS)


def draw_parts(figure, parts, heights, clips, model, colours):
    columns = max([columns_of(parts[part]) for part in parts if part != "b"], default=1)
    grid = figure.add_gridspec(len(parts), columns,
                               height_ratios=[heights[part] for part in sorted(parts)])
    for row, part in enumerate(sorted(parts)):
        if part == "b":
            axes = figure.add_subplot(grid[row, :])
            draw_section(axes, parts[part], clips[part])
            name_part(axes, part)
            continue
        if model is not None:
            snapshots.check_model(parts[part], model)
        row_of_axes = [figure.add_subplot(grid[row, column]) for column in range(columns)]
        snapshots.draw_row(row_of_axes, parts[part], snapshots.chosen(parts[part], COLUMNS),
                           clips[part], colours, model)
        name_part(row_of_axes[0], part)


def draw(arguments):
    parts = {part: grids.read_series([path], arguments.spacing)
             for part, path in (("a", arguments.forward), ("c", arguments.backward)) if path}
    if arguments.section:
        parts["b"] = gathers.read_gather(arguments.section)
    if not parts:
        raise Failure(WRONG_COMMAND, "nothing to draw: give --forward, --section or --backward")
    model = grids.read_grid(arguments.model, arguments.spacing) if arguments.model else None
    clips = {part: sections.clip_of(grid.values, arguments.clip) for part, grid in parts.items()}
    heights = {part: SECTION_HEIGHT if part == "b"
               else snapshots.height_of_row(grid, columns_of(grid)) + 0.6
               for part, grid in parts.items()}
    words = ([f"{part}: {NAMES[part]}, {parts[part].name}. "
              + sections.clip_words(arguments.clip, clips[part], parts[part].unit)
              for part in sorted(parts)]
             + ([f"Ground: {model.name} in gray, the faster the lighter."] if model else []))
    picture = Picture("Figure 9 of the thesis: zero source-receiver offset", "\n".join(words),
                      sum(heights.values()))
    draw_parts(picture.figure, parts, heights, clips, model, arguments.colours)
    return picture


def options(parser):
    for option, words in (("forward", "snapshots from the reflectivity map"),
                          ("section", "what was recorded"),
                          ("backward", "snapshots of the section run backwards"),
                          ("model", "velocities below the wave")):
        parser.add_argument(f"--{option}", type=pathlib.Path, help=words)
    sections.add_options(parser, sections.FIELD_COLOURS)
