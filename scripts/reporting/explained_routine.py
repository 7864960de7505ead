"""A stage of an adopted routine in plain text, with the reasons of its verdict."""

import difflib
import json
import re

from adopting import built, calls, description
from adopting.failure import Failure as AdoptingFailure
from adopting.files import cache_of
from plots import program, records
from plots.failure import NOTHING, WRONG_COMMAND, Failure
from reporting import explained, side_by_side

FILE = "ladder.toml"
ROUNDING = (
    "half a unit in the last place of the component's largest value, or four units where the "
    "component has few elements: less than that "
    "no run can be held to"
)
FROM = {
    "spread": "4 times {spread:.3g}, the largest difference of the original itself from the "
    "oracle: with inputs that are changed by their last bit, built with other flags, and "
    "under directed rounding, whose n units count as the root of n (RIGHT.md)",
    "rounding": f"{ROUNDING}; "
    "the original itself differs from the oracle by at most {spread:.3g}",
    "stated": "stated in ladder.toml, [tolerance], times the component's largest value",
}
ORACLE = {
    True: "the same source in the next precision",
    False: "the original again, rounding to nearest: step 0 has no next precision here",
}


def of(arguments, folder):
    try:
        described = description.load(folder)
        known = built.stages(folder)
        if arguments.stage not in known:
            near = difflib.get_close_matches(arguments.stage, known, 3, 0.4)
            words = f"did you mean {', '.join(near)}?" if near else f"it has {', '.join(known)}"
            raise Failure(
                WRONG_COMMAND,
                f"the ladder {folder.name} has no stage '{arguments.stage}'; {words}",
            )
        stage = built.Stage(arguments.stage, folder, cache_of(folder), described)
        parent = (
            built.Stage(stage.parent, folder, cache_of(folder), described)
            if stage.parent in known
            else None
        )
    except AdoptingFailure as failure:
        raise Failure(failure.code, str(failure)) from None
    title = f"{stage.name} ({stage.file.name}), a stage of {folder.name}"
    parts = [
        f"{title}\nthe original: the routine {described['routine']} of {described['source']}"
        if stage.original
        else title
    ]
    if not stage.original:
        parts.append(
            explained.wrapped(f"change: {stage.head.one('change', 'nothing is stated')}")
        )
        parts.append(
            "expected:\n"
            + explained.wrapped(stage.head.one("expectation") or "nothing is stated")
        )
    parts.append(
        "measured:\n" + explained.wrapped("\n".join(measured(arguments, folder, stage.name)))
    )
    if arguments.verdict:
        parts.append(
            "verdict:\n"
            + "\n".join(explained.wrapped(line) for line in verdict(folder, stage.name))
        )
    if parent and not stage.original:
        parts.insert(
            1,
            against(
                arguments,
                folder,
                described,
                stage,
                parent,
                sum(part.count("\n") + 2 for part in parts),
            ),
        )
    return "\n\n".join(parts)


def body(stage):
    """The file's lines without the comment at its head, and without the flags."""
    lines = stage.text.splitlines()
    first = next(
        (at for at, line in enumerate(lines) if not re.match(r"\s*(//|!|/?\*)", line)), len(lines)
    )
    return lines if stage.original else lines[first:]


def against(arguments, folder, described, stage, parent, used):
    title = f"against {parent.name} ({parent.file.name})"
    most = max(10, explained.SCREEN - used)
    if parent.original and stage.language != "fortran":
        shown = side_by_side.columns(folder, described, stage)
        left = len(shown) - most if len(shown) > most and not arguments.all else 0
        more = [f"... {left} more lines: ladder explain {stage.name} --all"] if left else []
        return "\n".join(["the original and this stage:", *shown[: most if left else None], *more])
    if stage.language != parent.language or parent.original:
        return (
            f"{title}: in another language, so the files are not compared"
            if stage.language != parent.language
            else f"{title}: it holds all that the routine uses, so the files are not compared"
        )
    lines = list(
        difflib.unified_diff(
            body(parent), body(stage), parent.file.name, stage.file.name, n=1, lineterm=""
        )
    )
    left = (
        []
        if arguments.all or len(lines) <= most
        else [f"... {len(lines) - most} more lines: ladder explain {stage.name} --all"]
    )
    shown = lines[2:] if not left else lines[2 : 2 + most]
    return f"{title}:\n" + (
        "\n".join(map(explained.coloured, shown + left))
        or "The files differ by their heads alone."
    )


def measured(arguments, folder, name):
    kept = arguments.records or [
        str(folder / "results" / each.name)
        for each in sorted((folder / "results").glob("*"))
        if each.is_dir()
    ]
    machines = records.read(kept, folder) if kept else []
    lines = [
        line
        for machine in machines
        for case, run in machine.ladders.items()
        for line in explained.measured(machine, run, name, case, folder.name)
    ]
    return lines or ["no record is kept; `ladder` in the ladder's folder measures this machine"]


def verdict(folder, name):
    """What `ladder verify` says of the stage now, a launch after the other."""
    done = program.run("verify", f"--ladder={folder}", f"--stage={name}", "--json")
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if not rows:
        raise Failure(
            done.returncode or NOTHING,
            done.stderr.strip().removeprefix("ladder: ") or "`ladder verify` gave no verdict",
        )
    return [line for row in rows for line in [*of_row(row), *coverage(folder)]]


def of_row(row):
    launch = f" {row['launch']}" if row["launch"] else ""
    words = f": {row['words']}" if row["words"] else ""
    found = row.get("details") or {}
    lines = [f"{row['stage']}{launch}: {row['verdict']}{words}"]
    if found.get("worst"):
        lines += worst(found["worst"])
    if found.get("share_of_limit"):
        shares = sorted(found["share_of_limit"].items(), key=lambda one: -one[1])
        lines.append(
            "The worst of each output, of its limit: "
            + ", ".join(f"{name} {share:.2g}" for name, share in shares)
            + "."
        )
    if "compared" in found:
        lines.append(
            f"{found['compared']} elements of all calls are compared. "
            f"{found['left_out']} are left out, because the original's own runs "
            "take different branches there."
        )
    return lines


def worst(one):
    noise = ", with noise on the recorded inputs" if one["with_noise"] else ""
    of_component = (
        f" of its component, one of {one['components']} (indices along axes of at most 8 elements)"
        if one["components"] > 1
        else ""
    )
    distance = (
        f"It is {one['error']:.3g} from the oracle, "
        f"which is {one['share_of_limit']:.2g} of the limit"
        if one["error"]
        else "All elements have the bits of the original. The limit is that"
    )
    return [
        f"The element nearest to its limit is {one['element']} of call {one['call']}{noise}:",
        f"  stage    {one['stage']}",
        f"  original {one['original']}",
        f"  oracle   {one['oracle']}  ({ORACLE[one['oracle_is_wider']]})",
        f"{distance}{of_component}: {one['limit']:.3g}.",
        f"The limit is {FROM[one['limit_from']].format(**one)}. "
        f"The largest value there is {one['largest_of_component']:.3g}.",
        f"A change that moves what is judged there by less than {one['limit']:.3g} cannot be "
        "distinguished from the original's own runs, as a function in another precision may do.",
    ]


def coverage(folder):
    try:
        index = calls.load_index(folder)
    except AdoptingFailure as failure:
        raise Failure(failure.code, str(failure)) from None
    found, lines = index.get("coverage"), []
    if found:
        lines.append(
            f"The calls reach {found['reached']} of {found['lines']} lines of the original."
        )
    return [*lines, *(f"- {sentence}." for sentence in index.get("not_detected", ()))]
