"""A picture: a figure of matplotlib with its title above and its caption below, written as SVG and
PNG.

The same figure gives the same bytes: no date, no random names, no version.
"""

import io

from plots import outputs, slide
from plots.slide import inches, wrap

WIDTH = 6.0  # [in] at which a phone still shows the text
DPI = 150
TITLE_SIZE, CAPTION_SIZE = 11.5, 8.0  # [pt]
PALETTE = {  # Okabe and Ito's colours, which the colour-blind can distinguish
    "black": "#000000", "orange": "#E69F00", "sky": "#56B4E9", "green": "#009E73",
           "yellow": "#F0E442",
    "blue": "#0072B2", "vermilion": "#D55E00", "purple": "#CC79A7", "gray": "#999999",
           "white": "#FFFFFF",
}


def legend_strip(axes, looks, width, edge=0.6):
    """looks: (label, colour, hatch) of bars, whose edges have this width. In axes of its own, where
    it covers nothing: a line an entry, on a slide as many side by side as fit."""
    from matplotlib.patches import Patch

    from plots.style import matplotlib

    handles = [Patch(facecolor=PALETTE[colour], hatch=hatch, edgecolor="black", linewidth=edge)
               for _, colour, hatch in looks]
    labels = [slide.label(label) for label, _, _ in looks]
    size, columns = matplotlib.rcParams["legend.fontsize"], 1
    if slide.on():
        columns = max(1, min(len(labels),
                             int(width / (0.75 + max(inches(one, size) for one in labels)))))
    axes.set_axis_off()
    axes.legend(handles, labels, loc="center left", borderpad=0, borderaxespad=0, ncols=columns)


def strip_above(picture, count):
    """A strip for the legend above so many panels side by side: axes, and those of the panels."""
    grid = picture.figure.add_gridspec(2, count, height_ratios=[1, 15])
    return (picture.figure.add_subplot(grid[0, :]),
            [picture.figure.add_subplot(grid[1, n]) for n in range(count)])


def draw_map(axes, cells, rows, columns, strong, size=8, **ticks):
    """cells: {(row, column): (log2 of times as fast, words, whether these are bold)}; strong: what
    has full colour; ticks: how the names of the columns lie."""
    import numpy

    values = numpy.full((len(rows), len(columns)), numpy.nan)
    for place, (value, words, bold) in cells.items():
        values[place] = value
        axes.annotate(words, place[::-1], ha="center", va="center", size=slide.letters(size),
                      color="white" if abs(value) > 0.65 * strong else "black", linespacing=0.95,
                      weight="bold" if bold else "normal")
    axes.imshow(values, cmap="RdBu", vmin=-strong, vmax=strong, aspect="auto")
    axes.set_xticks(range(len(columns)), columns, **ticks)
    axes.set_yticks(range(len(rows)), rows)


class Picture:
    """Axes are laid out in a body of the height asked for, or on a slide in what title and caption
    leave of it."""

    def __init__(self, title, caption, height, alike=False):
        """alike: on a slide panels of one fixed aspect move together."""
        from plots.style import plt  # here: a command that is refused draws nothing

        self.title, self.caption = title, caption
        self.slide = slide.on()
        self.width, self.body = (slide.WIDTH, None) if self.slide else (WIDTH, height)
        self.figure = plt.figure(figsize=(self.width, slide.HEIGHT if self.slide else height),
                                 layout="compressed" if alike and self.slide else "constrained",
                                 dpi=slide.DPI if self.slide else DPI)

    def panels(self, heights):
        """Axes: side by side on a slide, else one above the other in these heights."""
        if self.slide:
            return self.figure.subplots(1, len(heights), squeeze=False)[0]
        return self.figure.subplots(len(heights), 1, squeeze=False, height_ratios=heights)[:, 0]

    def lay_out(self, with_words=True):
        title_size, caption_size = slide.letters(TITLE_SIZE), slide.letters(CAPTION_SIZE)
        room = self.width - 0.25

        def lines_of(text):
            return wrap(text, room, caption_size)

        above = wrap(self.title, room, title_size, bold=True) if with_words else []
        below = ((slide.foot(self.caption, lines_of) if self.slide else lines_of(self.caption))
                 if with_words else [])
        top = len(above) * 1.3 * title_size / 72 + 0.14 if with_words else 0.0
        bottom = len(below) * 1.32 * caption_size / 72 + 0.14 if with_words else 0.0
        whole = slide.HEIGHT if self.slide else top + self.body + bottom
        body = whole - top - bottom
        self.figure.set_size_inches(self.width, whole)
        self.figure.get_layout_engine().set(rect=(0, bottom / whole, 1, body / whole))
        left = 0.1 / self.width
        self.figure.text(left, 1 - 0.08 / whole, "\n".join(above), va="top", size=title_size,
                         weight="bold")
        self.figure.text(left, (bottom - 0.06) / whole, "\n".join(below), va="top",
                         size=caption_size, color="#333333", linespacing=1.25)
        self.figure.draw_without_rendering()
        # both files get the same places, and they are found once
        self.figure.set_layout_engine("none")
        for axes in self.figure.axes:
            # The solver's last digits differ from run to run, and names in the SVG are made of
            # them.
            axes.set_position([round(number, 6)
                               for number in axes.get_position(original=True).bounds])

    def svg_without_words(self):
        """The body alone, for a page that sets title and caption itself."""
        self.lay_out(with_words=False)
        buffer = io.StringIO()
        self.figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
        self.close()
        return buffer.getvalue()

    def close(self):
        from plots.style import plt

        plt.close(self.figure)

    def write(self, stem, overwrite=False):
        """Both files whole, or none."""
        self.lay_out()
        made = {}
        metadata_of = {"svg": {"Date": None, "Creator": None, "Title": self.title,
                               "Description": self.caption},
                       "png": {"Software": None}}
        for ending, metadata in metadata_of.items():
            buffer = io.BytesIO()
            self.figure.savefig(buffer, format=ending, metadata=metadata)
            made[stem.with_name(f"{stem.name}.{ending}")] = buffer.getvalue()
        self.close()
        outputs.write(made, overwrite)
        return list(made)
