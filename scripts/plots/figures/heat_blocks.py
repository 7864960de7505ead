"""The time of a step of the heat equation by the shape of its blocks, as a map.

usage: ladder plot heat_blocks [FILE ...] [--case NAME] [--output PICTURE]
"""

from plots import of_records, records, slide
from plots.picture import Picture
from plots.units import significant

STAGE = "block"
CELL, FRAME = 0.36, 1.1  # [in] height of a cell; of a panel's title, axis and colours


def shape_of(record):
    """Threads along z and x, where a block has one along y."""
    used = record["launch"]["used"]
    flat = records.stage(record) == STAGE and used.get("depth", [1]) == [1]
    return tuple(used["block"]) if flat and "block" in used else None


def step_us(record):
    """Microseconds of a step; None if the launch was wrong."""
    time = records.scopes(record, "kernel")
    return 1e6 * time / record["case"]["steps"] if time and record.answer["right"] else None


def draw_panel(figure, axes, title, points):
    import numpy

    along_z, along_x = (sorted({shape[axis] for shape in points}) for axis in (0, 1))
    values = numpy.full((len(along_x), len(along_z)), numpy.nan)
    for (z, x), time in points.items():
        values[along_x.index(x), along_z.index(z)] = time
    image = axes.imshow(numpy.log10(values), cmap="cividis_r", origin="lower", aspect="auto")
    middle = (numpy.nanmin(values) * numpy.nanmax(values)) ** 0.5
    best = min(points, key=points.get)
    for (z, x), time in points.items():
        axes.annotate(significant(time), (along_z.index(z), along_x.index(x)), ha="center",
                      va="center", size=slide.letters(8 if len(points) > 12 else 11),
                      weight="bold" if (z, x) == best else "normal",
                      color="white" if time > middle else "black")
    axes.set_xticks(range(len(along_z)), along_z)
    axes.set_yticks(range(len(along_x)), along_x)
    axes.set_xlabel("threads of a block along z, the fast axis")
    axes.set_ylabel("along x")
    slide.head(axes, title)
    bar = figure.colorbar(image, ax=axes, label="time of a step [us]")
    ticks = numpy.log10([numpy.nanmin(values), middle, numpy.nanmax(values)])
    bar.set_ticks(ticks, labels=[significant(10**tick, 2) for tick in ticks])


def chosen(machine, case):
    """The newest record of each shape."""
    return records.newest_points(records.of_ladder(machine, "heat", case), shape_of)


def points_of(machine, case):
    return {shape: time
            for shape, record in chosen(machine, case).items() if (time := step_us(record))}


def draws(machine, case):
    return len(points_of(machine, case)) > 1


def draw(machines, post, arguments):
    def panels_of(machine):
        if draws(machine, arguments.case):
            yield ((machine.name, points_of(machine, arguments.case)),
                   list(chosen(machine, arguments.case).values()))

    panels, notes = of_records.collected(
        machines, panels_of, f"no records of the case {arguments.case} are of several blocks of "
        f"the stage {STAGE}: scripts/experiments/figure_sweeps measures them")
    heights = [FRAME + CELL * len({shape[1] for shape in points}) for _, points in panels]
    words = ["Kernel time of a step, stage block; the fastest in bold. An empty place was not "
             "measured, or more than 1024 threads.", *notes]
    points = panels[0][1]
    best = min(points, key=points.get)
    picture = Picture(f"Heat: blocks of {best[0]} x {best[1]} threads are the fastest, "
                      f"{significant(points[best])} us a step", "\n".join(words), sum(heights))
    grid = picture.figure.subplots(len(panels), 1, squeeze=False, height_ratios=heights)
    for axes, panel in zip(grid[:, 0], panels):
        draw_panel(picture.figure, axes, *panel)
    return picture


RECORDS = {"document": "heat-post-2016", "case": "heat-128", "draws": draws}
