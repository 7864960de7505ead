"""Which loops of an adopted routine are parallel: by its source, then by its recorded calls; and
`ladder explain ROUTINE --loops`, each loop with its verdict and the reason."""

import dataclasses
import json
import pathlib
import textwrap

from adopting import calls, description
from adopting.failure import USAGE, Failure
from porting import step0_text, trace, tree
from porting.callees import Callees
from porting.judge import Judge
from porting.static import Static

FILE = "ladder.toml"
INDEPENDENT, OBSERVED, CARRIED = "independent", "observed", "carried"


@dataclasses.dataclass(frozen=True)
class LoopVerdict:
    """`file`, `line`, `end` are the owner's.

    An extreme's place is a reduction of its own: ("maxloc", "at") follows ("max", "x"). The target
    of a reduction may be an element that is the same in each turn: ("+", "c(i,j)"). Variables of
    loops inside are private without being listed.
    """

    file: str
    line: int
    end: int
    variable: str
    procedure: str
    depth: int
    verdict: str
    why: str
    private: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    reductions: tuple[tuple[str, str], ...] = ()
    witness: dict | None = None
    behind: bool = True       # is the value of `variable` used behind the loop?
    turns: int | None = None  # the most of one run of the loop in the recorded calls


def loops_of(folder, *, traced=True):
    """Of a ladder's folder, in the order of step 0."""
    return of_text(step0_text.Step0Text(folder), traced)


def of_text(text, traced):
    callees = Callees(text)
    static = Static(callees, text, text.scratch(), text.aliased())
    facts = []
    for scope in text.procedures:
        facts += _of_block(static, scope, callees.tree(scope), 0)
    index = calls.load(text.folder) if traced else None
    seen = trace.run(text, facts, callees, index) if traced and facts else None
    judge = Judge(text, callees, index, seen)
    return [_verdict(text, judge, number, each) for number, each in enumerate(facts)]


def _of_block(static, scope, body, depth):
    found = []
    for item in body:
        if isinstance(item, tree.Branch):
            for arm in item.arms:
                found += _of_block(static, scope, arm, depth)
        elif isinstance(item, tree.Loop):
            found.append(static.of(scope, item, depth))
            found += _of_block(static, scope, item.body, depth + 1)
    return found


def _verdict(text, judge, number, facts):
    loop = facts.loop
    file, line = text.owner(loop.line)
    verdict, why, witness, turns = judge.of(number, facts)
    if not loop.variable:
        verdict, why = CARRIED, "whether a turn runs depends on the turn before"
    said = text.owners_word(loop.line)
    if said:
        why = f"{said[1]} (else: {verdict}, {why})"
        verdict = INDEPENDENT if said[0] == "independent" else CARRIED
    return LoopVerdict(file, line, text.owner(loop.end)[1], loop.variable, facts.scope.name,
                       facts.depth, verdict, why, tuple(sorted(facts.private)),
                       tuple(sorted(facts.last)), tuple(facts.reductions), witness, facts.behind,
                       turns)


# -- in words


def folder_of(name, ladder):
    """The ladder's folder: the one that is given, the current one, or ladders/NAME."""
    if ladder is not None:
        return ladder
    here = pathlib.Path(".")
    if (here / FILE).is_file():
        return here
    if name and (here / "ladders" / name.lower() / FILE).is_file():
        return here / "ladders" / name.lower()
    raise Failure(USAGE, "--loops is of an adopted routine: run it in that ladder's folder, or "
                         "name it with --ladder=DIR; `ladder adopt SOURCE ROUTINE` makes one")


def shown(name, ladder, as_json):
    """Text of all loops of the routine, or of one of the procedures that it calls."""
    folder = folder_of(name, ladder).resolve()
    routine = description.load(folder)["routine"].split("/")[-1].lower()
    found = loops_of(folder)
    if name and name.lower() not in (routine, folder.name):
        known = list(dict.fromkeys(each.procedure for each in found))
        found = [each for each in found if each.procedure == name.lower()]
        if not found:
            raise Failure(USAGE, f"step 0 of {routine} has no loop in '{name}'; there are loops in "
                                 f"{', '.join(known) or 'no procedure'}")
    if as_json:
        return "\n".join(json.dumps({"schema": 1, "command": "explain", **dataclasses.asdict(each)})
                         for each in found)
    return text_of(routine, found)


def text_of(routine, found):
    lines = [f"loops of {routine}, by its source and its recorded calls", ""]
    if not found:
        return f"{routine} has no loop"
    rows = [(f"{each.file}:{each.line}-{each.end}",
             f"{'  ' * each.depth}do {each.variable or 'while'}",
             "" if each.turns is None else f"{each.turns} turn{'s' * (each.turns != 1)}",
             "independent in all recorded calls" if each.verdict == OBSERVED
             else each.verdict, each) for each in found]
    widths = [max(len(row[at]) for row in rows) for at in range(3)]
    procedure = None
    for place, loop, turns, verdict, each in rows:
        if each.procedure != procedure:
            procedure = each.procedure
            lines.append(f"{procedure}:")
        lines.append(f"  {place:<{widths[0]}}  {loop:<{widths[1]}}  {turns:>{widths[2]}}  "
                     f"{verdict}")
        lines += textwrap.wrap(each.why, 94, initial_indent="      ", subsequent_indent="      ")
    counted = {each: sum(one.verdict == each for one in found)
               for each in (INDEPENDENT, OBSERVED, CARRIED)}
    return "\n".join([*lines, "", f"{len(found)} loops: {counted[INDEPENDENT]} independent, "
                                  f"{counted[OBSERVED]} independent in all recorded calls, "
                                  f"{counted[CARRIED]} carried"])
