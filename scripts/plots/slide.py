"""The one rule of all figures: a slide of 16 by 9 with letters that the last row of a room reads,
unless --panels asks for the long form. A slide has one machine, at most two panels side by side,
and at most twelve rows or curves in each."""

import contextlib
import math
import re

WIDTH, HEIGHT, DPI = 16.0, 9.0, 100  # [in], [in], and dots: 1600 x 900
LEAST = 15.0  # [pt] of the smallest letters: more than 1/45 of the height
GROWTH = 1.7  # of letters, lines and marks, compared with the long form
ROWS, COLUMNS = 12, 2
FOOT_LINES = 4  # at most so many: half of them of where it is from, the others of what it shows
SOURCE = re.compile(
    r"^Published|, \d{4}-\d\d-\d\d"
)  # how a paragraph about machines or documents begins

_now = False  # which form is drawn; like matplotlib's own settings it holds for the whole process


def on():
    return _now


@contextlib.contextmanager
def form(slide):
    """All pictures that are made and written in here have this form."""
    from plots.style import matplotlib  # here: who only reads records needs none

    global _now
    before, _now = _now, slide
    sizes = (
        "font.size",
        "axes.titlesize",
        "axes.labelsize",
        "legend.fontsize",
        "xtick.labelsize",
        "ytick.labelsize",
    )
    try:
        with matplotlib.rc_context({name: letters(matplotlib.rcParams[name]) for name in sizes}):
            yield
    finally:
        _now = before


def letters(points):
    """Of a text that has so many points in the long form."""
    return max(LEAST, GROWTH * points) if _now else points


def thick(points):
    return GROWTH * points if _now else points


def head(axes, title, names=()):
    """The title of a panel with these names of rows; a long one takes several lines of a slide."""
    if _now:
        room = WIDTH / axes.get_subplotspec().get_gridspec().ncols - 0.5
        room -= max((inches(name, LEAST) for name in names), default=0.6)
        title = "\n".join(wrap(title, room, axes.title.get_size()))
    axes.set_title(title)


def label(words):
    """Of a legend: what is before the explanation."""
    return re.split(r": |, | \(", words)[0] if _now else words


def sentences(text):
    return re.split(r"(?<=[.!?]) (?=[A-Z0-9])", text)


def foot(caption, lines_of):
    """The lines below a slide: whole sentences of what it shows, then where it is from. The long
    form and the file's description have the rest."""

    def begin(paragraphs, most):
        taken = ""
        for sentence in (one for paragraph in paragraphs for one in sentences(paragraph)):
            longer = f"{taken} {sentence}".strip()
            taken = longer if len(lines_of(longer)) <= most else taken
        return lines_of(taken) if taken else []

    paragraphs = [one for one in caption.split("\n") if one]
    sources = [one for one in paragraphs if SOURCE.search(one)]
    below = begin(sources, FOOT_LINES // 2)
    return (
        begin((one for one in paragraphs if one not in sources), FOOT_LINES - max(1, len(below)))
        + below
    )


def columns_of(count, aspect, width, height, overhead):
    """Columns in which pictures of this aspect (width over height) are largest; overhead [in] of
    a row."""

    def size(across):
        return min(width / across, aspect * (height / math.ceil(count / across) - overhead))

    return max(range(1, count + 1), key=lambda across: (round(size(across), 3), -across))


def inches(text, size, bold=False):
    """How wide the text is, measured with the font that is drawn."""
    from matplotlib.font_manager import FontProperties, findfont, get_font

    font = get_font(findfont(FontProperties(weight="bold" if bold else "normal")))
    font.set_size(size, 72)
    font.set_text(text)
    return font.get_width_height()[0] / 64 / 72


def wrap(text, width, size, bold=False):
    """The text in lines that fit into so many inches."""

    def fits(line):
        return inches(line, size, bold) <= width

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
