"""A CUDA stage, of an adopted routine or of this tree, as a shared object that counts what its
kernels do: harness/emulation/counting/."""

import hashlib
import json
import os
import shlex

from adopting import compiled
from adopting.emulated import Emulated
from adopting.failure import FILE, Failure
from adopting.files import shared
from emulating import compile as emulation
from emulating import stages
from emulating.translate import NotEmulated

COUNTERS = sorted((emulation.EMULATION / "counting").glob("*.cpp"))
FLAGS = ["-O1", "-g", "-fsanitize=thread", "--param", "tsan-distinguish-volatile=1",
         "-fsanitize-coverage=trace-pc"]


def counters_hash():
    headers = sorted((emulation.EMULATION / "counting").glob("*.h"))
    text = b"".join(file.read_bytes() for file in [*COUNTERS, *headers])
    return hashlib.sha256(text).hexdigest()[:16]


def gcc(*words):
    done = emulation.run(["g++", *emulation.USUAL, *words])
    if done.returncode:
        emulation.refuse(done.stderr)


def counters():
    """Objects of what counts, compiled once."""
    folder = shared() / f"counting-{emulation.runtime(shared(), False)[1]}-{counters_hash()}"
    folder.mkdir(parents=True, exist_ok=True)
    products = [folder / f"{source.stem}.o" for source in COUNTERS]
    for source, product in zip(COUNTERS, products):
        if not product.is_file():
            new = product.with_suffix(f".{os.getpid()}.o")
            gcc("-O2", "-I", emulation.EMULATION / "include", "-c", source, "-o", new)
            new.replace(product)
    return products


def linked(text, scratch, name, *more):
    """Of a source that was translated and of objects that go with it."""
    scratch.mkdir(parents=True, exist_ok=True)
    product = scratch / f"{name}.so"
    source, own, new = (scratch / f"{name}.{os.getpid()}.{end}" for end in ("ii", "o", "so"))
    source.write_text(text)
    gcc(*FLAGS, "-x", "c++-cpp-output", "-c", source, "-o", own)
    gcc("-shared", "-Wl,-Bsymbolic", *emulation.runtime(shared(), False)[0], *more, own,
        *counters(), "-o", new, "-ldl", "-lpthread", "-lm")
    new.replace(product)
    source.unlink()
    own.unlink()
    return product


def of_tree(ladder, name):
    """The shared object of a stage of this tree; compiled where one of the same texts is not
    there. Throws NotEmulated."""
    file = stages.built_in(ladder)[name]
    needs = emulation.directive(file.read_text(), "needs")
    if needs:
        raise NotEmulated(", ".join(needs))
    text = emulation.translated(file, stages.flags(ladder, name, file))
    key = hashlib.sha256("\0".join([text, emulation.runtime(shared(), False)[1],
                                    counters_hash(), *FLAGS]).encode()).hexdigest()[:16]
    product = shared() / f"counted-{key}" / f"{name}.so"
    return product if product.is_file() else linked(text, product.parent, name)


class Counted(Emulated):
    def __init__(self, *given):
        super().__init__(*given)
        self.scratch = self.scratch.parent / "counted"
        self.product = self.scratch / f"{self.name}.so"

    def emulation(self):
        return {"emulated": True, "path": str(self.file)}

    def hash(self):
        return super().hash()[:12] + counters_hash()[:4]

    def build(self):
        if self.is_built():
            return self.product
        objects = self._plain_objects()
        try:
            text = emulation.translated(self.file, [f"-I{self.folder}", *shlex.split(self.flags)])
            linked(text, self.scratch, self.name, "-Wl,--wrap=ladder_call", *objects)
        except emulation.Broken as errors:
            raise Failure(FILE, f"{self.file.name} does not compile for the emulation:\n"
                                f"{compiled.first_errors(str(errors))}") from None
        self.product.with_suffix(".json").write_text(json.dumps({"hash": self.hash()}) + "\n")
        return self.product
