"""The head of a stage's file: `key: words` in the comments of its first lines. A line without a key
goes on with the one before."""

import re

from adopting.failure import FILE, Failure

KEYS = ("parent", "change", "expectation", "flags", "device", "knob")
KNOB = re.compile(r"([a-z][a-z0-9-]*)\s+(\d+):(\d+)(?:\s+(\d+))?(?:\s+(\D.*))?")


class Head:
    """What a stage says of itself. `device`: values that stay on the device; `knobs`: (name, least,
    most, preset, unit)."""

    def __init__(self, file, text):
        self.found = {key: [] for key in KEYS}
        key = None
        for line in text.splitlines()[:60]:
            comment = re.match(r"\s*(?://|!|\*|/\*)\s?(.*?)\s*(?:\*/)?$", line)
            if not comment:
                break
            begins = re.match(r"\s*([a-z]+):\s*(.*)", comment[1])
            if begins and begins[1] in KEYS:
                key = begins[1]
                self.found[key].append(begins[2])
            elif key and comment[1].strip():
                self.found[key][-1] += " " + comment[1].strip()
            else:
                key = None
        self.device = [name.lower() for text in self.found["device"]
                       for name in re.split(r"[,\s]+", text) if name]
        self.knobs = [self._knob(file, text) for text in self.found["knob"]]

    def _knob(self, file, text):
        match = KNOB.fullmatch(text.strip())
        if not match or int(match[2]) > int(match[3]):
            raise Failure(FILE, f"{file}: 'knob: {text}' is no knob: a name, its range, what it is "
                                "without the option, and its unit, as 'knob: block 32:1024 256 "
                                "threads of a block'")
        return match[1], int(match[2]), int(match[3]), int(match[4] or match[2]), match[5] or ""

    def one(self, key, usual=None):
        return self.found[key][0] if self.found[key] else usual
