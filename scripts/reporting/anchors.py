"""Names of anchors, made of words."""

import re


def slug(*words):
    return re.sub(r"[^a-z0-9]+", "-", " ".join(map(str, words)).lower()).strip("-")


def of_record(one, name):
    """The anchor of a machine's record of a stage on the page."""
    return f"{one.anchor}-{slug(name)}"
