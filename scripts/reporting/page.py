"""The page: what its templates show, put into templates/page.html."""

import pathlib

import jinja2

from plots import caption, finding, records
from reporting import environment, figures, ladder_table, predicted, raw, steps, tables

TEMPLATES = pathlib.Path(__file__).parent / "templates"


def missing_here(sources):
    """This machine's name where it has no record of the case, else None."""
    if not sources.here or any(one.here for one in sources.measured):
        return None
    return (sources.here["gpu"] or {}).get("name") or sources.here["cpu"]


def machine(sources, one):
    """All that is shown of one machine."""
    told, by_program = steps.of(one.run)
    return {"name": one.name, "anchor": one.anchor, "measured": caption.measured(one.machine, one.run),
            "table": tables.in_full(sources, one), "notes": ladder_table.notes(one.run), "steps": told, "by_program": by_program,
            "environment": environment.fields(one), "slowed": environment.slowed(one),
            "ladder": raw.of_ladder(one), "others": raw.others(one)}


def answer(sources):
    """One sentence, of the machine that the first figure shows: that with most right stages."""
    if not sources.measured:
        return f"No record of the case {sources.case} is kept yet"
    return finding.of(max((one.run for one in sources.measured),
                          key=lambda run: (sum(map(records.right, run)), max(r["time"] for r in run))))


def of(sources):
    templates = jinja2.Environment(loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True,
                                   lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    thesis = {"document": sources.thesis.content["document"], "machine": sources.thesis.machines["stampede"]["label"],
              "table": tables.of_thesis(sources), "raw": raw.thesis(sources.thesis)}
    return templates.get_template("page.html").render(
        case=sources.case, finding=answer(sources), machines=[machine(sources, one) for one in sources.measured],
        elsewhere=[one.name for one in sources.elsewhere], missing_here=missing_here(sources),
        side_by_side=tables.side_by_side(sources), predicted=predicted.of(sources), thesis=thesis, figures=figures.of(sources),
        missing_packages=figures.missing_packages())
