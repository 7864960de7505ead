"""A CUDA stage of an adopted routine as a shared object that counts what its kernels do:
harness/emulation/counting/."""

import hashlib
import json
import shlex

from adopting import compiled
from adopting.emulated import Emulated
from adopting.failure import FILE, Failure
from emulating import compile as emulation

COUNTERS = sorted((emulation.EMULATION / "counting").glob("*.cpp"))
FLAGS = ["-O1", "-g", "-fsanitize=thread", "--param", "tsan-distinguish-volatile=1",
         "-fsanitize-coverage=trace-pc"]


class Counted(Emulated):
    def __init__(self, *given):
        super().__init__(*given)
        self.scratch = self.scratch.parent / "counted"
        self.product = self.scratch / f"{self.name}.so"

    def emulation(self):
        return {"emulated": True, "path": str(self.file)}

    def hash(self):
        text = b"".join(file.read_bytes() for file in COUNTERS)
        return super().hash()[:12] + hashlib.sha256(text).hexdigest()[:4]

    def build(self):
        if self.is_built():
            return self.product
        objects, own = self._plain_objects(), self.scratch / "stage.o"
        counters = {source: self.scratch / f"{source.stem}.o" for source in COUNTERS}
        runtime = emulation.runtime(self._cache(), False)[0]
        try:
            text = emulation.translated(self.file, [f"-I{self.folder}", *shlex.split(self.flags)])
            source = self.scratch / "stage.ii"
            source.write_text(text)
            self._gcc(*FLAGS, "-x", "c++-cpp-output", "-c", source, "-o", own)
            for source, product in counters.items():
                self._gcc("-O2", "-I", emulation.EMULATION / "include", "-c", source, "-o", product)
            self._gcc("-shared", "-Wl,-Bsymbolic", "-Wl,--wrap=ladder_call", *runtime, *objects,
                      own, *counters.values(), "-o", self.product, "-ldl", "-lpthread", "-lm")
        except emulation.Broken as errors:
            raise Failure(FILE, f"{self.file.name} does not compile for the emulation:\n"
                                f"{compiled.first_errors(str(errors))}") from None
        self.product.with_suffix(".json").write_text(json.dumps({"hash": self.hash()}) + "\n")
        return self.product

    @staticmethod
    def _gcc(*words):
        done = emulation.run(["g++", *emulation.USUAL, *words])
        if done.returncode:
            emulation.refuse(done.stderr)
