"""Table 4.6 of the thesis of 2016 on the run time of a stencil, clock cycles of a step by order and
block on a K40, and the same kernel here: a thread a cell, order and taps read when it runs, on its
volume of 50 x 50 x 50 cells.

usage: ladder plot wave3d_blocks [FILE ...] [--output PICTURE]
"""

from collections import Counter

from plots import caption, of_records, records, wave3d
from plots.rows import Axis, Bar, Panel, Row, Series, picture_of
from plots.units import significant

TABLE, MACHINE = "table 4.6", "k40"
# the same kernel: they differ in what is copied between steps
STAGES, KERNEL = ("copying", "resident"), "stencil"
CELLS, ROWS = (50, 50, 50), [8, 8]
# a block of ours, 8 x 8 x so many: the table's columns
WARPS = {4: "8 warps", 8: "16 warps", 12: "24 warps", 16: "32 warps"}
LOOKS = (("sky", ""), ("blue", "///"), ("green", "..."), ("orange", "\\\\\\"))
SERIES = [Series(f"blocks of {warps}", *look) for warps, look in zip(WARPS.values(), LOOKS)]


def place_of(record):
    """(order, depth of the block); None for another kernel, volume or block, and for what is wrong
    or has no trace."""
    used = record["launch"]["used"]
    depth = used.get("depth", [None])[0]
    wanted = (records.stage(record) in STAGES and wave3d.grid(record) == CELLS
              and used.get("block") == ROWS)
    return ((wave3d.order(record), depth) if wanted and depth in WARPS and step_seconds(record)
            else None)


def step_seconds(record):
    """Of the kernel that computes p(n+1) alone, without source and sponge; None without a right,
    traced run."""
    found = records.kernels(record, lambda name: name == KERNEL) if record.answer["right"] else None
    return found[0] / record["case"]["steps"] if found else None


def clock_hz(record):
    return 1e6 * record["environment"]["gpu"]["sm_clock_most_mhz"]


def published(document):
    table = document.tables[TABLE]
    return [Row(f"order {order}",
                [Bar(list(WARPS.values()).index(column), cycles, words=significant(cycles))
                 for column, cycles in zip(table["columns"], values) if column in WARPS.values()])
            for order, values in sorted(table["values"].items(), key=lambda one: int(one[0]))]


def measured(points):
    """points: {(order, depth): record}"""
    rows = []
    for order in sorted({order for order, _ in points}):
        row = Row(f"order {order}")
        for series, depth in enumerate(WARPS):
            record = points.get((order, depth))
            if record:
                seconds = step_seconds(record)
                cycles = seconds * clock_hz(record)
                row.bars.append(Bar(series, cycles, words=f"{significant(cycles)}, "
                                                          f"{significant(1e6 * seconds)} us"))
        rows.append(row)
    return rows


def fastest(rows):
    """The block that is the fastest for most orders: warps, and of how many orders; None where no
    order has several."""
    best = Counter(min(row.bars, key=lambda bar: bar.value).series
                   for row in rows if len(row.bars) > 1)
    if not best:
        return None
    series, count = best.most_common(1)[0]
    return list(WARPS.values())[series], f"{count} of {sum(best.values())}"


def finding(ours, theirs):
    title, here, there = "Three-dimensional wave: ", fastest(ours), fastest(theirs)
    if not here or not there:
        return f"{title}the thesis' kernel, then and now"
    return (f"{title}blocks of {here[0]} are the fastest for {here[1]} orders, "
            f"those of {there[0]} were for {there[1]} on the thesis' card")


def draw(machines, document, arguments):
    used = []

    def panels_of(machine):
        points = records.newest_points(records.of_ladder(machine, "wave3d"), place_of)
        if machine.gpu and points:
            used.extend(points.values())
            yield Panel(machine.name, measured(points)), list(points.values())

    here, of_machines = of_records.collected(
        machines, panels_of, f"no machine has records of {' or '.join(STAGES)} in blocks of 8 x 8 "
        "x 4, 8, 12 or 16 on 50 x 50 x 50 cells: scripts/experiments/figure_sweeps "
        "--only=wave3d-blocks measures them")
    panels = [Panel(f"published: {document.machines[MACHINE]['label']}, {TABLE}",
                    published(document), published=True), *here]
    clocks = caption.several(f"{clock_hz(record) * 1e-9:.3g} GHz" for record in used)
    notes = ["Ours are blocks of 8 x 8 x 4, 8, 12 and 16. The thesis prints one shape, 8 x 8 x 4 "
             "of 8 warps. Its tables 4.5 and 4.7 imply 343 blocks of 16 warps, as 8 x 8 x 8 gives, "
             "but 216 of 24 and 125 of 32, where 8 x 8 x 12 and 8 x 8 x 16 give 245 and 196: its "
             "larger blocks had other shapes.",
            "A launch of the kernel that computes p(n+1), without source, sponge and receivers. "
            "Ours is the mean of the launches of a traced run, times the card's largest clock "
            f"({clocks}). The thesis states neither the clock of its card nor whether its cycles "
            "are those of a whole launch, which is assumed here.",
            *of_machines,
            f"Published: {caption.source(document)}."]
    return picture_of(finding(panels[1].rows, panels[0].rows), "\n".join(notes), panels, SERIES,
                      Axis("clock cycles of a step, log scale", log=True, room=0.25))


RECORDS = {"one_case": False, "document": "parra-2016"}
