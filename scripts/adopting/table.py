"""The head of a stage's file: `key: words` in the comments of its first lines, where a line without
a key goes on with the one before. And the C file that gives a stage its table: what stage_table.h
needs to know of it."""

import re

from adopting.failure import FILE, Failure

RESIDENT = ("resident", 0, 1, 0,
            "1: the values of `device:` are on the device already, and stay there")
THREADS = ("threads", 1, 1024, 0, "OpenMP threads")

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


class Table:
    def __init__(self, name, head, language, flags, described, file, original):
        self.name, self.head, self.language, self.flags = name, head, language, flags
        self.values = {value["name"]: value for value in described.get("value", [])}
        self.parent = None if original else head.one("parent", "original")
        self.change = "the original" if original else head.one("change", "")
        self.expectation = head.one("expectation", "the original's time" if original else "")
        self.knobs = [*([THREADS] if "-fopenmp" in flags else []),
                      *([RESIDENT] if head.device else []), *head.knobs]
        for each in head.device:
            if language != "cuda":
                raise Failure(FILE, f"{file}: 'device:' is for stages in CUDA")
            if each not in self.values:
                raise Failure(FILE, f"{file}: 'device: {each}' is no value of the routine; there "
                                    f"are {', '.join(self.values)}")
            if not self.values[each].get("bounds"):
                raise Failure(FILE, f"{file}: 'device: {each}' is a scalar, which a stage gets by "
                                    "its value or address on the host: leave it out")

    def number_of(self, knob):
        names = [each[0] for each in self.knobs]
        return names.index(knob) if knob in names else -1

    def text(self):
        chosen = [(list(self.values).index(each), self.values[each]) for each in self.head.device]
        device = [(at, len(value["bounds"]), int(value["intent"] != "scratch"),
                   int(value["intent"] in ("out", "inout"))) for at, value in chosen]
        rows = ", ".join(f'{{{text(name)}, {text(unit)}, NULL, 1, {{{preset}, 0}}, {{{least}, 0}}, '
                         f'{{{most}, 0}}}}'
                         for name, least, most, preset, unit in self.knobs)
        set_knobs = " ".join(f"{self.variable(each[0])} = "
                             f"launch->knob[{self.number_of(each[0])}][0];"
                             for each in self.head.knobs)
        lines = [f"// The table of the stage {self.name}, written by `ladder`."]
        lines += [f"int {self.variable(each[0])} = {each[3]};" for each in self.head.knobs]
        defines = {"LADDER_STAGE_NAME": text(self.name),
                   "STAGE_PARENT": "NULL" if self.parent is None else text(self.parent),
                   "STAGE_CHANGE": text(self.change),
                   "STAGE_EXPECTATION": text(self.expectation),
                   "STAGE_KNOBS": rows, "KNOBS": len(self.knobs),
                   "STAGE_THREADS": self.number_of("threads"),
                   "STAGE_RESIDENT": self.number_of("resident"),
                   "STAGE_ON_CUDA": int(self.language == "cuda"),
                   "STAGE_FORTRAN": int(self.language == "fortran"),
                   "STAGE_ON_DEVICE": ", ".join(f"{{{', '.join(map(str, row))}}}"
                                                for row in device), "ON_DEVICE": len(device),
                   "VALUES": len(self.values), "STAGE_SET_KNOBS": set_knobs}
        lines += [f"#define {name} {value}".rstrip() for name, value in defines.items()]
        return "\n".join([*lines, '#include "harness/problems/routine/stage_table.h"', ""])

    @staticmethod
    def variable(knob):
        """What a stage in C or CUDA declares `extern int`, to read its knob."""
        return "ladder_knob_" + re.sub(r"\W", "_", knob)


def text(words):
    """A string of C, whatever the owner's head holds: Latin-1, escape sequences."""
    data = words.encode("utf-8", errors="surrogateescape").decode(errors="replace").encode()
    return '"' + "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:03o}"
                         for byte in data) + '"'
