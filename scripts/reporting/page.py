"""The page: what its templates show, put into templates/page.html."""

import pathlib

import jinja2

from plots import caption
from reporting import figures, ladder_table, opening, predicted, raw, tables

TEMPLATES = pathlib.Path(__file__).parent / "templates"


def missing_here(sources):
    """This machine, where it has no record of the case: its GPU or processor, cores and memory;
    else None."""
    if not sources.here or any(one.here for one in sources.measured):
        return None
    here = sources.here
    return (f"{(here['gpu'] or {}).get('name') or here['cpu']}, {here['cores']} cores, "
            f"{here['memory_bytes'] / 1e9:.0f} GB")


def steps_words(record):
    """Lines: what the stage did, what was expected, why it did it, from how many steps on it
    pays."""
    answer = record.answer
    named = " ".join(filter(None, (answer["stage"], answer["launch"])))
    reason = answer["step"]["reason"] if answer["step"] else ""
    return [f"{named}: {answer['words']}", *([f"expected: {answer['expectation']}"]
                                             if answer["expectation"] and answer["step"] else []),
            *([f"likely: {reason}"] if reason else []),
            *([answer["break_even"]] if answer["break_even"] else [])]


def machine(sources, one):
    """All that is shown of one machine."""
    return {"name": one.name, "anchor": one.anchor,
            "measured": caption.measured(one.machine, one.run),
            "table": tables.in_full(sources, one), "notes": ladder_table.notes(one.run),
            "steps": [steps_words(record) for record in one.run],
            "environment": raw.environment(one), "slowed": raw.slowed(one),
            "ladder": raw.of_ladder(one), "others": raw.others(one)}


def of(sources):
    templates = jinja2.Environment(loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True,
                                   trim_blocks=True,
                                   lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    thesis = {"document": sources.thesis.content["document"],
              "machine": sources.thesis.machines["stampede"]["label"],
              "table": tables.of_thesis(sources), "raw": raw.thesis(sources.thesis)}
    return templates.get_template("page.html").render(
        case=sources.case, of_thesis=sources.of_thesis, opening=opening.of(sources),
        machines=[machine(sources, one) for one in sources.measured],
        elsewhere=[one.name for one in sources.elsewhere], missing_here=missing_here(sources),
        side_by_side=tables.side_by_side(sources), predicted=predicted.of(sources), thesis=thesis,
        figures=figures.of(sources), missing_packages=figures.missing_packages())
