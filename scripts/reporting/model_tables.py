"""The tables of harness/predict/model: the micro-benchmarks of each machine next to those of the
thesis of 2016, and the errors of its model after each correction."""

import json

from plots import experiments, model_steps, published
from plots.command import ROOT

# The document's row in its tables 4.3 and 4.4, and ours.
ROWS = (("special register %clock", "latency.clock_register"),
        ("function clock()", "latency.clock_function"),
        ("register", "latency.register"), ("addition", "latency.add"),
        ("subtraction", "latency.subtract"),
        ("multiplication", "latency.multiply"), ("division", "latency.divide"),
        ("global memory read", "latency.memory.read_random"),
        ("global memory write", "latency.global.write_issue"),
        ("shared memory read", "latency.shared.read"),
        ("shared memory write", "latency.shared.write"),
        ("L1 cache", "latency.l1.read"), ("L2 cache", "latency.l2.read"))


def document():
    return published.read(ROOT / "results/published/parra-2016.json")


def stated():
    tables = document().tables
    sure = dict(tables["table 4.4"]["values"])
    sure["addition"] = sure["floating point"]  # the one operation of table 4.3 that has its values
    for name, values in tables["table 4.3"]["values"].items():
        yield name, [f"{value:g}" + (f" ± {sure[name][at + 1]:g}" if name in sure
                                     and sure[name][at] == value else "")
                     for value, at in zip(values, (0, 2))]


def measured(file):
    record = json.loads(file.read_text().splitlines()[-1])
    return {(one["name"], one["at"]): f"{one['value']:.2f} ± {one['uncertainty']:.1g}"
            for one in record["measured"]}


def latencies(root):
    machines = {name: values for name, file in experiments.machine_files(root).items()
                if ("latency.add", 1) in (values := measured(file))}
    lines = ["| cycles | K40, 1 warp | 32 warps | "
             + " | ".join(f"{name}, 1 warp | 32 warps" for name in machines) + " |",
             "|---" * (3 + 2 * len(machines)) + "|"]
    theirs = dict(stated())
    for name, ours in ROWS:
        cells = [cell for values in machines.values()
                 for cell in (values[ours, 1], values[ours, 32])]
        lines.append(f"| {name}: `{ours}` | " + " | ".join(theirs[name] + cells) + " |")
    return "\n".join(lines)


def corrections(root):
    here = sorted(model_steps.of_files(model_steps.kept(root)).items())
    columns = [("K40, its tables", model_steps.of_tables(document())),
               ("K40, order 2", model_steps.of_document(document()))]
    columns += [(f"{model_steps.short(name)}, {what}", errors[part])
                for part, what in enumerate(("the same cells", "all cells"))
                for name, errors in here]
    lines = ["| mean error, median [%] | "
             + " | ".join(f"{name}: {errors.cells}" for name, errors in columns) + " |",
             "|---|" + "--:|" * len(columns)]
    for step in model_steps.STEPS:
        cells = ["" if errors.mean(step) is None
                 else f"{errors.mean(step):.0f}, {errors.median(step):.0f}"
                 for _, errors in columns]
        lines.append(f"| {step} | " + " | ".join(cells) + " |")
    return "\n".join(lines)
