"""The figures as SVG within the page. Each of plots/figures that takes records draws one, from the
same machines."""

import argparse
import importlib
import importlib.util
import re
from dataclasses import dataclass, field

from markupsafe import Markup, escape

from plots import NEEDED, at_once, slide
from plots.failure import Failure

# what the names of those begin with that have the thesis' numbers next to measured ones
OF_THESIS = "figure"
NAMES = ("waterfall", "timeline", "scopes", "figure15", "figure16", "figure21", "figure14",
         "figure13", "figure18", "figure19", "figure20", "roofline", "scaling", "error_growth")
# The page's own colours for what is black, gray or white, so that figures follow light and dark.
COLOURS = {"#000000": "ink", "#333333": "faint", "#444444": "faint", "#ffffff": "paper",
           "#cccccc": "rule", "#f4f4f4": "shade"}
COLOUR = re.compile(rf"\b(stroke|fill): ({'|'.join(COLOURS)})")


def themed(svg):
    """Colours of styles by name; the patterns of hatched bars stay as they are."""
    parts = re.split(r"(<pattern.*?</pattern>)", svg, flags=re.DOTALL)
    for index in range(0, len(parts), 2):
        parts[index] = COLOUR.sub(lambda found: f"{found[1]}: var(--{COLOURS[found[2]]})",
                                  parts[index])
    return "".join(parts)


def own_ids(svg, name):
    """Ids that something refers to get the figure's name before them; the others go."""
    used = set(re.findall(r"(?:url\(|href=\")#([^)\"]+)", svg))
    svg = re.sub(r' id="([^"]*)"',
                 lambda found: f' id="{name}-{found[1]}"' if found[1] in used else "", svg)
    return re.sub(r'((?:url\(|href=")#)', rf"\g<1>{name}-", svg)


def inline(svg, name, title):
    """A file's SVG as a part of a page: no prologue, no metadata, no names of other sites."""
    svg = svg[svg.index("<svg"):]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<title>.*?</title>", "", svg, flags=re.DOTALL)
    view = re.search(r'viewBox="([^"]*)"', svg).group(1)
    svg = re.sub(r"<svg[^>]*>", f'<svg viewBox="{view}" role="img" aria-label="{escape(title)}">',
                 svg, count=1)
    # it would hold for all figures
    svg = re.sub(r"<defs>\s*<style[^>]*>.*?</style>\s*</defs>", "", svg, flags=re.DOTALL)
    svg = svg.replace("xlink:href", "href").replace("'DejaVu Sans'",
                                                    "'DejaVu Sans', Verdana, sans-serif")
    svg = re.sub(r"(\.\d\d)\d+\b", r"\1", svg)  # a hundredth of a point is not seen
    # Paths begin a line at every point.
    return themed(own_ids(re.sub(r"\s*\n\s*", " ", svg), name))


@dataclass
class Figure:
    name: str
    title: str
    svg: Markup = None
    caption: list = field(default_factory=list)  # paragraphs
    why_not: str = ""                            # it is not drawn


def figure(name, sources):
    """The drawn figure with its caption, or why it is not drawn. It has all that there is, unlike a
    slide."""
    module = importlib.import_module(f"plots.figures.{name}")
    about = " ".join(module.__doc__.split("\n\n")[0].split()).rstrip(".")
    machines = [one.machine for one in sources.measured]
    try:
        with slide.form(False):
            picture = module.draw(machines, sources.thesis, argparse.Namespace(case=sources.case))
            findings = [one.run.answer["finding"] for one in sources.measured]
            title = about if picture.title in findings else picture.title  # the page says them once
            svg = Markup(inline(picture.svg_without_words(), name, title))
    except Failure as failure:
        return Figure(name, about, why_not=str(failure))
    return Figure(name, title, svg, [line for line in picture.caption.split("\n") if line])


def missing_packages():
    return [package for package in NEEDED if importlib.util.find_spec(package) is None]


def of(sources):
    names = [name for name in NAMES if sources.of_thesis or not name.startswith(OF_THESIS)]
    if missing_packages():
        return []
    return list(at_once.results(lambda name: figure(name, sources), names))
