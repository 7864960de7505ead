"""Figure 16 of the thesis: the part of the run time that the convolution takes.

usage: ladder plot figure16 [FILE ...] [--case NAME] [--output PICTURE]
"""

from plots import of_records, records, thesis_ladder
from plots.caption import published
from plots.rows import Axis, Bar, Panel, Series, picture_of

SERIES = [Series("convolution: kernels, copies, staging", "purple", "///"),
          Series("kernels alone", "blue", "..."),
          Series("convolution by user + system time", "yellow", "xx")]


def bars(record):
    if not record["traced"]:
        return []
    whole = record["traced"]["wall_ns"] * 1e-9 / record.answer["shots"]
    convolution, processor = (records.scopes(record, *thesis_ladder.CONVOLUTION),
                              records.processor(record))
    made = [Bar(0, 100 * convolution / whole, words=f"{100 * convolution / whole:.0f} %")]
    if record["stage"]["device"] == "cuda":
        made.append(Bar(1, 100 * records.scopes(record, "kernel") / whole))
    if processor and processor[0] > 0:
        made.append(Bar(2, 100 * convolution / processor[0]))
    return made


def share(part, whole):
    return 100 * part / whole if part and whole else None


def draw(machines, thesis, arguments):
    found = records.ladders(machines, arguments.case, traced=True)
    panels = [Panel(thesis_ladder.label(thesis), [
        thesis_ladder.row(name, {0: share(step.convolution, step.real),
                                 1: share(step.kernel, step.real),
                                 2: share(step.convolution, step.total)}, step,
                          lambda value: f"{value:.0f} %")
        for name, step in thesis_ladder.steps(thesis).items()], published=True)]
    panels += of_records.panels_of(found, lambda run: bars, thesis_ladder.steps(thesis))
    words = of_records.words_of_traced(
        found,
        "Relative to the wall time of the same traced run, so there are no whiskers. It shows "
        "where the time goes, not how fast a stage is. User + system is the processor time of all "
        "threads in the untraced runs, set-up included: the thesis divides by that.",
        published(thesis, "16", "c-O0 to c-O3, gmem-eb-2d and smem lack one of the two times"))
    shares = [row.bars[0].value for panel in panels if not panel.published
              for row in panel.rows if row.bars]
    title = "Figure 16 of the thesis: the convolution"
    if shares:
        title += f" takes {min(shares):.0f} to {max(shares):.0f} % of the run time"
    return picture_of(title, words, panels, SERIES, Axis("part of the run time [%]", room=0.02))


RECORDS = {}
