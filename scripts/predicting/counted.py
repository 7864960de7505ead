"""A CUDA stage of an adopted routine as a shared object that counts what its kernels do:
harness/emulation/counting/."""

import json
import shlex

from adopting import compiled
from adopting.emulated import Emulated
from adopting.failure import FILE, Failure
from emulating import compile as emulation

COUNTER = emulation.EMULATION / "counting/counting.cpp"
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
        return super().hash()[:12] + str(COUNTER.stat().st_mtime_ns)[-4:]

    def build(self):
        if self.is_built():
            return self.product
        self.scratch.mkdir(parents=True, exist_ok=True)
        table = self.scratch / "table.c"
        table.write_text(self.table.text(), errors="surrogateescape")
        objects = [*self._plain_objects(table), self.scratch / "stage.o"]
        objects += [self.scratch / "counting.o", *emulation.runtime(self._cache(), False)[0]]
        try:
            text = emulation.translated(self.file, [f"-I{self.folder}", *shlex.split(self.flags)])
            source = self.scratch / "stage.ii"
            source.write_text(text)
            done = self._gcc(*FLAGS, "-x", "c++-cpp-output", "-c", source, "-o", objects[2])
            if done.returncode:
                emulation.refuse(done.stderr)
            for words in (["-O2", "-I", emulation.EMULATION / "include", "-c", COUNTER, "-o",
                           objects[3]],
                          ["-shared", "-Wl,-Bsymbolic", "-Wl,--wrap=ladder_call", *objects[4:],
                           *objects[:4], "-o", self.product, "-ldl", "-lpthread", "-lm"]):
                done = self._gcc(*words)
                if done.returncode:
                    raise emulation.Broken(done.stderr)
        except emulation.Broken as errors:
            raise Failure(FILE, f"{self.file.name} does not compile for the emulation:\n"
                                f"{compiled.first_errors(str(errors))}") from None
        self.product.with_suffix(".json").write_text(json.dumps({"hash": self.hash()}) + "\n")
        return self.product

    @staticmethod
    def _gcc(*words):
        return emulation.run(["g++", *emulation.USUAL, *words])
