"""Which loops become parallel, with what OpenMP says of their variables."""

import re

from adopting import names, parsing
from adopting.fortran import f, walk
from porting import loops
from porting.step0_text import Step0Text

OPERATORS = {"+": "+", "*": "*", "max": "max", "min": "min", "and": "&&", "or": "||"}
FORTRAN = {"+": "+", "*": "*", "max": "max", "min": "min", "and": ".and.", "or": ".or.",
           "eqv": ".eqv.", "neqv": ".neqv."}


class Verdicts:
    """Of all loops of an adopted routine, found by the place of their first line."""

    def __init__(self, folder):
        text = Step0Text(folder)
        self.all = loops.of_text(text, True)
        self.aliased = text.aliased()  # names that share memory in a call
        self.loops = {}

    def may_share(self, variable):
        """Its memory with another variable, as a pointer does or as in a recorded call?"""
        if variable.entity is not None and variable.entity.has("pointer"):
            return True
        if variable.value is None:
            return bool(self.aliased) and variable.kind == "dummy"
        return variable.value.name in self.aliased

    def of(self, scope, node):
        """Found by the order of the loops of a procedure: an included file moves its lines."""
        if scope not in self.loops:
            self.loops[scope] = self._matched(scope)
        return self.loops[scope].get(id(node))

    def _matched(self, scope):
        mine = [each for part in scope.execution for each in loops_in(part)]
        found = [each for each in self.all if each.procedure == scope.name]
        variables = [loop_variable(each.children[0]) for each in mine]
        if variables == [each.variable for each in found]:
            return {id(node): verdict for node, verdict in zip(mine, found)}
        at = {(each.file, each.line, each.variable): each for each in found}
        made = {}
        for node in mine:
            file, _, line = str(scope.place(node.children[0])).rpartition(":")
            made[id(node)] = at.get((file, int(line), loop_variable(node.children[0])))
        return made

    def parallel(self, scope, node):
        """The verdict of a loop that can be shared out; None of another."""
        found = self.of(scope, node)
        if found is None or found.verdict == "carried":
            return None
        proven = found.verdict == "independent"  # for calls that were not recorded, too
        turns = found.turns if found.turns or not proven else None
        return found if turns is None or turns > 1 else None


def control_of(head):
    """What counts the turns of a DO statement; None of an endless one."""
    return next((each for each in head.items if isinstance(each, f.Loop_Control)), None)


def loop_variable(head):
    control = control_of(head)
    return str(control.items[1][0]).lower() if control is not None and control.items[1] else None


def inside(node):
    """The nodes of a loop's body."""
    return [each for each in node.children[1:]
            if type(each).__name__ not in ("End_Do_Stmt", "Continue_Stmt", "Comment")]


def is_loop(node):
    return type(node).__name__ in ("Block_Nonlabel_Do_Construct", "Block_Label_Do_Construct",
                                   "Action_Term_Do_Construct")


def shares_line(node):
    """Is it the first in a loop that begins on its line, as in a nest of a DO CONCURRENT?"""
    return is_loop(node.parent) and parsing.span(node)[0] == parsing.span(node.parent)[0]


LEAST = 1000  # turns times lines: below, threads take longer to begin than the loop to run


def worth_threads(verdicts, scope, node):
    """Has a loop, in some recorded call, enough to do for several threads?"""
    verdict = verdicts.of(scope, node)
    return turns_of(verdicts, scope, node) * (verdict.end - verdict.line) >= LEAST


def turns_of(verdicts, scope, node):
    """Of a loop and the longest of those inside; many where no call was recorded that runs it."""
    verdict = verdicts.of(scope, node)
    own = (verdict.turns if verdict is not None else None) or LEAST
    inner = [turns_of(verdicts, scope, each) for each in loops_in(node.children[1:])]
    return own * max(inner, default=1)


def loops_in(nodes):
    """Counted loops, those around before those inside."""
    return [each for each in walk(nodes) if is_loop(each) and loop_variable(each.children[0])]


def bounds_of(node):
    control = control_of(node.children[0])
    return control.items[1][1] if control is not None and control.items[1] else []


def nested(verdicts, scope, node):
    """[loop nodes] from `node` inwards: perfectly nested, each parallel, with bounds that do not
    depend on the ones around."""
    found, variables = [node], {loop_variable(node.children[0])}
    while len(found) < 3:
        body = inside(found[-1])
        if len(body) != 1 or not is_loop(body[0]) or verdicts.parallel(scope, body[0]) is None:
            break
        if variables & set(names.names_in(bounds_of(body[0])).used):
            break
        found.append(body[0])
        variables.add(loop_variable(body[0].children[0]))
    return found


def inner_variables(node):
    """Variables of all loops inside of one."""
    return {loop_variable(each.children[0]) for each in loops_in(node.children[1:])}


def clauses(private, last, reductions, operators, colon):
    """What OpenMP has to know of variables; `reductions`: (operator, name); `operators`: as the
    language says them."""
    by = {}
    for operator, name in reductions:
        by.setdefault(operators[operator], []).append(name)
    named = (("private", "", private), ("lastprivate", "", last),
             *(("reduction", operator + colon, found) for operator, found in by.items()))
    return [f"{word}({first}{', '.join(found)})" for word, first, found in named if found]


def plain(reductions, known):
    """Can OpenMP say these reductions: of scalars, by operators that it has?"""
    return all(operator in known and re.fullmatch(r"[a-z]\w*", name)
               for operator, name in reductions)
