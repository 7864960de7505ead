"""Tables of the documents, from the records of all machines. results/LANGUAGES.md: what each
language costs. cuda_stages/wave3d/NOTES.md: the fastest stage of each order, and its share of the
copy speed. cuda_stages/imaging/README.md: the document's two imaging kernels, block by block.
harness/predict/model: the micro-benchmarks of each machine next to those of the thesis of 2016, and
the errors of its model after each correction."""

import json

from plots import caption, experiments, imaging, languages, model_steps, published, records, wave3d
from plots.command import ROOT
from plots.units import seconds, significant, times
from reporting.ladder_table import line

CASES_OF_LANGUAGES = ("thesis", "heat-128", "heat-512")
NAMES = {"cuda": "GPU", "host": "CPU"}
# of a run of wave3d: in shorter ones, such as those that predictions are held against, it is its
# begin and its end that count
LEAST_STEPS = 20
# The document's row in its tables 4.3 and 4.4, and ours.
LATENCIES = (("special register %clock", "latency.clock_register"),
             ("function clock()", "latency.clock_function"),
             ("register", "latency.register"), ("addition", "latency.add"),
             ("subtraction", "latency.subtract"),
             ("multiplication", "latency.multiply"), ("division", "latency.divide"),
             ("global memory read", "latency.memory.read_random"),
             ("global memory write", "latency.global.write_issue"),
             ("shared memory read", "latency.shared.read"),
             ("shared memory write", "latency.shared.write"),
             ("L1 cache", "latency.l1.read"), ("L2 cache", "latency.l2.read"))


def of_machines(root, table, nothing, cases=(None,)):
    """table(machine, case) of those that have one; the words where none has."""
    machines = records.read([], root, whole=True)
    made = [table(machine, case) for case in cases for machine in machines]
    return "\n\n".join(one for one in made if one) or nothing


def drawn(rule, head, rows, said=""):
    """A table in Markdown, behind what is said of it."""
    return "\n".join([*([said, ""] if said else []), line(head), rule, *map(line, rows)])


def bridges(root):
    """[ns] of a run that the bridge took, by session and stage, as scripts/languages/run kept
    it."""
    found = {}
    for folder in experiments.folders(root, experiment="languages*"):
        for path in folder.glob("bridge*.jsonl"):
            kept = folder / path.name.removeprefix("bridge-")
            first = experiments.first_line(kept)
            for one in map(json.loads, path.read_text().splitlines() if first else ()):
                found[first.get("session"), one["stage"]] = sum(one["bridge_ns"].values())
    return found


def of_language(one, bridge):
    took = bridge.get((one.record["session"], one.stage))
    return (
        NAMES[languages.device(one)],
        one.language,
        f"`{one.stage}`",
        str(one.statements),
        str(one.record["case"]["steps"]),
        seconds(one.wall_s),
        f"{100 * one.share:.3g} % of `{one.of}`",
        seconds(1e-9 * took) if took else "",
    )


def of_languages(root):
    bridge = bridges(root)

    def table(machine, case):
        """None where no language was measured next to CUDA or C."""
        found = languages.fastest(languages.of_machine(machine, case))
        order = sorted(found, key=lambda one: (languages.device(one), -one.share))
        said = caption.measured(machine, [one.record for one in found]) if found else None
        return found and drawn(
            line(["---"] * 3 + ["--:"] * 5),
            ("on", "language", "stage", "statements", "steps", "wall", "share of the best",
             "of it the bridge"),
            [of_language(one, bridge) for one in order], f"**{case}.** {said}")

    return of_machines(root, table, "No language has been measured yet.", CASES_OF_LANGUAGES)


def grids_of(found):
    """Those with records of three orders at least, the smallest first."""
    orders = records.grouped(found, wave3d.grid, wave3d.order)
    return sorted(grid for grid, there in orders.items() if len(set(there)) > 2)


def of_order(record):
    roof = wave3d.memory_roof(record) if record else None
    if not record:
        return ["", "", ""]
    share = f"{100 * wave3d.rate(record) / roof:.0f} %" if roof else ""
    return [f"`{records.stage(record)}`", significant(wave3d.rate(record)), share]


def of_orders(root):
    def table(machine, _):
        """None where the machine has no such records of a GPU."""
        found = [one for one in wave3d.newest(records.of_ladder(machine, "wave3d"))
                 if one["stage"]["device"] == "cuda" and one["case"]["steps"] >= LEAST_STEPS]
        grids = [grid for grid in grids_of(found) if min(grid) >= 512]
        best = [wave3d.fastest_of_orders([one for one in found if wave3d.grid(one) == grid])
                for grid in grids]
        head = [words for grid in grids
                for words in (" x ".join(map(str, grid)), "Gpoint/s", "of the copy speed")]
        rows = [[str(order), *(word for one in best for word in of_order(one.get(order)))]
                for order in sorted({order for one in best for order in one})]
        used = [record for one in best for record in one.values()]
        return grids and drawn("|--:" + "|---|--:|--:" * len(grids) + "|", ["order", *head], rows,
                               caption.measured(machine, used))

    return of_machines(root, table, "No volume has records of three orders yet.")


def gain(naive, shared):
    return times(naive / shared) if naive and shared else ""


def of_shared_memory(taken):
    """What shared memory is worth at the document's block, and where each kernel has its
    fastest."""
    both = [taken[stage].get(imaging.BLOCK) for stage in imaging.COMPARED]
    if not all(both):
        return ("Not in one block yet, so it does not say what shared memory is worth: "
                "`scripts/experiments/figure_sweeps --only=imaging-blocks` measures both.")
    (naive, fast), (shared, faster) = (min((time, block) for block, time in taken[stage].items())
                                       for stage in imaging.COMPARED)
    return (f"In the document's block `shared` is {gain(*both)} as fast as `naive`; each in its "
            f"fastest block, {fast[0]} x {fast[1]} and {faster[0]} x {faster[1]}, "
            f"{gain(naive, shared)}.")


def of_blocks(root):
    def table(machine, _):
        """None where the machine has no such records."""
        found = imaging.in_blocks(machine, imaging.WITH_GATHERS)
        taken = {stage: {} for stage in imaging.COMPARED}
        for record in found.values():
            if time := imaging.kernel_seconds(record, imaging.IMAGING):
                taken[records.stage(record)][imaging.block_of(record)] = time
        rows = []
        for block in sorted({block for of_blocks in taken.values() for block in of_blocks}):
            pair = [taken[stage].get(block) for stage in imaging.COMPARED]
            rows.append([f"{block[0]} x {block[1]}",
                         *(f"{significant(1e3 * time)} ms" if time else "" for time in pair),
                         gain(*pair)])
        said = caption.measured(machine, list(found.values())) if rows else None
        return rows and drawn("|---" + "|--:" * 3 + "|",
                              ["block, z by x", *(f"`{stage}`" for stage in imaging.COMPARED),
                               "gain"], rows, f"{said} {of_shared_memory(taken)}")

    return of_machines(root, table, "Neither is recorded yet: `scripts/experiments/figure_sweeps "
                              "--only=imaging-blocks` measures them.")


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


def latencies_of(file):
    record = json.loads(file.read_text().splitlines()[-1])
    return {(one["name"], one["at"]): f"{one['value']:.2f} ± {one['uncertainty']:.1g}"
            for one in record["measured"]}


def of_latencies(root):
    machines = {name: values for name, file in experiments.machine_files(root).items()
                if ("latency.add", 1) in (values := latencies_of(file))}
    theirs = dict(stated())
    head = ["cycles", "K40, 1 warp", "32 warps",
            *(words for name in machines for words in (f"{name}, 1 warp", "32 warps"))]
    return drawn("|---" * len(head) + "|", head, [
        [f"{name}: `{ours}`", *theirs[name],
         *(values[ours, at] for values in machines.values() for at in (1, 32))]
        for name, ours in LATENCIES])


def of_corrections(root):
    here = sorted(model_steps.of_files(model_steps.kept(root)).items())
    columns = [("K40, its tables", model_steps.of_tables(document())),
               ("K40, order 2", model_steps.of_document(document()))]
    columns += [(f"{model_steps.short(name)}, {what}", errors[part])
                for part, what in enumerate(("the same cells", "all cells"))
                for name, errors in here]
    head = ["mean error, median [%]", *(f"{name}: {errors.cells}" for name, errors in columns)]
    return drawn("|---|" + "--:|" * len(columns), head, [
        [step, *("" if errors.mean(step) is None
                 else f"{errors.mean(step):.0f}, {errors.median(step):.0f}"
                 for _, errors in columns)]
        for step in model_steps.STEPS])
