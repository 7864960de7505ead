"""Loops that threads of a grid share out; a parallel loop around several nests: a kernel each, with
more threads than one kernel has. What threads cannot share out is a kernel of one thread, which is
said with its reason."""

import re

from adopting import names
from porting.cuda_text import OPERATIONS
from porting.parallel import (bounds_of, inner_variables, inside, is_loop, loop_variable, loops_in,
                              plain)
from porting.refused import Refused
from porting.variables import bracketed, minus, plus, variables_of

MOST = 65535  # blocks of a grid along y and z
SHORT = 8  # turns: such a loop stays in its thread, next to others


def sets_scalar(node):
    return type(node).__name__ == "Assignment_Stmt" and type(node.items[0]).__name__ == "Name"


class GridLoops:
    """Part of Nests."""

    def turns_of(self, bounds, unknown):
        """How many turns the host plans for."""
        if self.names_of(bounds[1:2]) & unknown:
            return "256"
        high = self.value(bounds[1])
        if self.names_of(bounds) & unknown:
            return high
        low = self.value(bounds[0])
        step = self.value(bounds[2]) if len(bounds) > 2 and bounds[2] is not None else "1"
        if step == "-1":
            low, high, step = high, low, "1"
        if step != "1":
            return f"({minus(high, low)}) / {bracketed(step)} + 1"
        return high if low == "1" else plus(minus(high, low), "1")

    def names_of(self, bounds):
        return set().union(*(names.names_in(each).used for each in bounds))

    def once_along(self, axes, verdict, nest, unknown):
        """Axes along which each thread takes one turn, so that its loop is a test: a loop costs
        registers. Along y and z all or none, where recorded calls have few turns."""
        if any(variable.rank for name in verdict.private  # then threads are few
               for variable in variables_of(self.frame, name, nest[0])):
            return set()
        known = {axes[id(each)]: self.port.verdicts.of(self.scope, each).turns or MOST + 1
                 for each in nest if not self.names_of(bounds_of(each)) & unknown}
        short = all(known.get(axis, MOST + 1) <= MOST for axis in {*axes.values()} - {"x"})
        return set(known) if short else set(known) & {"x"}

    def in_last_turn(self):
        """Behind the loops of a kernel: had this thread the last turn?"""
        low, test, turn = self.head_of["x"]
        high = re.sub(r"^\w+ [<>]=? ", "", test)
        first, last = (high, low) if turn.startswith("--") or "-=" in turn else (low, high)
        turns, by = minus(last, first), re.search(r"[-+]= (.*)", turn)
        before = f"({turns}) / {bracketed(by[1])}" if by else bracketed(turns)
        return f"{first} <= {last} && {before} % threads_x() == thread_x()"

    def strided(self, loop, head, control, inside_):
        """A loop within a kernel; those of the grid begin at a thread's number."""
        inside_ = self.kept.get(id(loop.node), inside_)
        lines = super().loop_lines(loop, head, control, inside_)
        axis = self.axis_of.get(id(loop.node))
        if not axis:
            return lines
        match = re.match(r"for \((\w+ \w+) = (.*?); (.*?); (.*?)\)( \{.*)?$", lines[0])
        if not match:
            raise Refused(self.place(head), "a loop with this head in a kernel")
        declared, low, test, turn, rest = match.groups()
        name = declared.split()[1]
        self.head_of[axis] = low, test, turn
        if turn.startswith("++"):
            first, step = plus(low, f"thread_{axis}()"), f"{name} += threads_{axis}()"
        elif turn.startswith("--"):
            first, step = f"{low} - thread_{axis}()", f"{name} -= threads_{axis}()"
        else:
            sign, by = re.match(r"\w+ ([-+])= (.*)", turn).groups()
            first = f"{low} {sign} {bracketed(by)} * thread_{axis}()"
            step = f"{name} {sign}= {bracketed(by)} * threads_{axis}()"
        head = self.head(axis, f"{declared} = {first}; {test}", step,
                         not re.search(r"\bcontinue;", "\n".join(lines)))
        return [f"{head}{rest or ''}", *lines[1:]]

    def head(self, axis, begun, step, may_test=True):
        """Of a loop of the grid; a test where each thread has one turn."""
        if not may_test or axis not in self.once:
            return f"for ({begun}; {step})"
        self.tested.add(axis)
        return f"if ({begun})"

    def serial(self, make, node):
        found = names.names_in(node)
        changed = {name for name in found.used if not self.is_called_only(name, found)}
        self.handed = set()
        lines, used = self.in_kernel(make)
        self.written_here = {each for each in used if not each.rank and (each in self.handed or (
            each.key[1].split("%")[0] in changed and not self.frame.is_hidden(each)))}
        verdict = self.port.verdicts.of(self.scope, node) if is_loop(node) else None
        own = set()
        if verdict is not None:
            own = {*verdict.private, *inner_variables(node),
                   *([] if verdict.behind else [verdict.variable])} - set(verdict.last) - (
                       self.names_of(bounds_of(node)))
        inner = {each for each in used if self.of_kernel(each.key[1])
                 or each.key[1].split("%")[0] in own and each.kind == "local" and not each.rank}
        self.written_here -= inner
        return self.launched(lines, used, inner, (), True, [], node)

    def why_serial(self, node):
        """Why threads do not share out what a kernel does."""
        if not is_loop(node):
            return "it is no loop"
        verdict = self.port.verdicts.of(self.scope, node)
        if verdict is None or self.port.verdicts.parallel(self.scope, node) is None:
            return verdict.why if verdict is not None and verdict.verdict == "carried" else (
                "no recorded call runs two turns of it")
        if not plain(verdict.reductions, OPERATIONS):
            operator, name = verdict.reductions[0]
            return f"no kernel is written for '{name}' by {operator}"
        if verdict.variable in self.names_of(bounds_of(node)):
            return f"its bounds read '{verdict.variable}'"
        return ("each thread would need its own of a variable that outlives the procedure, or of "
                "an array whose size is not constant")

    # -- several nests in a loop

    def nests_apart(self, node, verdict, most):
        """[(loops of the nest, {id(loop): nodes that it keeps})]. The turns of the loop do not
        depend on each other, so all turns of one nest may come before all of the next, if what a
        turn keeps for itself is set again in each kernel."""
        whole = [([node], {})]
        body = inside(node)
        loops = [each for each in body if is_loop(each)]
        loose = [each for each in body if self.is_loose(each, verdict)]
        others = [each for each in body if not is_loop(each) and each not in loose]
        if (most == 1 or not loops or not loose and body[-1] is not loops[-1]
                or verdict.last):
            return whole
        inner = [self.port.verdicts.parallel(self.scope, each) for each in loops]
        if not all(one is not None and self.fits_inside(one, verdict, each)
                   for one, each in zip(inner, loops)):
            return whole
        if len(loops) + len(loose) > 1 and any(self.is_short(each) for each in loops):
            return whole
        if not self.set_again(others, node, verdict):
            return whole
        if {one.variable for one in inner} & set(names.names_in([*others, *loose]).used):
            return whole
        set_here = {str(each.items[0]).lower() for each in others}
        found, run = [], []
        for each in body:
            if each in others:
                continue
            used = set(names.names_in(each).used) & set(verdict.private)
            before = [part for part in body[:body.index(each)] if part in others]
            if each in loose:
                if not used <= set_here:
                    return whole
                # another thread may have the same elements of the next rows
                if run and (self.is_sections(run, verdict) or self.is_sections([each], verdict)):
                    found.append(([node], {id(node): run}))
                    run = []
                run = [*before, *(one for one in run if one in loose), each]
                continue
            one = inner[loops.index(each)]
            if not used <= set_here | set(one.private) | {
                    loop_variable(deep.children[0]) for deep in loops_in(each)}:
                return whole
            found += [([node], {id(node): run})] if run else []
            run = []
            found += [([node, *nest], {id(node): [*before, each], **more})
                      for nest, more in self.nests_apart(each, one, most - 1)]
        return found + ([([node], {id(node): run})] if run else [])

    def is_loose(self, node, verdict):
        """Does it but set elements of arrays? All its turns may then follow those of what is before
        it."""
        kind = type(node).__name__
        if kind in ("If_Stmt", "If_Construct"):
            parts = node.items[1:] if kind == "If_Stmt" else [
                each for each in node.children
                if type(each).__name__ not in ("If_Then_Stmt", "Else_Stmt", "Else_If_Stmt",
                                               "End_If_Stmt", "Comment")]
            return all(self.is_loose(each, verdict) for each in parts)
        if kind != "Assignment_Stmt" or type(node.items[0]).__name__ == "Name":
            return False
        base, path, _ = self.parts(node.items[0])
        return not path and self.is_array(base) and base not in verdict.private

    def is_sections(self, nodes, verdict):
        """Statements of whole rows, whose elements threads share out too."""
        found = [each for each in nodes if self.is_loose(each, verdict)]
        return bool(found) and all(
            type(each).__name__ == "Assignment_Stmt" and self.rank(each.items[0])
            and type(each.items[2]).__name__ != "Array_Constructor" for each in found)

    def place_of(self, nest, kept):
        """What a kernel is named after: its loops, or its first statement where it has no more."""
        rest = kept.get(id(nest[-1]), ())
        if rest and not any(map(is_loop, rest)):
            return next(each for each in rest if not sets_scalar(each))
        return nest[min(1, len(kept), len(nest) - 1)]

    def fits_inside(self, inner, outer, node):
        """Can threads share out a loop inside of a loop that they share out?"""
        return (not inner.last and not self.is_left_behind(inner)
                and set(inner.reductions) <= set(outer.reductions)
                and bool(loop_variable(node.children[0]))
                and self.possible(inner, node))

    def is_short(self, node):
        """Few turns, and no longer loop inside?"""
        def few(each):
            bounds = bounds_of(each)
            count = self.port.number(self.value(bounds[1])) if len(bounds) > 1 else None
            return count is not None and count <= SHORT

        return all(few(each) for each in loops_in(node))

    def set_again(self, others, node, verdict):
        """Are these assignments of a turn's own scalars, from what the loop does not change?"""
        targets = [str(each.items[0]).lower() for each in others if sets_scalar(each)]
        if len(targets) != len(others) or len(set(targets)) != len(targets) or not (
                set(targets) <= set(verdict.private)):
            return False
        found = names.names_in(inside(node))
        called = [call for call in names.names_in(others).calls if self.is_function(call.name)]
        changed = set(found.written) | {base for call in found.calls if not call.function
                                        for _, base, _ in call.arguments if base}
        read = {name for each in others for name in names.names_in(each.items[2]).used}
        return not called and not read & (changed - set(targets))
