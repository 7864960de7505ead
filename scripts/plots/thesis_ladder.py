"""The thesis' own ladder, in seconds, by the names that its steps have here."""

from dataclasses import dataclass

# what the thesis calls convolution (kernel + I/O)
CONVOLUTION = ("kernel", "h2d", "d2h", "staging")
MACHINE = "stampede"


@dataclass
class Step:
    total: float = None        # user + sys, as the thesis takes it
    real: float = None         # by the wall clock
    convolution: float = None  # with copies; of cmem and smem with the set-up of constant memory
    gpu: float = None          # the same without that set-up
    kernel: float = None       # the convolution's kernels alone
    least: float = None        # the same if every call had been the fastest one
    most: float = None         # or the slowest one


def label(thesis):
    return f"published: {thesis.machines[MACHINE]['label']}"


def profile(table):
    """Rows of an nvprof table by their names, each a dictionary by its columns."""
    return {name: dict(zip(table["columns"], row)) for name, row in table["values"].items()}


def kernel(table):
    """Time [s] of the convolution's kernels, the least and the most."""
    rows = [row for name, row in profile(table).items() if name.startswith("convolve")]
    return (sum(row["time"] for row in rows) * 1e-3,
            sum(row["calls"] * row["least"] for row in rows) * 1e-6,
            sum(row["calls"] * row["most"] for row in rows) * 1e-6)


def steps(thesis):
    """Each step by its stage's name: those without a GPU first, then as the profiles are in the
    file."""
    found = {name: Step(total=user + system, real=real)
             for name, (real, user, system) in thesis.tables["run time"]["values"].items()}
    profiles = [table for table in thesis.tables.values()
                if table["id"] == f"profile {table.get('stage')}"]
    for table in profiles:
        step = found.pop(table["stage"], Step())
        found[table["stage"]] = step
        step.gpu = sum(row["time"] for row in profile(table).values()) * 1e-3
        step.kernel, step.least, step.most = kernel(table)
    for name, step in found.items():
        step.convolution = step.gpu
        if f"{name} convolution" in thesis.derived:
            step.convolution = thesis.recomputed(f"{name} convolution")
    found["fortran"].gpu = found["fortran"].convolution
    return found


def row(name, values, step, words=lambda value: ""):
    """A row of what is there; the kernel's bar has its whiskers. words: the text after a bar."""
    from plots.rows import Bar, Row  # here: who only reads the numbers needs no matplotlib

    bars = [Bar(series, value, *((step.least, step.most) if value is step.kernel else (None, None)),
                words(value))
            for series, value in values.items() if value is not None]
    return Row(name, bars, "" if bars else "not stated")
