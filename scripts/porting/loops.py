"""Which loops of an adopted routine are parallel: by its source, then by its recorded calls."""

import dataclasses

from adopting import calls
from porting import step0_text, trace, tree
from porting.callees import Callees
from porting.judge import Judge
from porting.static import Static

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
