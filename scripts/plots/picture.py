"""A picture: a figure of matplotlib with its title above and its caption below, written as SVG and PNG.

The same figure gives the same bytes: no date, no random names, no version.
"""

import io

import matplotlib
from matplotlib.font_manager import FontProperties, findfont, get_font

from plots import outputs

matplotlib.use("Agg")
matplotlib.rcParams.update({
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "axes.titlesize": 9.5,
    "axes.titlelocation": "left",
    "axes.labelsize": 9.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.fontsize": 9,
    "legend.frameon": False,
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    "hatch.linewidth": 0.6,
    "svg.fonttype": "none",  # text stays text: it can be searched and read out
    "svg.hashsalt": "ladder",
})
import matplotlib.pyplot as plt  # noqa: E402  (after the backend is chosen)

WIDTH = 6.0  # [in] at which a phone still shows the text
DPI = 150
TITLE_SIZE, CAPTION_SIZE = 11.5, 8.0  # [pt]
PALETTE = {  # Okabe and Ito's colours, which the colour-blind can distinguish
    "black": "#000000", "orange": "#E69F00", "sky": "#56B4E9", "green": "#009E73", "yellow": "#F0E442",
    "blue": "#0072B2", "vermilion": "#D55E00", "purple": "#CC79A7", "gray": "#999999", "white": "#FFFFFF",
}


def wrap(text, width, size, bold=False):
    """The text in lines that fit into so many inches, measured with the font that is drawn."""
    font = get_font(findfont(FontProperties(weight="bold" if bold else "normal")))
    font.set_size(size, 72)

    def fits(line):
        font.set_text(line)
        return font.get_width_height()[0] / 64 <= 72 * width

    lines = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split():
            if line and not fits(f"{line} {word}"):
                lines.append(line)
                line = ""
            line = f"{line} {word}" if line else word
        lines.append(line)
    return lines


class Picture:
    """Axes are laid out in a body of the size asked for; title and caption get what they need outside of it. `whole`: the
    height of all of it, as of a slide, of which the body gets what they leave."""

    def __init__(self, title, caption, height, width=WIDTH, scale=1.0, whole=None):
        self.title, self.caption = title, caption
        self.figure = plt.figure(figsize=(width, height or whole), layout="constrained", dpi=DPI)
        self.width, self.body, self.scale, self.whole = width, height, scale, whole

    def lay_out(self, with_words=True):
        title_size, caption_size = TITLE_SIZE * self.scale, CAPTION_SIZE * self.scale
        above = wrap(self.title, self.width - 0.25, title_size, bold=True) if with_words else []
        below = wrap(self.caption, self.width - 0.25, caption_size) if with_words else []
        top = len(above) * 1.3 * title_size / 72 + 0.14 if with_words else 0.0
        bottom = len(below) * 1.32 * caption_size / 72 + 0.14 if with_words else 0.0
        if self.whole:
            self.body = self.whole - top - bottom
        whole = top + self.body + bottom
        self.figure.set_size_inches(self.width, whole)
        self.figure.get_layout_engine().set(rect=(0, bottom / whole, 1, self.body / whole))
        left = 0.1 / self.width
        self.figure.text(left, 1 - 0.08 / whole, "\n".join(above), va="top", size=title_size, weight="bold")
        self.figure.text(left, (bottom - 0.06) / whole, "\n".join(below), va="top", size=caption_size,
                         color="#333333", linespacing=1.25)
        self.figure.draw_without_rendering()
        self.figure.set_layout_engine("none")  # both files get the same places, and they are found once
        for axes in self.figure.axes:
            # The solver's last digits differ from run to run, and names in the SVG are made of them.
            axes.set_position([round(number, 6) for number in axes.get_position(original=True).bounds])

    def svg_without_words(self):
        """The body alone, for a page that sets title and caption itself."""
        self.lay_out(with_words=False)
        buffer = io.StringIO()
        self.figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
        plt.close(self.figure)
        return buffer.getvalue()

    def write(self, stem, overwrite=False):
        """Both files whole, or none."""
        self.lay_out()
        made = {}
        metadata_of = {"svg": {"Date": None, "Creator": None, "Title": self.title, "Description": self.caption},
                       "png": {"Software": None}}
        for ending, metadata in metadata_of.items():
            buffer = io.BytesIO()
            self.figure.savefig(buffer, format=ending, metadata=metadata)
            made[stem.with_name(f"{stem.name}.{ending}")] = buffer.getvalue()
        plt.close(self.figure)
        outputs.write(made, overwrite)
        return list(made)
