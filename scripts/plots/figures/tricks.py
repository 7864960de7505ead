"""Which trick for stencils is worth what, on which routine: how many times as fast its CUDA rungs
are as plain CUDA, measured, and predicted where a prediction was kept.

usage: ladder plot tricks [FOLDER ...] [--output PICTURE]

FOLDER: results/<machine>/<date>-tricks, with a file of records a routine (`ladder
--ladder=ROUTINE --output=ROUTINE.jsonl`) or their summary.json; without one the newest of each
machine. nests.json in it says how many nests do not take a rung.
"""

import json
import math
import pathlib

from plots import command, experiments, slide, tricks
from plots.failure import NOTHING, Failure
from plots.picture import Picture, draw_map

STRONG = math.log2(1.5)  # full colour
CELL = 0.42              # [in] height of a row


def newest():
    """Of each machine."""
    found = {}
    for folder in experiments.folders(command.ROOT, experiment="tricks"):
        found[folder.parent.name] = folder
    return list(found.values())


def read(folder):
    """Measured, predicted, and nests without the rung: {routine: {rung: number}}."""
    files = [*folder.glob("*.jsonl"), *folder.glob("summary.json")]
    points = [one for file in sorted(files) for one in tricks.points(file)]
    measured = tricks.times_as_fast(points)
    kept = command.ROOT / "results/predictions" / f"{folder.name}.json"
    predicted = {}
    if kept.is_file():
        rows = json.loads(kept.read_text())["predictions"]
        predicted = tricks.times_as_fast([{**row, "right": True} for row in rows], points)
    nests = folder / "nests.json"
    return measured, predicted, json.loads(nests.read_text()) if nests.is_file() else {}


def finding(measured):
    known = {}
    for row in measured.values():
        for rung, times in row.items():
            if isinstance(times, float):
                known.setdefault(rung, []).append(times)
    best = sorted(known, key=lambda rung: -sum(each >= tricks.HELPS for each in known[rung]))
    words = [f"{rung.removeprefix('cuda-')} on {sum(each >= tricks.HELPS for each in known[rung])} "
             f"of {len(known[rung])}" for rung in best[:3]
             if max(known[rung]) >= tricks.HELPS]
    return f"{len(measured)} stencil codes: " + (
        f"what helps is {', '.join(words)}" if words else "no trick helps")


def cell(times, guess, count):
    """Of a routine and a rung, as a map has it; `count`: of nests that do not take the rung."""
    if not isinstance(times, float):
        nests = f"–\n{count} nest{'s' if count > 1 else ''}" if count else "–"
        return math.nan, times or nests, False
    more = f"\n({guess:.2f})" if isinstance(guess, float) else ""
    return math.log2(times), f"{times:.2f}{more}", times >= tricks.HELPS


def show(axes, *tables):
    """tables: those of `read`."""
    routines = sorted(tables[0])
    cells = {(row, column): cell(*(table.get(routine, {}).get(rung) for table in tables))
             for row, routine in enumerate(routines) for column, rung in enumerate(tricks.RUNGS)}
    draw_map(axes, cells, routines, [rung.removeprefix("cuda-") for rung in tricks.RUNGS], STRONG,
             6.5, rotation=30, ha="right")


def draw(arguments):
    folders = arguments.folders or newest()
    found = [(folder, *read(folder)) for folder in folders]
    found = [one for one in found if one[1]]
    if not found:
        raise Failure(NOTHING, "no folder has times of a routine's rung cuda: `ladder "
                               "--ladder=ROUTINE --output=FILE` on a machine with a GPU takes them")
    every = {routine: row for _, measured, _, _ in found for routine, row in measured.items()}
    said = "; ".join(tricks.answer(routine, every[routine]) for routine in sorted(every))
    print(said)
    picture = Picture(finding(every), "How many times as fast as plain CUDA, by the time of the "
                      "kernels of a resident call; by the whole call of a graph, which changes "
                      "launches alone, and where kernels were not traced. In brackets: predicted "
                      "before. Bold: helps by more than 2 %. Empty: so many nests do not take the "
                      "rung, or it has the text of another. Machines: "
                      + ", ".join(f"{one[0].parent.name}, {one[0].name[:10]}" for one in found)
                      + ".", sum(1.2 + CELL * len(one[1]) for one in found))
    panels = picture.figure.subplots(len(found), 1, squeeze=False)
    for axes, (folder, *tables) in zip(panels.ravel(), found):
        show(axes, *tables)
        slide.head(axes, folder.parent.name)
    return picture


def options(parser):
    parser.add_argument("folders", nargs="*", type=pathlib.Path, metavar="FOLDER")
