"""A stage in plain text, for a terminal."""

import difflib
import os
import re
import sys
import textwrap

from plots import choice, published, records, thesis_ladder
from plots.failure import WRONG_COMMAND, Failure
from plots.units import seconds, times
from reporting import difference, reasons, stage_files

WIDTH = 100
SCREEN = 45   # lines of all
COLOURS = {"+": "32", "-": "31", "@": "36"}


def coloured(line):
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or line[:1] not in COLOURS:
        return line
    return f"\033[{COLOURS[line[0]]}m{line}\033[0m"


def ladder_of(case, root):
    """The folder of data/ that holds it."""
    cases = {path.stem: path.parent.name for path in sorted(root.glob("data/*/*.toml"))}
    if case not in cases:
        near = difflib.get_close_matches(case, cases, 3, 0.4) or cases
        raise Failure(WRONG_COMMAND, f"there is no case '{case}'; did you mean {', '.join(near)}?")
    return cases[case]


def found(name, files, ladder, root):
    if name in files:
        return files[name]
    for case in sorted(root.glob("data/*/*.toml")):
        if case.parent.name != ladder and name in stage_files.every(case.parent.name):
            raise Failure(WRONG_COMMAND,
                          f"stage '{name}' belongs to the ladder '{case.parent.name}': add a case "
                          f"of it, such as --case={case.stem}")
    near = (difflib.get_close_matches(name, files, 3, 0.4)
            or [other for other in files if name in other][:3])
    words = f"did you mean {', '.join(near)}?" if near else f"the stages are {', '.join(files)}"
    raise Failure(WRONG_COMMAND, f"there is no stage '{name}'; {words}")


def other_cases(machine, name, ladder):
    """Where else it was measured, as an option that shows it."""
    found = sorted({one["case"]["name"] for one in machine.records if records.stage(one) == name
                    and records.ladder_of(one) == ladder})
    return f"; --case={found[0]} has one" if found else ""


def measured(one, run, name, case, ladder):
    record = next((record for record in run if records.stage(record) == name), None)
    if record is None:
        return [f"{one.name}: no record of the case {case}{other_cases(one, name, ladder)}."]
    if not record.answer["right"]:
        return [f"{one.name}: wrong: no time is given."]
    wall, low, high = records.wall(record)
    answer, shots = record.answer, record.answer["shots"]
    words = f"{one.name}, {record['time'][:10]}: {seconds(wall)}"
    words += f" ({seconds(low)} to {seconds(high)})" if answer["samples"] > 1 else " (one sample)"
    words += f" for one of {shots} shots" if shots > 1 else ""
    words += (f"; floor {seconds(answer['floor_s'])}." if answer["floor_s"]
              else "; its floor was not measured.")
    reason = answer["step"]["reason"] if answer["step"] else ""
    more = [" ".join(filter(None, (name, answer["launch"]))) + f": {answer['words']}",
            *([f"likely: {reason}"] if reason else []),
            *([answer["break_even"]] if answer["break_even"] else [])]
    return [words, *(f"  {line}" for line in more)]


def of_machines(arguments, name, ladder, root):
    """This machine, or that with most stages, of those that have a record of the stage; all of them
    with --all."""
    own, elsewhere = [], []
    for machine in choice.in_order(records.read(arguments.records, root), arguments.case):
        run = machine.ladder(arguments.case) or []
        has = any(records.stage(record) == name for record in run)
        if has or other_cases(machine, name, ladder):
            (own if has else elsewhere).append(measured(machine, run, name, arguments.case, ladder))
    shown = own if arguments.all else own[:1]
    lines = [line for part in shown or elsewhere[:1] for line in part]
    if len(own) > len(shown):
        lines.append(f"{len(own) - len(shown)} other machines have records of it: --all.")
    return lines


def stated(name, thesis):
    step = thesis_ladder.steps(thesis).get(name)
    if step is None:
        return None
    values = (("whole run (user + sys)", step.total),
              ("convolution with its copies", step.convolution), ("kernels", step.kernel))
    published = [f"{what} {seconds(value)}" for what, value in values if value]
    original = thesis_ladder.steps(thesis)["fortran"].total
    speed = f"; {times(original / step.total)} the speed of fortran" if step.total else ""
    return f"{', '.join(published)}{speed}."


def wrapped(words):
    return "\n".join(textwrap.fill(line, WIDTH, break_on_hyphens=False,  # `c-omp` stays whole
                                   subsequent_indent=" " * (len(line) - len(line.lstrip()) + 2))
                     for line in words.split("\n"))


def without_expectation(head):
    """The head but for its part "Expected", which has a section of its own here."""
    return re.sub(r"^Expected: .*\n(?: .*\n)*", "", head, flags=re.MULTILINE)


def of(arguments, root):
    ladder = ladder_of(arguments.case, root)
    of_case = "" if ladder == "wave" else f" --case={arguments.case}"
    files = stage_files.every(ladder)
    stage = found(arguments.stage, files, ladder, root)
    parent = files.get(stage.field("parent"))
    head = f"{stage.name} ({stage.path.relative_to(root)})\n{without_expectation(stage.head())}"
    parts = ["expected:\n" + wrapped(stage.field("expectation") or "nothing is stated")]
    in_records = of_machines(arguments, stage.name, ladder, root)
    why = reasons.of(root).get(stage.name)  # those of the thesis' ladder
    if in_records and why and ladder == "wave":
        in_records.append(f"why: {why}.")
    parts.append("measured:\n"
                 + wrapped("\n".join(in_records) or f"no record of the case {arguments.case} is "
                                                    "kept; scripts/ladder measures this machine"))
    thesis = published.read(root / "results/published/sadahiro-2014.json")
    if ladder == "wave" and (words := stated(stage.name, thesis)):
        parts.append(wrapped(f"published ({thesis.machines['stampede']['label']}):\n{words}"))
    if parent:
        used = sum(part.count("\n") + 2 for part in [head, *parts]) + 1
        lines = (difference.whole(stage, parent, root) if arguments.all else
                 difference.short(stage, parent, root, SCREEN - used,
                                  f"ladder explain {stage.name}{of_case} --all"))
        parts.insert(0, f"against {parent.name} ({parent.path.relative_to(root)}):\n"
                     + ("\n".join(map(coloured, lines))
                                                                    or "The files differ by their "
                                                                       "heads alone."))
    return "\n\n".join([head, *parts])
