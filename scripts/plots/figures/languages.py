"""What a language costs: the share of the best CUDA or C stage's speed, against the statements that
had to be written, for a CPU and a GPU.

usage: ladder plot languages [FILE ...] [--case NAME] [--output PICTURE]
"""

from plots import caption, languages, lines, slide
from plots.failure import NOTHING, Failure

NAMES = {"host": "CPU", "cuda": "GPU"}
RULE = (
    "A statement is neither blank nor comment nor contract: the way in and out, which the harness"
    " calls, does not count."
)


def name_of(one, found):
    """Its language, the stage where several are of one language, and a mark where its share is of
    another stage than the panel's."""
    name = one.language.removeprefix("Python ")
    alone = sum(other.language == one.language for other in found) == 1
    return (name if alone else f"{name}: {one.stage}") + ("" if one.of == found[0].of else "*")


def draw_panel(axes, found, height):
    ends = []
    for index, one in enumerate(found):
        style = {key: value for key, value in lines.look(index).items() if key != "linestyle"}
        share = 100 * one.share
        axes.plot(one.statements, share, linestyle="", markersize=slide.thick(5), **style)
        ends.append((one.statements, share, name_of(one, found), style["color"]))
    counts, shares = zip(*((one.statements, 100 * one.share) for one in found))
    axes.set_xlim(min(counts) / 1.3, 1.3 * max(counts))
    axes.set_ylim(min(shares) / 1.5, max(150, 1.3 * max(shares)))
    return ends


def panels_of(machine, case):
    """(device, the stages that are drawn) of each device that has any."""
    found = languages.fastest(languages.of_machine(machine, case))
    by_device = {
        device: [one for one in found if languages.device(one) == device] for device in NAMES
    }
    return [(device, some[: slide.ROWS]) for device, some in by_device.items() if some]


def chosen(machines, case):
    """(machine, device, stages) of each panel: on a slide one of each device, of this machine or
    else of that which knows the most languages."""
    every = [(one, *panel) for one in machines for panel in panels_of(one, case)]
    if not slide.on():
        return every

    def rank(panel):
        machine, _, found = panel
        return machine.here, len(found), max(one.record["time"] for one in found)

    devices = ([panel for panel in every if panel[1] == device] for device in NAMES)
    return [max(some, key=rank) for some in devices if some]


def draw(machines, document, arguments):
    panels, notes, others = [], [], {}
    for machine, device, found in chosen(machines, arguments.case):
        name = machine.gpu if device == "cuda" else machine.cpu
        title = f"{NAMES[device]}: {name}. 100 %: {found[0].of}"
        panels.append((title, len(found), found))
        others |= dict.fromkeys(one.of for one in found if one.of != found[0].of)
        notes.append(caption.measured(machine, [one.record for one in found]))
    if not panels:
        raise Failure(
            NOTHING,
            f"no machine has a session of the case {arguments.case} with stages of other languages"
            " next to CUDA or C: scripts/languages/run measures them",
        )
    words = [
        "Speed of the fastest right stage of each language, and of the shortest in CUDA or C and "
        "the rungs' parents, by the medians of the wall times of one session, copies and "
        "bridge included.",
        RULE,
        *([f"*: of {', '.join(others)}, the best of its session."] if others else []),
        *dict.fromkeys(notes),
    ]
    of_all = [one for *_, found in panels for one in found]
    best = max((one for one in of_all if one.language not in sum(languages.BEST.values(), ())),
               key=lambda one: one.share, default=of_all[0])
    return lines.picture_of(
        f"{best.language} reaches {100 * best.share:.0f} % of the speed of {best.of}",
        "\n".join(words),
        panels,
        draw_panel,
        "statements that were written, log scale",
        "share of the speed [%], log scale",
    )


RECORDS = {"draws": panels_of, "together": True}
