"""How much room words take, measured with the font that is drawn."""


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
