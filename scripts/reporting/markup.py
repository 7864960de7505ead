"""Pieces of HTML."""

import html
import re


def text(words):
    return html.escape(str(words))


def tag(name, content="", **attributes):
    """<name attributes>content</name>; content is HTML. class_ and names with _ stand for class and names with -."""
    told = "".join(f' {key.rstrip("_").replace("_", "-")}="{html.escape(str(value))}"'
                   for key, value in attributes.items() if value is not None)
    return f"<{name}{told}>{content}</{name}>"


def link(to, words):
    return tag("a", text(words), href=f"#{to}")


def slug(*words):
    """A name for an anchor."""
    return re.sub(r"[^a-z0-9]+", "-", " ".join(map(str, words)).lower()).strip("-")


def wide(table, label):
    """A table that scrolls in a box of its own where the page is narrow."""
    return tag("div", table, class_="wide", role="region", tabindex="0", aria_label=label)


def paragraphs(words):
    return "".join(tag("p", text(line)) for line in words.split("\n") if line)
