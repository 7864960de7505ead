"""Compiles a changed source as the stage is compiled, and gives its object code, by which a change
that changes nothing is seen."""

import pathlib
import shlex
import subprocess
import tempfile

COMMANDS = {".c": "gcc -std=gnu11 -O2 -fopenmp", ".cpp": "g++ -O2 -fopenmp", ".cu": "nvcc -O2",
            ".f90": "gfortran -O2 -fopenmp",
            ".F90": "gfortran -cpp -O2 -fopenmp", ".f": "gfortran -std=legacy -O2 -fopenmp",
            ".F": "gfortran -cpp -std=legacy -O2 -fopenmp",
            ".for": "gfortran -std=legacy -O2 -fopenmp"}


class Compiler:
    """One command for all variants of a file; each is compiled under the file's own name, so that
    names in objects agree."""

    def __init__(self, path, command=None):
        self.path = pathlib.Path(path).resolve()
        self.words = shlex.split(command or COMMANDS[self.path.suffix])

    def compile(self, text, flags=""):
        """(object code, "") or (None, what the compiler printed)."""
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / self.path.name).write_text(text, encoding="utf-8")
            words = [*self.words, *shlex.split(flags), f"-I{self.path.parent}", "-w", "-c",
                     self.path.name, "-o", "stage.o"]
            done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=300)
            if done.returncode:
                return None, done.stderr
            return (pathlib.Path(folder) / "stage.o").read_bytes(), ""
