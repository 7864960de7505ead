"""Which loops are kernels, and what the host does with the others."""

import re
import textwrap

from adopting import names
from porting.cuda_kernel import Kernel
from porting.cuda_text import OPERATIONS
from porting.parallel import (bounds_of, inner_variables, inside, is_loop, loop_variable, loops_in,
                              nested, plain)
from porting.grid_loops import GridLoops, sets_scalar
from porting.refused import Refused
from porting.rung_fused import together
from porting.variables import sized_by_host, variables_of

AXES = "xyz"


class Nests(GridLoops):
    """Part of a procedure on the host."""

    kept, axis_names = {}, frozenset()
    plan = None  # of the nest that is being written, in a rung beyond cuda
    once = tested = frozenset()  # axes along which a thread may take one turn, and does
    rows = None  # turns of the rows that the threads of a kernel share out

    def in_kernel(self, make):
        """(lines, variables used) of what is written as a kernel's body."""
        outer, self.frame.used, self.kernel, self.flags = self.frame.used, {}, True, {}
        before, self.before = self.before, []
        try:
            lines = make()
            lines = [*self.before, *lines]
        finally:
            used, self.frame.used, self.kernel = self.frame.used, outer, False
            self.before = before
        for variable in used:
            if variable.kind != "local" or variable.rank:
                self.frame.use(variable)
        return lines, list(used)

    def launched(self, lines, used, private, reductions, serial, turns, node, last=None,
                 given=()):
        self.count += 1
        how = "one thread" if serial else f"a thread a turn of {len(turns)} loop" + (
            "s" if len(turns) > 1 else "")
        where = self.shown_place(node, last)
        if serial:
            self.port.on_one_thread[where] = self.why_serial(node)
            how += f", since {self.port.on_one_thread[where]}"
        comment = [f"// {line}" for line in textwrap.wrap(f"{where}: {how}.", 94)]
        kernel = Kernel(self, f"{self.scope.name}_{self.count}", lines, used, private, reductions,
                        serial, comment, given)
        for variable in used:
            if variable not in private and variable.kind == "local" and not variable.rank:
                self.frame.use(variable)
        self.kernels.append(kernel)
        return kernel.launch(turns)

    def loop_lines(self, loop, head, control, inside_):
        if self.kernel:
            return self.strided(loop, head, control, inside_)
        node = loop.node
        if not is_loop(node) or not loop_variable(head):
            return super().loop_lines(loop, head, control, inside_)
        if id(node) in self.fused:
            others = self.fused[id(node)]
            verdict, nest = self.one_kernel(node)
            verdict, kept = together(verdict, others, nest)
            return [*self.left_behind(others[-1].nodes[0]), *self.parallel_kernel(
                verdict, loop, head, control, inside_, nest, kept, others)]
        made = self.one_kernel(node)
        if made:
            return [*self.left_behind(node), *self.parallel_kernel(
                made[0], loop, head, control, inside_, made[1], {})]
        verdict = self.port.verdicts.parallel(self.scope, node)
        if verdict is not None and self.possible(verdict, node):
            apart = self.better_apart(node, verdict, self.nest_in_kernel(node, verdict))
            if apart:
                return [*self.left_behind(node), *(
                    line for each, kept in apart for line in self.parallel_kernel(
                        verdict, loop, head, control, kept[id(node)], each, kept))]
        if self.launches(node):
            if self.stays(self.frame.find(loop_variable(head), [], head)):
                raise Refused(self.place(head), f"the host's loop over '{loop_variable(head)}', "
                                                "which a kernel changes too")
            over, self.host_over = self.host_over, {*self.host_over, loop_variable(head)}
            made = super().loop_lines(loop, head, control, inside_)
            self.host_over = over
            return made
        return self.serial(lambda: self.strided(loop, head, control, inside_), node)

    def one_kernel(self, node):
        """(verdict, loops that threads share out) of a loop that is one kernel; None."""
        if not is_loop(node) or not loop_variable(node.children[0]):
            return None
        verdict = self.port.verdicts.parallel(self.scope, node)
        if verdict is None or not self.possible(verdict, node):
            return None
        nest = self.nest_in_kernel(node, verdict)
        if self.better_apart(node, verdict, nest) or self.better_inside(node):
            return None
        return verdict, nest

    def better_apart(self, node, verdict, nest):
        apart = self.nests_apart(node, verdict, len(AXES))
        loose = [each for each in apart if not is_loop(self.place_of(*each))]
        deeper = all(len(each) > len(nest) for each, kept in apart if (each, kept) not in loose)
        return apart if len(apart) > max(1, len(loose)) and deeper and (
            not loose or len(nest) == 1) else []

    def body(self, nodes):
        thesis = self.port.thesis
        return super().body(thesis.joined(self, list(nodes)) if thesis else nodes)

    def possible(self, verdict, node):
        if not plain(verdict.reductions, OPERATIONS):
            return False
        if verdict.variable in self.names_of(bounds_of(node)):
            return False
        for name in verdict.private:
            if "%" in name or "(" in name:
                return False
            for variable in variables_of(self.frame, name, node):
                if variable.kind not in ("local", "result"):
                    return False
                if variable.rank and (name in verdict.last or variable.entity.deferred):
                    return False
        alone = self.is_left_behind(verdict) or sized_by_host(self, verdict, node)
        return not alone or self.calls_allowed(node)

    def calls_allowed(self, node):
        """May threads call what is called inside?"""
        called = [self.callee(each.name, each.node) for each in names.names_in(node).calls
                  if not each.function]
        return all(self.port.threads_may_call(each, self.place(node))
                   for each in called if each is not None)

    def only_in_loops(self, name):
        """Within a kernel also a variable whose value behind the kernel's loops is not used."""
        return name in self.axis_names or super().only_in_loops(name)

    def launches(self, node):
        """Would kernels be launched inside of a loop?"""
        if any(self.port.verdicts.parallel(self.scope, each) is not None
               for each in loops_in(node) if each is not node):
            return True
        for call in names.names_in(node).calls:
            if not call.function:
                scope = self.callee(call.name, call.node)
                if scope is not None and self.port.has_loops(scope):
                    return True
        return False

    def better_inside(self, node):
        """Few turns around nests that are parallel themselves: the host takes these turns."""
        if len(nested(self.port.verdicts, self.scope, node)) > 1:
            return False
        bounds = bounds_of(node)
        few = self.port.number(self.value(bounds[1])) is not None
        body = inside(node)
        loops = [each for each in body if is_loop(each)]
        others = [each for each in body if not is_loop(each)]
        plain_ = all(map(sets_scalar, others))
        parallel = all(self.port.verdicts.parallel(self.scope, each) is not None or any(
            self.port.verdicts.parallel(self.scope, deep) is not None for deep in loops_in(each))
            for each in loops)
        return few and bool(loops) and parallel and plain_

    def nest_in_kernel(self, node, verdict):
        """Loops that threads share out, from `node` inwards. What is before the next loop, each
        thread computes for itself."""
        nest, private = [node], set(verdict.private)
        alone = verdict.last
        while len(nest) < len(AXES) and not alone:
            body = inside(nest[-1])
            if not body or not is_loop(body[-1]) or not loop_variable(body[-1].children[0]):
                break
            own = all(type(each).__name__ == "Assignment_Stmt"
                      and str(each.items[0]).lower() in private for each in body[:-1])
            inner = self.port.verdicts.parallel(self.scope, body[-1])
            if not own or inner is None or not self.fits_inside(inner, verdict, body[-1]) or (
                    inner.variable in names.names_in(body[:-1]).used):
                break
            nest.append(body[-1])
        return nest

    def of_kernel(self, name):
        """Is it the variable of a loop inside of the kernel?"""
        return self.only_in_loops(name) and name not in self.host_over

    def parallel_kernel(self, verdict, loop, head, control, inside_, nest, kept, others=()):
        """`kept`: what loops of this kernel have of their bodies, where others have the rest;
        `others`: nests whose turns follow in this kernel."""
        node = loop.node
        loose = not is_loop(self.place_of(nest, kept))
        rows = loose and len(nest) < len(AXES) and self.is_sections(kept[id(nest[-1])], verdict)
        axes = {id(each): AXES[len(nest) - 1 - at + rows] for at, each in enumerate(nest)}
        turns = []
        unknown = {*verdict.private, *(loop_variable(each.children[0]) for each in nest)}
        for each in nest:
            turns.insert(0, self.turns_of(bounds_of(each), unknown))
        self.once, self.tested = self.once_along(axes, verdict, nest, unknown), set()
        outer, self.axis_of, self.kept = self.axis_of, axes, kept
        self.axis_names = {loop_variable(each.children[0]) for each in nest}
        plan = self.plan = None if loose else self.port.plan(self, nest, verdict, kept)
        self.rows = [] if rows else None

        def loops():
            return self.strided(loop, head, control, inside_)

        try:
            lines, used = self.in_kernel(lambda: plan.lines(loops) if plan else loops())
        finally:
            self.axis_of, self.kept, self.plan = outer, {}, None
            turns[:0] = ["256" if set(re.findall(r"\w+", each.lower())) & unknown else each
                         for each in (self.rows or ())[:1]]
            self.rows = None
        if plan:
            used = [each for each in used if each not in plan.gone]
        first = plan.host_lines() if plan else []
        own = {*verdict.private, *inner_variables(node)}
        private = {each for each in used if not self.frame.is_hidden(each) and (
            each.key[1].split("%")[0] in own or self.of_kernel(each.key[1]))}
        self.written_here = set()
        self.last_here = {each for each in private if each.key[1] in verdict.last}
        every = [*nest, *(one for each in others for one in each.nodes)]
        doubted = [each for each in (self.port.verdicts.of(self.scope, one) for one in every)
                   if each.verdict != "independent"]
        shown = (doubted or [verdict])[0]
        if shown not in self.port.threaded:
            self.port.threaded.append(shown)
        made = self.launched(lines, used, private, verdict.reductions, False,
                             plan.turns(turns) if plan else turns,
                             *((nest[0], others[-1].nodes[0]) if others
                               else (self.place_of(nest, kept),)), given=plan.given if plan else ())
        self.axis_names, self.last_here = frozenset(), set()
        if plan:
            self.kernels[-1].before, self.kernels[-1].behind = plan.before, plan.after
        if doubted:
            self.kernels[-1].comment.append("// Independent in all recorded calls, not proven.")
        return ["{", *first, *made, "}"] if first else made
