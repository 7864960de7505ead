"""What kernels of the ladder imaging do, and their rates."""

from plots import records

PROPAGATION = ("propagate", "inject", "fused_step", "step_both", "step_box", "save_cells", "restore_cells")
IMAGING = ("image_", "band_product", "transpose")
WITH_GATHERS, WITHOUT = "imaging-document", "imaging-document-no-gathers"


def of_imaging(machine):
    return [record for record in machine.records if record.get("ladder") == "imaging"]


def newest_of(machine, case):
    """Of the newest ladder of the case, by stage: those on a GPU that are right."""
    return {records.stage(record): record for record in records.newest_ladder(of_imaging(machine), case)
            if record["stage"]["device"] == "cuda" and records.right(record)}


def kernel_seconds(record, names):
    """Of the traced run; None without a trace."""
    profile = (record.get("traced") or {}).get("profile")
    if profile is None:
        return None
    return 1e-9 * sum(one["total_ns"] for one in profile if one["name"].startswith(names))


def points(record):
    return record["case"]["nz"] * record["case"]["nx"]


def offsets(record):
    """Of both gathers; the image at offset 0 is one more."""
    case = record["case"]
    return sum(case[axis] for axis in ("offsets_x", "offsets_z") if case[axis] > 1)


def propagation_rate(record):
    """1e9 points a second, both fields' steps."""
    seconds = kernel_seconds(record, PROPAGATION)
    return points(record) * record["case"]["steps"] / seconds * 1e-9 if seconds else None


def imaging_rate(record):
    """1e9 points of the gathers a second: cells, offsets and image times."""
    seconds = kernel_seconds(record, IMAGING)
    return points(record) * offsets(record) * record["case"]["image_times"] / seconds * 1e-9 if seconds else None
