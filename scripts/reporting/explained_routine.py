"""A stage of an adopted routine in plain text, with the reasons of its verdict."""

import difflib
import json
import re

from adopting import built, calls, description
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


def stages_of(name, folder):
    """The stage of that name and its parent, None where it has none; the description of the
    ladder."""
    described = description.load(folder)
    known = built.stages(folder)
    if name not in known:
        near = difflib.get_close_matches(name, known, 3, 0.4)
        words = f"did you mean {', '.join(near)}?" if near else f"it has {', '.join(known)}"
        raise Failure(WRONG_COMMAND, f"the ladder {folder.name} has no stage '{name}'; {words}")

    def made(one):
        return built.Stage(one, folder, cache_of(folder), described)

    stage = made(name)
    return stage, made(stage.parent) if stage.parent in known else None, described


def of(arguments, folder):
    stage, parent, described = stages_of(arguments.stage, folder)
    parts = [f"{stage.name} ({stage.file.name}), a stage of {folder.name}"]
    if stage.original:
        parts[0] += f"\nthe original: the routine {described['routine']} of {described['source']}"
    else:
        change = stage.head.one("change", "nothing is stated")
        expected = stage.head.one("expectation") or "nothing is stated"
        parts += [explained.wrapped(f"change: {change}"),
                  f"expected:\n{explained.wrapped(expected)}"]
    lines = measured(arguments, folder, stage.name)
    parts.append("measured:\n" + explained.wrapped("\n".join(lines)))
    if arguments.verdict:
        lines = map(explained.wrapped, verdict(folder, stage.name))
        parts.append("verdict:\n" + "\n".join(lines))
    if parent and not stage.original:
        used = sum(part.count("\n") + 2 for part in parts)
        most = None if arguments.all else max(10, explained.SCREEN - used)
        parts.insert(1, against(folder, described, stage, parent, most))
    return "\n\n".join(parts)


def body(stage):
    """The file's lines without the comment at its head, and without the flags."""
    lines = stage.text.splitlines()
    first = next(
        (at for at, line in enumerate(lines) if not re.match(r"\s*(//|!|/?\*)", line)), len(lines)
    )
    return lines if stage.original else lines[first:]


def cut(lines, most, name):
    """At most so many lines (None: all), and how the others are seen."""
    if most is None or len(lines) <= most:
        return lines
    return [*lines[:most], f"... {len(lines) - most} more lines: ladder explain {name} --all"]


def against(folder, described, stage, parent, most):
    if parent.original and stage.language != "fortran":
        shown = side_by_side.columns(folder, described, stage)
        return "\n".join(["the original and this stage:", *cut(shown, most, stage.name)])
    title = f"against {parent.name} ({parent.file.name})"
    if stage.language != parent.language:
        return f"{title}: in another language, so the files are not compared"
    if parent.original:
        return f"{title}: it holds all that the routine uses, so the files are not compared"
    lines = list(difflib.unified_diff(body(parent), body(stage), parent.file.name,
                                      stage.file.name, n=1, lineterm=""))[2:]
    shown = map(explained.coloured, cut(lines, most, stage.name))
    return f"{title}:\n" + ("\n".join(shown) or "The files differ by their heads alone.")


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
    index = calls.load_index(folder)
    found, lines = index.get("coverage"), []
    if found:
        lines.append(
            f"The calls reach {found['reached']} of {found['lines']} lines of the original."
        )
    return [*lines, *(f"- {sentence}." for sentence in index.get("not_detected", ()))]
