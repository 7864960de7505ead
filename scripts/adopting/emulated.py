"""A CUDA stage of an adopted routine that runs without a GPU: harness/emulation/README.md."""

import shlex

from adopting import built
from emulating import compile as emulation


class Emulated(built.Stage):
    """Its two shared objects: one to be judged, and one whose accesses to memory are watched."""

    def __init__(self, *given):
        super().__init__(*given)
        self.scratch = self.scratch / "emulated"
        self.product = self.scratch / f"{self.name}.so"
        self.raced = self.scratch / f"{self.name}-raced.so"

    def lacks(self):
        return self.open()

    def emulation(self):
        return {"emulated": True, "raced": str(self.raced)}

    def hash(self):
        return super().hash()[:8] + emulation.runtime_hash()[:8]

    def _make(self):
        plain = self._plain_objects()
        try:
            text = emulation.translated(self.file, [f"-I{self.folder}", *shlex.split(self.flags)])
            self._link(text, plain)
        except emulation.Broken as errors:
            raise emulation.named(errors, self.name, self.file.name, self.folder) from None

    def _link(self, text, objects):
        for product, how in ((self.product, emulation.JUDGED), (self.raced, emulation.RACED)):
            emulation.shared_object(text, product, how, *objects)
