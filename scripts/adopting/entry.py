"""How ladder calls step 0 and Fortran stages: ladder_entry(phase, ...), next to the routine.

Phase 1 gives arguments of derived types and variables that outlive a call their values, 2 calls, 3
brings them back."""

import re

from adopting import binding, slices
from adopting.program import INTRINSIC


class Entry:
    def __init__(self, closure, values, step0):
        self.closure, self.values, self.step0, self.routine = (closure, values, step0,
                                                               closure.routine)
        self.numbers = {id(value): number for number, value in enumerate(values, 1)}

    def entries(self):
        """scope (None: external) -> statements."""
        found = {}
        for number, scope in enumerate(self.step0.holders):
            holder = scope if scope in self.step0.modules else None
            found.setdefault(holder, []).extend(self._state(number, scope))
        home = self.step0.home if self.step0.home in self.step0.modules else None
        found.setdefault(home, []).extend(self._call())
        return found

    def module(self):
        """What the routine's own hook shares with ladder_entry, where it has saved variables."""
        if not self.step0.saved:
            return []
        return ["module ladder_saved", binding.USES, "implicit none", "integer :: ladder_mode = 0",
                "type(ladder_pointer), allocatable :: ladder_data(:)",
                "integer(ladder_long), allocatable :: ladder_lower(:, :), ladder_extent(:, :), "
                "ladder_length(:)", "end module ladder_saved"]

    def hook(self):
        """First in the routine: gives its saved variables their values, or brings them back, and
        returns."""
        if not self.step0.saved:
            return []
        lines = ["if_ladder: block", "use ladder_saved", "integer :: ladder_at"]
        lines += [binding.pointer(value, self.numbers[id(value)]) for value in self.step0.saved]
        lines += self._exchanged(self.step0.saved, "if (ladder_mode == 1) then",
                                 "else if (ladder_mode == 3) then")
        return [*lines, "end if", "if (ladder_mode /= 0) return", "end block if_ladder"]

    def _saved_call(self, phase, call):
        if not self.step0.saved:
            return []
        count = len(self.values)
        return [f"ladder_kept_data = ladder_data(1:{count})",
                f"ladder_kept_lower = ladder_lower(:, 1:{count})",
                f"ladder_kept_extent = ladder_extent(:, 1:{count})",
                f"ladder_kept_length = ladder_length(1:{count})",
                f"ladder_mode = {phase}", call, "ladder_mode = 0"]

    def _state(self, number, scope):
        values = [value for value in self.values if value.role == "state" and value.scope is scope]
        lines = [f"subroutine ladder_state_{number}(ladder_phase, {binding.PARAMETERS}) bind(c)"]
        if scope not in self.step0.modules:
            lines += local_text(self.closure, scope, {value.top.name for value in values},
                                self.step0.modules, binding.USES)
        else:
            lines.append(binding.USES)
        lines += [*binding.DECLARED,
                  *(binding.pointer(value, self.numbers[id(value)]) for value in values)]
        first = binding.clear(values, lambda value: value.top.name, self._allocatable)
        lines += self._exchanged(values, "if (ladder_phase == 1) then", "else", first)
        return [*lines, "end if", f"end subroutine ladder_state_{number}"]

    def _exchanged(self, values, begin, behind, first=()):
        """Statements that give variables their values, and those that bring them back."""
        def of(how):
            return [line for value in values for line in how(
                value, self.numbers[id(value)], value.top.name, self._allocatable(value))]

        return [begin, *first, *of(binding.put), behind, *of(binding.get)]

    def _allocatable(self, value):
        """A host's variable whose declaration was made allocatable."""
        return bool(value.top.rank) and not value.top.deferred \
            and self.step0._regenerate(value.scope, value.top.name)

    def _call(self):
        routine = self.routine
        lines = [f"subroutine ladder_entry(ladder_phase, {binding.PARAMETERS}) bind(c)"]
        uses = [text for declaration in slices.local_slice(routine, ())
                if declaration.kind == "Use_Stmt" and
                kept_use(self.closure, routine, declaration, self.step0.modules)
                for text in slices.text_of(declaration)]
        if self.step0.saved:
            uses.append("use ladder_saved, only: ladder_mode, ladder_kept_data => ladder_data, "
                        "ladder_kept_lower => ladder_lower, ladder_kept_extent => ladder_extent, "
                        "ladder_kept_length => ladder_length")
        lines += [*uses, binding.USES, "implicit none", *binding.DECLARED]
        mine = [value for value in self.values if value.role in ("argument", "result")]
        actual, before, after, declared = {}, [], [], []
        for value in mine:
            number = self.numbers[id(value)]
            declared.append(f"{binding.pointer(value, number)} => null()")
            one, first, last, local = self._argument(value, number)
            actual.setdefault(value.top.name, one)
            before, after = before + first, after + last
            if local and local not in declared:
                declared.append(local)
        declared = [text.replace(" :: ", ", save :: ", 1) for text in declared]
        if self.step0.saved:  # an exchange of saved variables has no result
            declared += [f"{binding.fortran_type(value)}{', allocatable' * bool(value.rank)} :: "
                         f"ladder_unused{binding.colons(value.rank)}"
                         for value in mine if value.role == "result"]
        lines += declared + self._interfaces()
        lines.append("if (ladder_phase == 1) then")
        lines += binding.clear(mine, lambda value: f"ladder_a_{value.top.name}", made)
        states = [f"call ladder_state_{number}(ladder_phase, {binding.PARAMETERS})"
                  for number, _ in enumerate(self.step0.holders)]
        words = ", ".join(actual[name] for name in routine.dummies)
        call = exchange = f"call {routine.name}({words})"
        if routine.result:
            call, exchange = (f"{result} = {routine.name}({words})"
                              for result in (actual[routine.result], "ladder_unused"))
        return [*lines, *before, *states, *self._saved_call(1, exchange),
                "else if (ladder_phase == 2) then", call, "else", *self._saved_call(3, exchange),
                *after, *states, "end if", "end subroutine ladder_entry"]

    def _argument(self, value, number):
        """(actual argument, statements of phase 1, statements of phase 3, declaration of a local
        variable)."""
        top, name = value.top, f"ladder_a_{value.top.name}"
        clear = [f"nullify (ladder_{number})"]
        there = [f"if (ladder_there(ladder_data({number}))) then",
                 *binding.associate(value, number), "end if"]
        if top.category == "character":
            local = f"character(len=:), allocatable :: {name}"
            return name, [*clear, f"if (allocated({name})) deallocate ({name})",
                          *binding.put(value, number, name, True)], \
                binding.get(value, number, name, True), local
        if top.category != "type":
            if top.deferred:
                how = "allocatable, target" if top.has("allocatable") else "pointer"
                local = (f"{binding.fortran_type(value)}, {how} :: "
                         f"{name}{binding.colons(value.rank)}")
                return (name, binding.put(value, number, name), binding.get(value, number, name),
                        local)
            return f"ladder_{number}", [*clear, *there], [], ""
        kind = f"type({top.type_name})"
        if top.has("pointer"):
            local = f"{kind}, pointer :: {name}{binding.colons(top.rank)}" + " => null()"
        elif top.has("allocatable") or top.rank or top.has("optional"):
            local = f"{kind}, allocatable, target :: {name}{binding.colons(top.rank)}"
        else:
            local = f"{kind}, target :: {name}"
        return (name, binding.put(value, number, name, made(value)),
                binding.get(value, number, name, made(value)), local)

    def _interfaces(self):
        lines = ["interface"]
        for number, scope in enumerate(self.step0.holders):
            if scope is not self.step0.home:  # whose procedures have their interface already
                lines += [f"subroutine ladder_state_{number}(ladder_phase, "
                          f"{binding.PARAMETERS}) bind(c)", binding.USES, *binding.DECLARED[:3],
                          f"end subroutine ladder_state_{number}"]
        if self.routine.parent is None:
            lines += interface(self.closure, self.routine, self.routine.name, self.step0.modules)
        return [*lines, "end interface"] if len(lines) > 1 else []


def made(value):
    """Whether the variable for an argument of derived type is allocatable, whatever the argument
    is."""
    return (value.top.category == "type" and bool(value.top.rank or value.top.has("optional"))
            and not value.top.has("pointer"))


def kept_use(closure, scope, declaration, modules):
    module = next(use.module for use in scope.uses if use.declaration is declaration)
    return module in INTRINSIC or closure.program.module(module, scope) in modules


def local_text(closure, scope, names, modules, more_uses=None):
    """Statements of a procedure that declare some of its names; `modules`: those that exist, None
    for all."""
    uses, rest = [], []
    for declaration in slices.local_slice(scope, names):
        if declaration.kind == "Use_Stmt":
            if modules is None or kept_use(closure, scope, declaration, modules):
                uses += slices.text_of(declaration)
        elif declaration.kind not in ("Data_Stmt", "Save_Stmt"):
            rest += slices.declaring(declaration, names)
            if declaration.kind == "Common_Stmt":
                blocks = {f"/{scope.entities[name].common}/" for name in declaration.defines}
                rest += [f"!$omp threadprivate({block})"
                         for block in sorted(blocks & set(scope.of_each_thread()))]
    return [*uses, *([more_uses] if more_uses else []), *rest]


def interface(closure, routine, name, modules):
    """Interface body of an external routine under a name."""
    head = re.sub(rf"\b(subroutine|function)\s+{routine.name}\b", rf"\1 {name}",
                  routine.unit.head.text, count=1, flags=re.IGNORECASE)
    kind = routine.unit.kind
    if (kind == "function" and not re.search(r"\bresult\s*\(", head, re.IGNORECASE)
            and name != routine.name):
        head += f" result({routine.name})"
    names = {*routine.dummies, *([routine.result] if routine.result else [])}
    return [head, *local_text(closure, routine, names, modules), f"end {kind} {name}"]
