"""A CUDA stage of an adopted routine as a shared object that counts what its kernels do:
harness/emulation/counting/."""

import hashlib
import json
import os
import shlex

from adopting import compiled
from adopting.emulated import Emulated
from adopting.failure import FILE, Failure
from adopting.files import shared
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
        return super().hash()[:12] + self._counters_hash()[:4]

    @staticmethod
    def _counters_hash():
        headers = sorted((emulation.EMULATION / "counting").glob("*.h"))
        text = b"".join(file.read_bytes() for file in [*COUNTERS, *headers])
        return hashlib.sha256(text).hexdigest()[:16]

    def _counters(self):
        """Objects of what counts, compiled once."""
        key = f"counting-{emulation.runtime(shared(), False)[1]}-{self._counters_hash()}"
        folder = shared() / key
        folder.mkdir(parents=True, exist_ok=True)
        products = [folder / f"{source.stem}.o" for source in COUNTERS]
        for source, product in zip(COUNTERS, products):
            if not product.is_file():
                new = product.with_suffix(f".{os.getpid()}.o")
                self._gcc("-O2", "-I", emulation.EMULATION / "include", "-c", source, "-o", new)
                new.replace(product)
        return products

    def build(self):
        if self.is_built():
            return self.product
        objects, own = self._plain_objects(), self.scratch / "stage.o"
        runtime = emulation.runtime(shared(), False)[0]
        try:
            counters = self._counters()
            text = emulation.translated(self.file, [f"-I{self.folder}", *shlex.split(self.flags)])
            source = self.scratch / "stage.ii"
            source.write_text(text)
            self._gcc(*FLAGS, "-x", "c++-cpp-output", "-c", source, "-o", own)
            self._gcc("-shared", "-Wl,-Bsymbolic", "-Wl,--wrap=ladder_call", *runtime, *objects,
                      own, *counters, "-o", self.product, "-ldl", "-lpthread", "-lm")
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
