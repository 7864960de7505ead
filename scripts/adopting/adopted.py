"""An adopted routine: what was read of it, and the texts that follow."""

import re

from adopting import call_sites, description, entities, layout, ranges
from adopting.closure import Closure
from adopting.entry import Entry
from adopting.failure import FILE, USAGE, Failure
from adopting.files import cache_of, digest  # noqa: F401
from adopting.header import Header
from adopting.probe import Probe
from adopting.program import Program
from adopting.recorder_text import Recorder
from adopting.step0 import Step0
from adopting.writes import Writes
from adopting import values as flat

LIBRARY = "recorder.so of the cache"
# Words of the build that say how its sources are read, until `ladder record` sees all flags.
READING = re.compile(r"(?<!\S)-(?:ffixed-line-length-\w+|D\w+(?:=\w+)?|I[\w./-]+)(?!\S)")
SAVED = "! ladder gives saved variables their values here"


class Adopted:
    def __init__(self, root, described):
        self.root, self.described = root, described
        sources = [each.strip() for each in described.get("sources", "").split(",") if each.strip()]
        read_with = described["flags"] or " ".join(READING.findall(described.get("build") or ""))
        self.program = Program(root, read_with, described["compiler"], sources)
        file = (root / described["source"]).resolve()
        self.range = ranges.of(self.program, file, described)
        self.routine = self.program.routine(file, described["routine"])
        self.closure = Closure(self.routine, bool(described["libraries"]), [
            each.strip().lower() for each in described.get("without", "").split(",")],
            described.get("elements"))
        self.closure.notes += self.range.notes if self.range else []
        try:
            self.writes = Writes(self.closure)
            self.values = flat.of(self.closure, self.writes)
        finally:
            self.closure.check()  # what was refused on the way is named first
        refuse_unknown_sizes(self.values)
        flat.set_scratch(self.values, described.get("scratch", ""), "ladder.toml")
        self.sizes = call_sites.sizes(self.program, self.routine, description.asked(self.values))
        self.step0 = Step0(self.closure, self.values)
        self.parameters = Probe(self.closure, self.values, self.step0).ask(
            self.values, described["flags"], described["compiler"], described["libraries"])
        self.header = Header(self.closure, self.values, self.parameters)

    @property
    def name(self):
        return self.routine.name

    def files(self):
        """name -> text of what is generated, except for ladder.toml."""
        shown = {value.name: self.described.get("size", {}).get(value.name)
                 or self.sizes[value.name].text or "?" for value in description.asked(self.values)}
        recorder = Recorder(self.closure, self.values, self.step0, LIBRARY, shown)
        entry = Entry(self.closure, self.values, self.step0)
        saved = ({f"{self.name}_saved.inc": "\n".join(["! What ladder does with variables that the "
                                                       "routine keeps. Written by `ladder adopt`.",
                                                       *layout.free(entry.hook(), "  "), ""])}
                 if entry.hook() else {})
        hook = [f"include '{self.name}_saved.inc'  {SAVED}"] if saved else []
        return {"step0.f90": self.step0.text(entry.entries(), entry.module(), hook), **saved,
                f"{self.name}.h": self.header.text(), "entry.c": self.header.entry(),
                "recorder.f90": recorder.text()}

    def recorder(self, library, folder):
        return Recorder(self.closure, self.values, self.step0, str(library),
                        description.sizes_of(self.described, self, folder))


def refuse_unknown_sizes(values):
    """Of a range of lines: an argument of the procedure around it without a last extent."""
    for value in values:
        if value.role != "argument" and value.top is value.leaf and value.top.assumed_size:
            raise Failure(USAGE, f"{value.top.place}: the calls of {value.scope.name} say how many "
                                 f"elements '{value.name}' has, which a range of its lines does "
                                 f"not see: adopt {value.scope.name}")


def opened(folder):
    """The adopted routine of a ladder folder; refuses where its source changed since
    `ladder adopt`."""
    described = description.load(folder)
    root = (folder / described["root"]).resolve()
    if not root.is_dir():
        raise Failure(FILE, f"{folder / 'ladder.toml'}: root = {described['root']!r} is no folder")
    ranges.refuse_moved(root / described["source"], described, folder)
    adopted = Adopted(root, described)
    if ({value["name"]: value["intent"] for value in described.get("value", [])}
            != {value.name: value.intent for value in adopted.values}):
        raise Failure(FILE, f"{folder / 'ladder.toml'} says other values than "
                            f"{described['source']} or `scratch` give now: "
                            f"{description.again(described)}, then `ladder record`")
    for name, text in adopted.files().items():
        try:
            there = (folder / name).read_bytes().decode("utf-8", errors="surrogateescape")
        except OSError as error:
            raise Failure(FILE, f"{folder / name} cannot be read ({error.strerror}): "
                                f"{description.again(described)}") from None
        if there != text and name != "recorder.f90":
            raise Failure(FILE, f"{folder / name} is not what {described['source']} gives now: the "
                                "source or the flags changed, or the file; "
                                f"{description.again(described)}")
    return adopted


def lines_of(values):
    """A table for people: kinds, shapes, intents."""
    rows = []
    for value in values:
        shape = f"({entities.written(value.shape)})" if value.rank else ""
        owner = description.owner_of(value)
        of = {"state": f"of {owner}", "saved": f"kept by {owner}"}.get(value.role, value.role)
        rows.append((value.name + shape, value.kind_name, value.intent, of))
    width = min(52, max((len(row[0]) for row in rows), default=0))
    return [f"  {name:<{width}}  {kind:<10} {intent:<7}  {of}" for name, kind, intent, of in rows]
