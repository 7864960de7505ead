"""Step 0: the routine with what it uses, taken from the owner's sources and nothing else."""

import re

from adopting import files, layout, left_out, pieces
from adopting.program import INTRINSIC

HOST = "ladder_host"


class Step0:
    """`text` is the source; `homes` are the scopes whose `contains` part holds an entry, as
    entry.py writes it."""

    def __init__(self, closure, values):
        self.closure, self.values, self.routine = closure, values, closure.routine
        self.host = self._host()
        self.holders = [*dict.fromkeys(one.scope for one in values if one.role == "state")]
        self.common_scopes = [each for each in self.holders
                              if each.whole and each is not self.host]
        self.saved = [each for each in values if each.role == "saved"]
        self.modules = self._order()

    def _host(self):
        """The program or procedure that holds an internal routine."""
        parent = self.routine.parent
        return parent if parent is not None and parent.unit.kind != "module" else None

    @property
    def home(self):
        """Scope next to whose procedures the routine is; None for an external one."""
        return self.routine.parent

    def name_of(self, scope):
        return HOST if scope is self.host else scope.name

    def _order(self):
        """Modules, each after those that it uses."""
        wanted = [scope for scope in {**self.closure.needed,
                                      **{s.parent: 0 for s in self.closure.procedures if s.parent}}]
        if self.host and self.host.parent:
            wanted.append(self.host.parent)

        def before(scope):
            used = [self.closure.program.module(use, scope) for use in self._used_by(scope)]
            return [*(each for each in used if each is not None and each in wanted),
                    *([scope.parent] if scope is self.host and scope.parent else [])]

        return files.in_order([each for each in wanted if each not in self.closure.names], before)

    def _used_by(self, scope):
        found = [module for module, _ in self.closure.uses.get(scope, {}).values()]
        for procedure in self.closure.names:
            if scope in procedure.around():
                found += [use.module for use in procedure.uses]
        return found

    # -- text

    def text(self, entries, first=(), hook=()):
        """`entries`: scope (None for external procedures) -> statements after the procedures of the
        scope. `first`: a module; `hook`: what the routine does first."""
        routine = self.routine
        self.hook = hook
        lines = [f"! Step 0 of {routine.name}: the routine and what it uses, from "
                 f"{routine.unit.place}.",
                 "! Written by `ladder adopt`, which writes it again at its next call."]
        if first:
            lines += ["", *layout.free(first)]
        for scope in self.modules:
            lines += ["", *self._module(scope, entries.get(scope, []))]
        for procedure in self.closure.procedures:
            if procedure.parent is None:
                lines += ["", *self._piece(procedure)]
        for number, (name, caller) in enumerate(sorted(self.closure.absent.items(),
                                                       key=lambda item: item[0])):
            lines += ["", f"! {name}, left out",
                      *layout.free(left_out.function(number, name, caller))]
        if entries.get(None):
            lines += ["", *layout.free(entries[None])]
        return "\n".join(lines) + "\n"

    def _module(self, scope, entry):
        lines = [f"! {scope.unit.place}", f"module {self.name_of(scope)}"]
        lines += ["  " + use for use in self._use_lines(scope)]
        if scope is self.host and scope.parent:
            lines.append(f"  use {scope.parent.name}")
        implicit = scope.implicit or (scope.parent.implicit if scope.parent else None)
        if implicit:
            lines.append("  " + implicit.lower())
        procedures = [each for each in self.closure.procedures if each.parent is scope]
        lines += self._access(scope, procedures)
        indices = sorted(self.closure.needed.get(scope, ()))
        regenerated = set()
        for index in indices:
            declaration = scope.declarations[index]
            if declaration.kind in ("Use_Stmt", "Implicit_Stmt"):
                continue
            again = [name for name in declaration.defines if self._regenerate(scope, name)]
            if again:
                for name in sorted(declaration.defines - regenerated):
                    if ((scope, name) in self.closure.state
                            or name in scope.entities and scope.entities[name].procedure):
                        lines += layout.free([self._deferred(scope.entities[name])], "  ")
                regenerated |= declaration.defines
            else:
                lines += self._declaration(scope, declaration)
        declared = set().union(*(each.defines for each in scope.declarations))
        for name in scope.dummies:
            if (scope, name) in self.closure.state and name not in declared:
                lines += layout.free([self._deferred(scope.entities[name])], "  ")
        here = set().union(*(scope.declarations[index].defines for index in indices))
        lines += layout.free(scope.function_statements(here), "  ")
        if scope.keeps_all():
            lines.append("  save")
        # Where the routine's entry uses the module as a whole it declares these itself.
        own = re.sub(r"(?ms)^interface$.*?^end interface$", "", "\n".join(entry))
        states = re.findall(r"(?m)^subroutine (ladder_state_\d+)\(", own)
        if states and scope.unit.kind == "module" and not scope.private_default:
            lines.append(f"  private :: {', '.join(states)}")
        if procedures or entry:
            lines += ["contains", ""]
        for procedure in procedures:
            lines += [*self._piece(procedure), ""]
        lines += ["  " + line for line in layout.free(entry)]
        return [*lines, f"end module {self.name_of(scope)}"]

    def _declaration(self, scope, declaration):
        """As it is; but a range has a module of its own, which sees what is private there too."""
        text = "\n".join(scope.source.lines[declaration.first:declaration.last + 1])
        if self.host and scope is self.host.parent and "::" in text:
            before, colons, names = text.partition("::")
            text = re.sub(r",\s*(private|protected)\b", "", before, flags=re.I) + colons + names
        return text.split("\n")

    def _use_lines(self, scope):
        modules = {}
        for local, (module, remote) in self.closure.uses.get(scope, {}).items():
            modules.setdefault(module, []).append(local if local == remote
                                                  else f"{local} => {remote}")
        for module, listed in modules.items():
            intrinsic = (", intrinsic ::" if module in INTRINSIC
                         and module not in ("omp_lib", "omp_lib_kinds", "openacc") else "")
            yield from layout.free([f"use{intrinsic} {module}, only: {', '.join(sorted(listed))}"])

    def _access(self, scope, procedures):
        """Names of a module are as visible as in the owner's source."""
        if scope.unit.kind != "module" or self.host and scope is self.host.parent:
            return []
        names = {name for index in self.closure.needed.get(scope, ())
                 for name in scope.declarations[index].defines}
        names |= ({procedure.name for procedure in procedures}
                  | self.closure.reached.get(scope, set()))
        names |= set(self.closure.uses.get(scope, {}))
        explicit = {name for name in names if not (
            name in scope.entities and scope.entities[name].attributes & {"private", "public"}
            or name in scope.types and scope.types[name].access)}
        if scope.private_default:
            public = sorted(name for name in explicit if scope.is_public(name))
            return ["  private",
                    *(layout.free([f"public :: {', '.join(public)}"], "  ") if public else [])]
        private = sorted(name for name in explicit if not scope.is_public(name))
        return layout.free([f"private :: {', '.join(private)}"], "  ") if private else []

    def _regenerate(self, scope, name):
        """Whether a host's variable cannot be declared in a module as it is: a dummy argument, or
        an automatic array."""
        if scope is not self.host or not scope.whole:
            return False
        entity = scope.entities.get(name)
        if entity is None or entity.has("parameter"):
            return False
        return (name in scope.dummies or name == scope.result or any(
            re.search(r"[a-z]\w*", side, re.IGNORECASE) and not self._constant(scope, side)
            for pair in entity.shape for side in pair))

    def _constant(self, scope, text):
        for word in re.findall(r"[a-z]\w*", text.lower()):
            entity = scope.entity_of(word)
            if entity and not entity.has("parameter"):
                return False
        return True

    def _deferred(self, entity):
        kind = entity.type_text
        if entity.category == "character":
            kind = "character(len=:), allocatable"
            return f"{kind} :: {entity.name}"
        if not entity.rank:
            return f"{kind} :: {entity.name}"
        how = "pointer" if entity.has("pointer") else "allocatable"
        return f"{kind}, {how} :: {entity.name}({', '.join(':' for _ in entity.shape)})"

    def _piece(self, scope):
        """A procedure between marks, so that a Fortran stage takes its place."""
        return [pieces.begin(scope.name), *self._procedure(scope), pieces.end(scope.name)]

    def _procedure(self, scope):
        """Its text as it is; use statements of modules that give it nothing are left out."""
        unit = scope.unit
        lines = list(scope.source.lines[unit.first:unit.last + 1])
        if self.closure.is_left_out(scope):
            return [f"! {scope.name} of {unit.place}, left out",
                    *left_out.stub(self.closure, scope, self.closure.error_paths.ends(scope))]
        scopes = [scope, *(self.closure.program.scope(child) for child in unit.children)]
        for each in scopes:
            at = each.unit.first - unit.first
            own = lines[at:]
            left_out.without_parts(own, each, self.closure.branches.get(each, ()), left_out.HERE)
            left_out.without_parts(own, each, self.closure.dropped.get(each, ()), "continue")
            lines[at:] = own
        for each in scopes:
            for use in each.uses:
                if (use.module not in INTRINSIC
                        and self.closure.program.module(use.module, each) not in self.modules):
                    for at in range(use.declaration.first, use.declaration.last + 1):
                        lines[at - unit.first] = ""
        places = list(scope.source.places[unit.first:unit.last + 1])
        if scope is self.routine and self.hook:
            at = scope.first_action() - unit.first
            lines[at:at] = hook = layout.free(self.hook, "  ")
            places[at:at] = [None] * len(hook)
        return [pieces.placed(places), *lines]
