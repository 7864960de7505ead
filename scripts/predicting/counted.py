"""A CUDA stage, of an adopted routine or of this tree, as a shared object that counts what its
kernels do: harness/emulation/counting/."""

import re

from adopting.emulated import Emulated
from adopting.files import digest, shared
from emulating import compile as emulation
from emulating import stages
from emulating.translate import NotEmulated, masked, place

COUNTERS = emulation.EMULATION / "counting"
SEEN = re.compile(r"(?<!operator)(?<!operator )/(?!=)|(?<![\w.>:])sqrt(f?)(?=\s*\()")
FLAGS = ["-O1", "-g", "-fsanitize=thread", "--param", "tsan-distinguish-volatile=1",
         "-fsanitize-coverage=trace-pc"]


def counters_hash():
    return digest(SEEN.pattern + "".join(file.read_text() for end in ("*.cpp", "*.h")
                          for file in sorted(COUNTERS.glob(end))))


def with_slow_cases_seen(text):
    """Divisions and roots of the text of a stage, not of headers of the system or the emulation."""
    pieces, at = [], 0
    for one in SEEN.finditer(masked(text)):
        if not emulation.own(place(text, one.start())[0]):
            continue
        pieces += [text[at:one.start()], "/ ::ladder_emulation::seen /" if one[0] == "/" else
                   f"::ladder_emulation::root{one[1]}"]
        at = one.end()
    return "".join([(COUNTERS / "slow_cases.h").read_text(), '# 1 "stage"\n', *pieces, text[at:]])


def linked(text, product, *more):
    """Of a source that was translated and of objects that go with it. Where types of its own
    divide, or its roots are of them, slow cases are not seen."""
    counters = shared() / f"counting-{emulation.runtime_hash()}-{counters_hash()}.o"
    parts = [(sorted(COUNTERS.glob("*.cpp")), counters)]
    try:
        return emulation.shared_object(with_slow_cases_seen(text), product, FLAGS, *more,
                                       parts=parts)
    except (emulation.Broken, NotEmulated):
        return emulation.shared_object(text, product, FLAGS, *more, parts=parts)


def of_tree(ladder, name):
    """The shared object of a stage of this tree; compiled where one of the same texts is not
    there. Throws NotEmulated."""
    file = stages.built_in(ladder)[name]
    needs = emulation.directive(file.read_text(), "needs")
    if needs:
        raise NotEmulated(", ".join(needs))
    text = emulation.translated(file, stages.flags(ladder, name, file))
    key = digest("\0".join([text, emulation.runtime_hash(), counters_hash(), *FLAGS]))
    product = shared() / f"counted-{key}" / f"{name}.so"
    return product if product.is_file() else linked(text, product)


class Counted(Emulated):
    def __init__(self, *given):
        super().__init__(*given)
        self.scratch = self.scratch.parent / "counted"
        self.product = self.scratch / f"{self.name}.so"

    def emulation(self):
        return {"emulated": True, "path": str(self.file)}

    def hash(self):
        return super().hash()[:12] + counters_hash()[:4]

    def _link(self, text, objects):
        linked(text, self.product, "-Wl,--wrap=ladder_call", *objects)
