"""A CUDA stage, of an adopted routine or of this tree, as a shared object that counts what its
kernels do: harness/emulation/counting/."""

from adopting.emulated import Emulated
from adopting.files import digest, shared
from emulating import compile as emulation
from emulating import stages
from emulating.translate import NotEmulated

COUNTERS = emulation.EMULATION / "counting"
FLAGS = ["-O1", "-g", "-fsanitize=thread", "--param", "tsan-distinguish-volatile=1",
         "-fsanitize-coverage=trace-pc"]


def counters_hash():
    return digest("".join(file.read_text() for end in ("*.cpp", "*.h")
                          for file in sorted(COUNTERS.glob(end))))


def linked(text, product, *more):
    """Of a source that was translated and of objects that go with it."""
    counters = shared() / f"counting-{emulation.runtime_hash()}-{counters_hash()}.o"
    return emulation.shared_object(text, product, FLAGS, *more,
                                   parts=[(sorted(COUNTERS.glob("*.cpp")), counters)])


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
