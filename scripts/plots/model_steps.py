"""The model of the thesis of 2016 as a ladder of models: its error after each correction. On its
K40 from what it prints, on machines here from `ladder predict --json` and records of the same
cells."""

import json
import statistics
from dataclasses import dataclass, field

from plots import experiments, predictions
from plots.failure import UNUSABLE, Failure

FIRST, WORKING, OURS = "as printed", "warps that have cells", "our model"
STEPS = (
    FIRST,
    WORKING,
    "executed instructions",
    "latency of a multiply-add",
    "resident warps",
    "ILP and MLP of the walk",
    "counted transactions",
    "measured caches",
    "measured rates",
    "measured overlap",
    "whole blocks, launch",
    OURS,
)
ORDER = "2"  # of the document, whose inputs it prints
STAGES, CELLS, ORDERS = ("copying", "resident"), 50, (2, 4, 8)  # the document's kernel and cells
CLOCK = 1e-3  # of MHz in GHz


def short(machine):
    """ "NVIDIA H100 80GB HBM3" is the H100 in a legend."""
    return machine.removeprefix("NVIDIA ").split()[0]


@dataclass
class Errors:
    """Signed errors of cells, by step."""

    machine: str
    of_step: dict = field(default_factory=dict)

    def add(self, step, predicted, measured):
        self.of_step.setdefault(step, []).append(predicted / measured - 1)

    @property
    def cells(self):
        return max(map(len, self.of_step.values()), default=0)

    def mean(self, step):
        """[%] of absolute errors; None where the step does not exist."""
        found = self.of_step.get(step)
        return 100 * statistics.mean(map(abs, found)) if found else None

    def median(self, step):
        found = self.of_step.get(step)
        return 100 * statistics.median(map(abs, found)) if found else None


def corrections(document, warps):
    """Inputs of the document's example that each step replaces, for blocks of so many warps."""
    _, launched, working = document.tables["launches"]["values"][str(warps)]
    return {
        FIRST: {
            "warps a multiprocessor": warps,
            "warps": launched,
            "clock": CLOCK * document.number("table 4.2", "clock", "value"),
        },  # as equation 4.39 was computed
        WORKING: {"warps": working},
        "latency of a multiply-add": {
            "instruction latency": document.number("table 4.3", "multiplication", "1 warp")
        },
        # No walk is known; a warp has at most all its requests under way.
        "ILP and MLP of the walk": {
            "parallel requests": document.number("example", "memory instructions", "value")
        },
        "measured rates": {"bandwidth": 1e-3 * document.number("table 4.2", "bandwidth", "value")},
    }


def cycles(of):
    """Of a launch, by equations 4.1 to 4.30 of the thesis, which the program has for what was
    measured here as harness/predict/model/mwp_cwp.h. of: an input by its name in the document's
    table `example`."""
    latency, in_multiprocessor = of["instruction latency"], of["warps a multiprocessor"]
    most = latency / (of["warp"] / of["cores a multiprocessor"])
    parallel = min(round(of["instructions"] / of["basic blocks"]) * in_multiprocessor, most)
    on_one = of["warps"] / of["active multiprocessors"]
    compute_cycles = of["compute instructions"] * latency / parallel
    compute = on_one * compute_cycles

    memory_latency = (
        of["memory base latency"] + (of["transactions a request"] - 1) * of["departure delay"]
    )
    access = (
        memory_latency * of["second-level miss ratio"]
        + of["second-level latency"] * of["first-level miss ratio"]
        + of["first-level latency"]
    )
    of_a_warp = of["clock"] * of["bytes a float"] * of["warp"] / memory_latency
    at_peak = of["bandwidth"] / (of_a_warp * of["active multiprocessors"])
    memory_warps = min(memory_latency / of["departure delay"], at_peak, in_multiprocessor)
    memory_cycles = of["memory instructions"] * access / of["parallel requests"]
    compute_warps = min((memory_cycles + compute_cycles) / compute_cycles, in_multiprocessor)
    requests = min(of["parallel requests"] * min(max(1, compute_warps - 1), memory_warps), at_peak)
    memory = of["memory instructions"] * on_one / requests * access

    zeta = 1 if compute_warps <= memory_warps else 0
    return compute + memory - min(compute * (in_multiprocessor - zeta) / in_multiprocessor, memory)


def of_document(document):
    """The cells of order 2: what the others need is not printed."""
    found = Errors("K40")
    table = document.tables["table 4.6"]
    for column, measured in zip(table["columns"], table["values"][ORDER]):
        warps = int(column.split()[0])
        inputs = {row: values[0] for row, values in document.tables["example"]["values"].items()}
        for step, replaced in corrections(document, warps).items():
            inputs.update(replaced)
            found.add(step, cycles(inputs), measured)
    return found


def of_tables(document):
    """All twelve cells as the document computed them: table 4.5, and 4.7 with fewer warps."""
    found = Errors("K40")
    for step, table in ((FIRST, "table 4.5"), (WORKING, "table 4.7")):
        for order, cells in document.tables["table 4.6"]["values"].items():
            for predicted, measured in zip(document.tables[table]["values"][order], cells):
                found.add(step, predicted, measured)
    return found


def holds_steps(path):
    first = experiments.first_line(path) or {}
    return "prediction_schema" in first and any(
        "mwp_cwp_s" in one for one in first.get("kernels", [])
    )


def is_documents(record):
    case = record["case"]
    return (
        record["stage"]["name"] in STAGES
        and [case[n] for n in ("nz", "nx", "ny")] == 3 * [CELLS]
        and 2 * case["half_length"] in ORDERS
    )


def longest_kernel(prediction, record):
    """(kernel, seconds of a launch) of the one that takes most of a step; None without a trace."""
    profile = {one["name"]: one for one in (record.get("traced") or {}).get("profile", [])}
    found = [
        (one, 1e-9 * profile[one["name"]]["total_ns"] / profile[one["name"]]["calls"])
        for one in prediction.get("kernels", [])
        if one["name"] in profile
    ]
    return max(found, key=lambda one: one[0]["launches"] * one[1], default=None)


def records_of(path):
    try:
        found = [json.loads(line) for line in path.read_text().splitlines()]
        return [record for record in found if record["session"] and record["environment"]]
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise Failure(
            UNUSABLE, f"{path}: neither records nor what `ladder predict --json` wrote: {problem}"
        ) from problem


def of_files(files):
    """By machine (errors of the document's kernel on its cells, errors of all cells)."""
    named = [one for path in files if holds_steps(path) for one in predictions.read(path)]
    measured = [record for path in files if not holds_steps(path) for record in records_of(path)]
    newest = {
        predictions.key(predictions.machine_of(record), record): (prediction, record)
        for prediction, record in predictions.pairs(
            named, sorted(measured, key=lambda one: one["session"])
        )
        if longest_kernel(prediction, record)
    }
    found = {}
    for prediction, record in newest.values():
        kernel, seconds = longest_kernel(prediction, record)
        machine = prediction["machine"]
        documents, every = found.setdefault(machine, (Errors(machine), Errors(machine)))
        for errors in (documents, every) if is_documents(record) else (every,):
            for step, predicted in [*kernel["mwp_cwp_s"], (OURS, kernel["kernel_s"])]:
                errors.add(step, predicted, seconds)
    return found


def kept(root):
    """The steps that are kept in results/, and the records of the trials of the same machines."""
    steps = experiments.files(root, "models.jsonl")
    return steps + [
        file
        for folder in {path.parent.parent.name for path in steps}
        for file in experiments.files(root, "measured.jsonl", folder, "predictions*")
    ]
