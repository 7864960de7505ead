"""The page: its parts in order, its style and its script within it."""

import pathlib

from plots import caption
from reporting import environment, figures, raw, steps, tables
from reporting.markup import link, tag, text

HERE = pathlib.Path(__file__).parent
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"  # nothing comes from elsewhere


def of_each(sources, part, prefix=""):
    """A part of every machine under the machine's name."""
    return "".join(tag("section", tag("h3", text(one.name)) + part(one), id=f"{prefix}-{one.anchor}")
                   for one in sources.measured)


def first_words(sources):
    told = [tag("p", text(caption.measured(one.machine, one.run))) for one in sources.measured]
    if sources.here and not any(one.here for one in sources.measured):
        name = (sources.here["gpu"] or {}).get("name") or sources.here["cpu"]
        told.append(tag("p", text(f"This machine ({name}) has no record of the case {sources.case} yet: scripts/ladder"
                                  " measures it."), class_="none"))
    for machine in sources.elsewhere:
        told.append(tag("p", text(f"{machine.name}: no record of the case {sources.case}."), class_="none"))
    return "".join(told)


def parts_of(sources):
    published = tag("p", text(f"{sources.thesis.content['document']['author']}: "
                              f"{sources.thesis.content['document']['title']}, {sources.thesis.content['document']['year']}. "
                              f"Measured on {sources.thesis.machines['stampede']['label']}."))
    yield "all", "All machines", tag(
        "p", "Median wall time of a run, and the speed relative to <code>fortran</code> on the same machine; of a batch, for"
        " one shot. Each number leads to its record, each stage that was skipped"
        " to the reason.") + tables.side_by_side(sources)
    yield "machines", "Each machine in full", tag(
        "p", "Wall times are medians of runs without a tracer, with their 95 % bootstrap interval, or least and most below six"
        " samples. Shares are of one traced run. A run of <code>batch</code> is several of the case, and its speed-ups"
        " count them all; against its parent it counts by the shot.") + of_each(
            sources, lambda one: tables.in_full(sources, one), "machine")
    yield tables.PUBLISHED, "The thesis", published + tables.of_thesis(sources) + raw.thesis(sources.thesis)
    yield "steps", "What each step did", of_each(sources, steps.section, "steps")
    yield "figures", "Figures", figures.section(sources)
    yield "environment", "Environment", of_each(sources, environment.section, "environment")
    yield "records", "Raw records", tag(
        "p", "As the program wrote them; results/README.md tells every field.") + of_each(sources, raw.section, "records")


def of(sources):
    parts = list(parts_of(sources))
    head = "\n".join(['<meta charset="utf-8">', '<meta name="viewport" content="width=device-width, initial-scale=1">',
                      '<meta name="color-scheme" content="light dark">',
                      f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
                      tag("title", "ladder: what each step was worth"),
                      tag("style", (HERE / "page.css").read_text())])
    title = tag("h1", "What each step from Fortran to C and CUDA was worth")
    menu = tag("nav", "".join(link(name, words) for name, words, _ in parts), aria_label="parts of this page")
    body = "\n".join(tag("section", tag("h2", text(words)) + content, id=name) for name, words, content in parts)
    script = tag("script", (HERE / "page.js").read_text())
    return (f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{head}\n</head>\n<body>\n'
            f"{tag('header', title + first_words(sources) + menu)}\n<main>\n{body}\n</main>\n{script}\n</body>\n</html>\n")
