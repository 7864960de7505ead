"""Loops that threads of a grid share out; what they cannot share out is a kernel of one thread,
which is said with its reason."""

import re

from adopting import names
from porting.cuda_text import OPERATIONS
from porting.parallel import bounds_of, inner_variables, is_loop, plain
from porting.refused import Refused
from porting.variables import bracketed, minus, plus
from porting.whole_types import variables

MOST = 65535  # blocks of a grid along y and z


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
               for variable in variables(self.frame, name, nest[0])):
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

    def serial(self, make, nodes, node):
        found = names.names_in(nodes)
        changed = {name for name in found.used if not self.is_called_only(name, found)}
        lines, used = self.in_kernel(make)
        self.written_here = {each for each in used if not each.rank and (
            each.key[1].split("%")[0] in changed)}
        verdict = self.port.verdicts.of(self.scope, node) if is_loop(node) else None
        own = set()
        if verdict is not None:
            own = {*verdict.private, *inner_variables(node),
                   *([] if verdict.behind else [verdict.variable])} - set(verdict.last)
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
        return (f"'{verdict.variable}' is used behind the loop, or each thread would need an array "
                "of a size that is not constant")
