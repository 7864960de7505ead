"""A procedure as a sequence of kernels: what is outside of parallel loops runs on the host. And
procedures that a thread calls."""

import json
import re

from adopting.names import listed
from porting.array_kernels import ArrayKernels
from porting.cuda_nests import Nests
from porting.device_scalars import DeviceScalars
from porting.expression import E, LOGICAL, PRIMARY
from porting.procedure import Procedure
from porting.refused import Refused


class Opened(Procedure):
    """A procedure that the file knows while it is written."""

    def __init__(self, port, scope):
        port.writing.append(self)
        super().__init__(port, scope)
        port.writing.pop()


def by_thread(stop):
    """What a thread does at a STOP, also in a function that the host calls too."""
    return [f"assert(!{json.dumps(' '.join(str(stop).lower().split()))});"]


class OnHost(ArrayKernels, DeviceScalars, Nests, Opened):
    kernel = False      # is a kernel's body being written?
    of_tables, linkage = "const", ""
    host_over = frozenset()  # variables of the loops around that the host runs
    axis_of = {}        # loop -> axis of the grid

    def __init__(self, port, scope):
        self.kernels, self.flags, self.written_here = [], {}, set()
        self.last_here, self.head_of = set(), {}
        self.host_uses, self.fused = set(), {}
        self.marked = port.marked.setdefault(scope, set())
        super().__init__(port, scope)

    def begin(self):
        self.kernels, self.count = [], 0

    def Stop_Stmt(self, node):
        return by_thread(node) if self.kernel else super().Stop_Stmt(node)

    Error_Stop_Stmt = Stop_Stmt

    # -- names

    def mark(self, variable):
        self.marked.add(variable.key)

    def element(self, variable, texts):
        made = super().element(variable, texts)
        if not self.kernel:
            self.host_uses.add(variable)
        if self.kernel or not self.on_device(variable):
            return made
        self.port.need("on_host")
        return E(f"on_host(&{made.text})", PRIMARY, made.type)

    def value(self, node, index=None):
        if self.kernel and self.plan and id(node) in self.plan.texts:
            return self.plan.texts[id(node)]
        return super().value(node, index)

    def reach(self, variable, subscripts, node, index, whole):
        if self.kernel and self.plan and id(node) in self.plan.replaced:
            return self.plan.reach(variable, node, self.subscripts(variable, subscripts, node,
                                                                   index))
        return super().reach(variable, subscripts, node, index, whole)

    def on_device(self, variable):
        return variable.kind != "constant" and self.port.is_device(self.scope, variable)

    def text_test(self, name, text):
        made = super().text_test(name, text)
        if not self.kernel:
            return made
        flag = f"{name}_is_{re.sub(r'[^a-z0-9]', '_', text.lower())}"
        self.flags[flag] = made.text
        return E(flag, PRIMARY, LOGICAL)

    def there(self, node, whole):
        made = super().there(node, whole)
        if self.kernel:
            base, path, _ = self.parts(node)
            if not self.frame.find(base, path, node).rank:
                raise Refused(self.place(whole), f"'{whole}', of a scalar, in a kernel")
        return made

    # -- statements of the host

    def Assignment_Stmt(self, node):
        if self.kernel:
            return super().Assignment_Stmt(node)
        if self.rank(node.items[0]):
            return self.lines_kernel(lambda: self.array_assignment(node), node)
        made = super().Assignment_Stmt(node)
        if made and made[0].startswith("on_host("):
            self.port.need("to_device")
            target, _, value = made[0].partition(") = ")
            return [f"to_device({target[len('on_host('):]}, {value[:-1]});"]
        return made

    def where(self, parts):
        if self.kernel:
            return super().where(parts)
        return self.lines_kernel(lambda: Procedure.where(self, parts), parts[0][1][0])

    def Call_Stmt(self, node):
        if self.kernel:
            return super().Call_Stmt(node)
        scope = self.callee(str(node.items[0]).lower(), node, listed(node.items[1]))
        if scope is not None and not self.port.has_loops(scope) and self.has_arrays(
                scope, node) or self.gives_elements(node):
            return self.serial(lambda: Procedure.Call_Stmt(self, node), node)
        return super().Call_Stmt(node)

    def has_arrays(self, scope, node):
        """Its own, or arrays that outlive the call."""
        if any(entity.rank for entity in scope.entities.values()):
            return True
        return not self.port.closure.is_left_out(scope) and any(
            each.rank for each in self.port.procedure(scope, self.place(node)).parameters)

    def gives_elements(self, node):
        """Does a call give elements of arrays of the device as scalars?"""
        for each in listed(node.items[1]):
            try:
                base, path, subscripts = self.parts(each)
            except Refused:
                continue
            if subscripts is not None and self.is_array(base) and not self.rank(each):
                scope = self.callee(str(node.items[0]).lower(), node)
                if scope is not None and not self.port.has_loops(scope):
                    return True
        return False

    # -- what is declared

    def declared(self, variable):
        if variable.rank and variable not in self.host_uses and variable.key not in self.marked:
            return []  # each thread has its own
        if self.stays(variable):
            return self.declared_scalar(variable)
        if not variable.rank or not self.on_device(variable):
            return super().declared(variable)
        entity, kind = variable.entity, self.port.kind_in_cuda(variable)
        if entity.initial:
            return super().declared(variable)
        if variable.key not in self.marked:
            return super().declared(variable) if entity.deferred else []
        self.port.need("Kept")
        if entity.deferred:
            return [f"static Kept<{kind}> {variable.name}_kept;",
                    *self.not_allocated(variable, kind)]
        product = variable.elements
        wide = product if "*" not in product else f"(int64_t){product}"
        return [f"static Kept<{kind}> {variable.name}_kept;",
                f"{kind} *{variable.name} = {variable.name}_kept.of({wide});"]

    def allocated(self, variable, size):
        if self.kernel:
            raise Refused(self.scope.unit.place, f"a kernel allocates '{variable.name}'")
        if not self.on_device(variable):
            return super().allocated(variable, size)
        return f"{variable.name}_kept.of({size})"

    def freed(self, variable):
        return [] if self.on_device(variable) else super().freed(variable)

    def actual_array(self, variable, node, path, call):
        texts = super().actual_array(variable, node, path, call)
        if not self.kernel:
            texts[0] = re.sub(r"^&on_host\(&(.*)\)$", r"&\1", texts[0])
            self.same_memory(self.given(node, path)[0], self.calls[-1], variable)
        return texts

    def actual(self, variable, node, path, call, index, made):
        texts = super().actual(variable, node, path, call, index, made)
        if self.kernel or variable.rank or not isinstance(made, OnHost) or not variable.pointer:
            return texts
        if self.port.takes_to_device(made, variable) and not texts[0].startswith("&("):
            base, more, _ = self.parts(node)
            self.mark(self.frame.find(base, [*more, *path], node))
        return [self.given_to(made, variable, texts[0]), *texts[1:]]

    def handed_on(self, variable):
        if self.kernel or not isinstance(self.calls[-1], OnHost):
            return super().handed_on(variable)
        mine = self.frame.use(self.frame.state(variable))
        self.same_memory(mine, self.calls[-1], variable)
        if not self.stays(mine) or not variable.pointer:
            return super().handed_on(variable)
        return [self.given_to(self.calls[-1], variable, f"&{self.text_of(mine)}")]

    def finished(self):
        self.check_bounds()
        first, last = self.carried_over()
        first = [*self.port.constant_copies(self), *first]
        lines = super().finished()
        last = [*self.port.launched_last(self), *last]
        if not last:
            return [*first, *lines]
        if "return;" in "\n".join(lines):
            lines = [re.sub(r"\breturn;", "goto finished;", line) for line in lines]
            last = ["finished:;", *last]
        return [*first, *lines, *last]


class OnDevice(Opened):
    """As in C, under `__device__`."""

    kernel = True
    of_tables, linkage = "const", "__host__ __device__ "

    def finished(self):
        lines = super().finished()
        if self.heap:
            raise Refused(self.scope.unit.place, f"{self.name}, which a thread calls, makes the "
                                                 f"array '{self.heap[0]}' in each call")
        if any("malloc(" in line for line in lines):
            raise Refused(self.scope.unit.place, f"{self.name}, which a thread calls, has an array "
                                                 "statement that reads what it writes")
        return lines

    def through_copy(self, variable, target, source, loops, index):
        raise Refused(self.place(target), f"'{target}' is read by the statement that writes it, in "
                                          "a thread")

    def Stop_Stmt(self, node):
        return by_thread(node)

    Error_Stop_Stmt = Stop_Stmt
