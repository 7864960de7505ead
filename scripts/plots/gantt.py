"""Lanes of events over time, a group of lanes a stage: a Gantt chart, a panel a machine."""

from dataclasses import dataclass, field

from matplotlib.ticker import MultipleLocator

from plots import slide
from plots.picture import PALETTE, Picture, legend_strip, strip_above
from plots.slide import inches

# [in] heights; left: room for the lanes' names
LANE, NAME, PANEL, LEGEND, LEFT = 0.13, 0.25, 0.62, 0.19, 0.6
SMALL = 6.5  # [pt]


@dataclass
class Span:
    look: int
    begin: float  # [% of the axis], clipped to it
    end: float
    words: str = ""  # within the bar, where they fit


@dataclass
class Group:
    name: str
    words: str                                 # behind the name
    lanes: list = field(default_factory=list)  # (name, spans)


def packed(spans):
    """The spans in rows of which none has two at a time: each goes to the first row that is
    free."""
    rows = []
    for span in sorted(spans, key=lambda one: (one.begin, -one.end)):
        row = next((row for row in rows if row[-1].end <= span.begin), None)
        if row is None:
            rows.append([span])
        else:
            row.append(span)
    return rows


def draw_lane(axes, top, spans, looks, width):
    rows, small = packed(spans), slide.letters(SMALL)
    height = LANE / max(1, len(rows))
    for index, row in enumerate(rows):
        for span in row:
            look = looks[span.look]
            axes.barh(top + index * height, span.end - span.begin, 0.86 * height, left=span.begin,
                      align="edge",
                      color=PALETTE[look.colour], hatch=look.hatch, edgecolor="black",
                      linewidth=0.3)
            if (span.words and len(rows) == 1
                    and inches(span.words, small) + 0.04 <= (span.end - span.begin) / 100 * width):
                axes.annotate(span.words, ((span.begin + span.end) / 2, top + 0.43 * height),
                              size=small, color="white", ha="center", va="center")


def height(groups):
    return sum(NAME + LANE * len(group.lanes) for group in groups)


def draw_panel(axes, title, groups, looks, width):
    place, ticks = 0.0, []
    for group in groups:
        axes.annotate(group.name, (0, place + 0.6 * NAME), size=slide.letters(8.5), weight="bold",
                      va="center", annotation_clip=False)
        axes.annotate(group.words, (100, place + 0.6 * NAME), size=slide.letters(7.5), ha="right",
                      va="center", annotation_clip=False)
        place += NAME
        for name, spans in group.lanes:
            draw_lane(axes, place, spans, looks, width)
            ticks.append((place + LANE / 2, name))
            place += LANE
    axes.set_yticks([at for at, _ in ticks], [name for _, name in ticks], size=slide.letters(SMALL))
    axes.set_ylim(place, 0)
    axes.set_xlim(0, 100)
    axes.xaxis.set_major_locator(MultipleLocator(20))
    axes.tick_params(axis="y", length=0)
    slide.head(axes, title)
    axes.set_xlabel("part of the time after the stage's name [%]")
    axes.grid(axis="x", color="#CCCCCC", linewidth=0.5)
    axes.set_axisbelow(True)


def in_columns(groups):
    """The groups that have lanes, in two columns of at most so many lanes as a slide has rows; the
    first come first."""
    made = [[] for _ in range(slide.COLUMNS)]
    column = 0
    for group in (one for one in groups if one.lanes):
        if sum(len(one.lanes) for one in [*made[column], group]) > slide.ROWS:
            column += 1
        if column == slide.COLUMNS:
            break
        made[column].append(group)
    return [one for one in made if one]


def picture_of(title, caption, panels, looks):
    """panels: (title, groups)."""
    if slide.on():
        panels = [(name if index == 0 else " ", groups) for name, all_groups in panels[:1]
                  for index, groups in enumerate(in_columns(all_groups))]
        used = {span.look for _, groups in panels for group in groups for _, spans in group.lanes
                for span in spans}
        looks_used = [look for index, look in enumerate(looks) if index in used]
    else:
        looks_used = looks
    heights = [LEGEND * len(looks)] + [PANEL + height(groups) for _, groups in panels]
    picture = Picture(title, caption, sum(heights))
    if slide.on():
        legend, every = strip_above(picture, len(panels))
        width = picture.width / len(panels) - 1.5
    else:
        legend, *every = picture.panels(heights)
        width = picture.width - LEFT
    legend_strip(legend, [(look.label, look.colour, look.hatch) for look in looks_used],
                 picture.width)
    for axes, (name, groups) in zip(every, panels):
        draw_panel(axes, name, groups, looks, width)
    return picture
