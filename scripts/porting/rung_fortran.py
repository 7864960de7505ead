"""The rung omp: the owner's Fortran with OpenMP's directives before loops that are parallel."""

import re

from adopting import layout, names, parsing, pieces
from adopting.fortran import walk
from porting.parallel import (FORTRAN, bounds_of, clauses, is_loop, nested, plain, shares_line,
                              worth_threads)
from porting.refused import Refused


class FortranRung:
    def __init__(self, adopted, verdicts):
        self.adopted, self.verdicts, self.threaded = adopted, verdicts, []

    def text(self):
        step0 = self.adopted.files()["step0.f90"]
        parts = []
        for scope in self.adopted.closure.procedures:
            marks = self.marks(scope)
            if scope is self.adopted.routine or marks:
                parts += ["", *self.marked(scope, pieces.of(step0, scope.name), marks)]
        if not self.threaded:
            raise Refused(self.adopted.routine.unit.place,
                          "no loop that threads can share out, with enough turns in a recorded "
                          "call: `ladder explain "
                          f"{self.adopted.name} --loops` says why")
        return "\n".join([*parts, ""])

    def marks(self, scope):
        """{index of a line of the unit: directive before it}"""
        found, inside = {}, set()
        for node in walk(scope.execution):
            if is_loop(node) and id(node) not in inside and (words := self.directive(scope, node)):
                found[parsing.span(node)[0] - scope._shift] = words
                inside |= {id(each) for each in walk(node)}
        return found

    def directive(self, scope, node):
        verdict = self.verdicts.parallel(scope, node)
        if verdict is None or not plain(verdict.reductions, FORTRAN) or not worth_threads(
                self.verdicts, scope, node):
            return None
        if (type(node).__name__ == "Action_Term_Do_Construct" or verdict.behind
                or shares_line(node)
                or re.search(r"\b(pure|elemental)\b", scope.prefix, re.IGNORECASE)
                or self.shares_with_calls(scope, node)):
            return None
        private = [name for name in verdict.private if name not in verdict.last]
        if any("%" in name for name in (*private, *verdict.last)):
            return None
        loops = nested(self.verdicts, scope, node)
        few = len(loops) > 1 and self.few_turns(loops[0])
        self.threaded.append(verdict)
        return " ".join(["!$omp parallel do", *([f"collapse({len(loops)})"] if few else []),
                         *clauses(private, verdict.last, verdict.reductions, FORTRAN, ":")])

    def shares_with_calls(self, scope, node):
        """May a called procedure use variables of the main program that a thread has alone?"""
        return any((found := scope.declaring(call.name)) and found[0].unit.kind == "program"
                   and found[1] in found[0].children
                   for call in names.names_in(node).calls)

    def few_turns(self, node):
        text = str(bounds_of(node)[1]).lower()
        return text.isdigit() or text in self.adopted.header.parameters

    def marked(self, scope, lines, marks):
        shift = 0
        hook = scope is self.adopted.routine and any(
            line.startswith("include '") and "_saved.inc'" in line for line in lines)
        at_hook = scope.first_action() - scope.unit.first if hook else None
        # The owner's directives would be of the same loops; without OpenMP they are comments.
        theirs = r"\$omp" if "-fopenmp" in self.adopted.described["flags"].split() else r"\$"
        made = [re.sub(rf"^(\s*!)(?={theirs})", r"\1 ", line, flags=re.IGNORECASE)
                for line in lines] if marks else list(lines)
        for at, line in scope.nests.changed.items() if marks else ():
            index = at - scope.unit.first
            made[index + (hook and index >= at_hook)] = line
        for index in sorted(marks, reverse=True):
            shift = 1 if hook and index >= at_hook else 0
            margin = " " * (len(lines[index + shift]) - len(lines[index + shift].lstrip()))
            parts = layout.broken(marks[index], 90)
            texts = [margin + part.rstrip() + (" &" if number < len(parts) - 1 else "")
                     for number, part in enumerate(parts)]
            texts = [text if not number else f"{margin}!$omp& " + text.strip()
                     for number, text in enumerate(texts)]
            # A jump to the loop's label leads before the directive.
            if label := re.match(r"\s*(\d+)\b", made[index + shift]):
                made[index + shift] = made[index + shift].replace(label[1], " " * len(label[1]), 1)
                texts.insert(0, f"{label[1]:<6}continue")
            made[index + shift:index + shift] = texts
        if marks and scope.nests.declared:
            first = scope.first_action() - scope.unit.first
            made[first:first] = scope.nests.declared
        return made
