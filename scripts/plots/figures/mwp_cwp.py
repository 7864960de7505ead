"""The model MWP-CWP of the thesis of 2016 as a ladder of models: the mean error of its prediction
as it is printed, and after each correction, on the K40 of the thesis and on machines here.

usage: ladder plot mwp_cwp [FILE ...] [--output PICTURE]

FILE: what `ladder predict --json` wrote, and records of the same cells; without any, those that are
kept in results/.
"""

from plots import caption, choice, command, experiments, model_steps, published
from plots.failure import NOTHING, Failure
from plots.rows import Axis, Bar, Panel, Row, Series, picture_of

LOOKS = (("gray", "xx"), ("blue", "///"), ("green", "..."), ("orange", "\\\\\\"), ("purple", ""))


def rows(columns, series):
    """columns: errors by the number of their series."""
    found = []
    for step in model_steps.STEPS:
        means = [(number, errors.mean(step)) for number, errors in columns.items()]
        found.append(Row(step, [Bar(number, mean, words=f"{mean:.0f} %")
                                for number, mean in means if mean is not None]))
    return found


def files_of(arguments):
    if not arguments.records:
        return model_steps.kept(command.ROOT)

    def is_either(path):
        return model_steps.holds_steps(path) or experiments.holds_records(path)

    return experiments.given(arguments.records, is_either)


def draw(arguments):
    document = published.read(command.ROOT / "results/published/parra-2016.json")
    here = model_steps.of_files(files_of(arguments))
    if not here:
        raise Failure(
            NOTHING,
            "no record is of a cell whose models are given: `ladder predict --json` writes these,"
            " `ladder sweep` measures the same cells",
        )
    names = choice.named(sorted(here), arguments.machine, str)
    k40 = model_steps.of_document(document)
    series = [
        Series(
            f"{model_steps.short(document.machines['k40']['label'])}, published, order 2", *LOOKS[0]
        )
    ]
    series += [
        Series(model_steps.short(name), *LOOKS[1 + number % (len(LOOKS) - 1)])
        for number, name in enumerate(names)
    ]
    same = {0: k40, **{1 + number: here[name][0] for number, name in enumerate(names)}}
    every = {1 + number: here[name][1] for number, name in enumerate(names)}
    cells = " and ".join(str(here[name][1].cells) for name in names)
    panels = [
        Panel(
            "published: the thesis' kernel on 50 x 50 x 50 cells",
            rows(same, series),
            published=True,
        ),
        Panel(f"here: all {cells} cells of the trials", rows(every, series)),
    ]
    in_all = model_steps.of_tables(document).mean(model_steps.FIRST)
    notes = (
        "Mean of absolute errors of the longest kernel of a step; each row has the corrections of"
        " those above it, and the last is the model of this program. The K40 lacks rows for which"
        " the thesis prints nothing; its cells are those of order 2, whose inputs are printed, and"
        f" in all twelve the error is {in_all:.0f} %."
        " Computed after the measurements, with no value fitted to them.\n"
        f"Published: {caption.source(document)}."
    )
    ours = [bar.value for row in panels[1].rows for bar in row.bars if bar.series == 1]
    return picture_of(
        f"The thesis' model, corrected step by step: from {ours[0]:.0f} to {ours[-1]:.0f} % off"
        if ours else "The thesis' model, corrected step by step",
        notes,
        panels,
        series,
        Axis("mean error [%], log scale", log=True, room=0.2),
    )


options = command.add_records
