"""The table of cuda_stages/imaging/README.md: the document's two imaging kernels, block by
block."""

from plots import caption, imaging, records
from plots.units import significant, times
from reporting.ladder_table import line, of_machines


def gain(naive, shared):
    return times(naive / shared) if naive and shared else ""


def closing(seconds):
    """What shared memory is worth at the document's block, and where each kernel has its
    fastest."""
    both = [seconds[stage].get(imaging.BLOCK) for stage in imaging.COMPARED]
    if not all(both):
        return ("Not in one block yet, so it does not say what shared memory is worth: "
                "`scripts/experiments/figure_sweeps --only=imaging-blocks` measures both.")
    (naive, fast), (shared, faster) = (min((time, block) for block, time in seconds[stage].items())
                                       for stage in imaging.COMPARED)
    return (f"In the document's block `shared` is {gain(*both)} as fast as `naive`; each in its "
            f"fastest block, {fast[0]} x {fast[1]} and {faster[0]} x {faster[1]}, "
            f"{gain(naive, shared)}.")


def table(machine):
    """None where the machine has no such records."""
    found = imaging.in_blocks(machine, imaging.WITH_GATHERS)
    seconds = {stage: {} for stage in imaging.COMPARED}
    for record in found.values():
        if imaging.kernel_seconds(record, imaging.IMAGING):
            seconds[records.stage(record)][imaging.block_of(record)] = imaging.kernel_seconds(
                record, imaging.IMAGING)
    if not any(seconds.values()):
        return None
    rows = [line(["block, z by x", *(f"`{stage}`" for stage in imaging.COMPARED), "gain"]),
            "|---" + "|--:" * 3 + "|"]
    for block in sorted({block for times_of in seconds.values() for block in times_of}):
        pair = [seconds[stage].get(block) for stage in imaging.COMPARED]
        rows.append(line([f"{block[0]} x {block[1]}", *(f"{significant(1e3 * time)} ms" if time
                                                        else "" for time in pair), gain(*pair)]))
    return (f"{caption.measured(machine, list(found.values()))} {closing(seconds)}\n\n"
            + "\n".join(rows))


def tables(root):
    return of_machines(root, table, "Neither is recorded yet: `scripts/experiments/figure_sweeps "
                                    "--only=imaging-blocks` measures them.")
