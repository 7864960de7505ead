"""What kernels of the ladder imaging do, and their rates."""

from plots import records

PROPAGATION = ("propagate", "inject", "fused_step", "step_both", "step_box", "save_cells",
               "restore_cells")
IMAGING = ("image_", "band_product", "transpose")
WITH_GATHERS, WITHOUT = "imaging-document", "imaging-document-no-gathers"
COMPARED, BLOCK = ("naive", "shared"), (16, 16)  # what the document compares, and in which block
IN_BLOCKS = ("The document compares both of its kernels in blocks of 16x16; each is also shown in "
             "the fastest block that was measured.")


def newest_of(machine, case):
    """Of the newest ladder of the case, by stage: those on a GPU that are right."""
    return {records.stage(record): record for record in machine.ladder(case)
            if records.ladder_of(record) == "imaging" and record["stage"]["device"] == "cuda"
            and record.answer["right"]}


def block_of(record):
    """Of the imaging kernels, z by x. Records of `shared` from before it was a knob have none: it
    was the document's."""
    return tuple(record["launch"]["used"].get("block", BLOCK))


def label(stage, block):
    return f"{stage} {block[0]}x{block[1]}" if stage in COMPARED else stage


def in_blocks(machine, case):
    """A right record of each block of the document's two stages, by label: the ladder's, else the
    newest."""
    found = [record for record in records.of_ladder(machine, "imaging", case)
             if records.stage(record) in COMPARED and record.answer["right"]]
    points = records.newest_points(found, lambda record: (COMPARED.index(records.stage(record)),
                                                          block_of(record)))
    newest = {label(COMPARED[stage], block): record
              for (stage, block), record in sorted(points.items())}
    ladder = [(stage, record)
              for stage, record in newest_of(machine, case).items() if stage in COMPARED]
    return newest | {label(stage, block_of(record)): record for stage, record in ladder}


def with_gathers(machine):
    """Records by label: the document's two stages in its block, then each in the block that was
    fastest; the ladder's others."""
    blocks = in_blocks(machine, WITH_GATHERS)
    chosen = {label(stage, BLOCK): blocks[label(stage, BLOCK)]
              for stage in COMPARED if label(stage, BLOCK) in blocks}
    for stage in COMPARED:
        own = {name: record for name, record in blocks.items() if records.stage(record) == stage}
        if own:
            best = min(own, key=lambda name: (kernel_seconds(own[name], IMAGING) or float("inf"),
                                              own[name]["summary"]["median_ns"]))
            chosen[best] = own[best]
    return chosen | {stage: record for stage, record in newest_of(machine, WITH_GATHERS).items()
                     if stage not in COMPARED}


def without_gathers(machine):
    """Records by the same labels."""
    others = newest_of(machine, WITHOUT)
    return in_blocks(machine, WITHOUT) | {stage: record for stage, record in others.items()
                                          if stage not in COMPARED}


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
    return (points(record) * offsets(record) * record["case"]["image_times"] / seconds * 1e-9
            if seconds else None)
