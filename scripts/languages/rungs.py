"""The rungs of this folder: a file <ladder>_<language>.py each."""

import ast
import importlib
import importlib.util
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
LADDERS = {"wave": {"cpu": "c-omp", "cuda": "fused"}, "heat": {"cpu": "c-omp", "cuda": "naive"}}
SHORT = {"cpu": "cpu", "cuda": "gpu"}
# What installs the packages that rungs need; the set-up installs none of it.
GET = {
    "torch": "torch",
    "triton": "torch (it brings Triton)",
    "cupy": "cupy-cuda13x",
    "jax": "jax, or for a GPU 'jax[cuda13]'",
    "numba": "numba",
    "warp": "warp-lang",
    "cuda.tile": "'cuda-tile[tileiras]'",
}


class Rung:
    def __init__(self, ladder, language, device):
        self.ladder, self.language, self.device = ladder, language, device
        self.name = f"{language}-{SHORT[device]}"
        self.file = HERE / f"{ladder}_{language}.py"
        self.needs = constants(self.file)["NEEDS"]
        self.change, self.expected = (of_head(self.file, part) for part in ("Changes", "Expected"))

    def lacks(self):
        """The packages that are missing here, and how to get them; empty where none is."""
        missing = [name for name in self.needs if not there(name)]
        return "; ".join(f"{name}: pip install {GET.get(name, name)}" for name in missing)

    def module(self):
        return importlib.import_module(f"{self.ladder}_{self.language}")


def of_head(file, part):
    """A part of what a file begins with, on one line."""
    found = re.search(rf"^{part}: (.*(?:\n  .*)*)", file.read_text(), re.MULTILINE)
    return " ".join(found[1].split())


def constants(file):
    """What a file says in capitals, without the packages that it needs."""
    found = {}
    for line in ast.parse(file.read_text()).body:
        if isinstance(line, ast.Assign) and isinstance(line.value, (ast.Constant, ast.Tuple)):
            found[line.targets[0].id] = ast.literal_eval(line.value)
    return found


def there(package):
    try:
        return importlib.util.find_spec(package) is not None
    except ModuleNotFoundError:
        return False


def every(ladder):
    """In the order of their names."""
    found = []
    for path in sorted(HERE.glob(f"{ladder}_*.py")):
        language = path.stem.removeprefix(f"{ladder}_")
        found += [Rung(ladder, language, one) for one in constants(path)["DEVICES"]]
    return found
