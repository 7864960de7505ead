"""What a routine uses: procedures, declarations and variables that outlive a call, over all
files."""

from adopting import beyond, left_out, names, temporaries
from adopting.fortran import walk
from adopting.program import INTRINSIC
from adopting.refusals import LEAVE, Refusals


class Closure(Refusals):
    """`without`: procedures that step 0 calls without effect, as timers."""

    def __init__(self, routine, libraries=False, without=(), elements=None):
        self.routine, self.program, self.libraries, self.without = (routine, routine.program,
                                                                    libraries, set(without))
        self.callers = {}      # procedure scope -> the one that was read before it
        self.procedures = []  # scopes whose text is taken whole; internal ones are inside of theirs
        self.needed = {}       # module or host scope -> indices of declarations
        self.uses = {}         # module or host scope -> {local: (module, remote)}
        self.reached = {}      # module scope -> names that others take from it
        self.state = {}        # (scope, name) -> node of the first use and its scope
        self.components = set()
        self.whole = False     # a derived type is assigned as a whole
        self.notes, self.printing = [], []
        self.elements = elements or {}  # of arrays of types: how many, where the owner said it
        self.counted = {}      # such arrays: how many are taken, or 0 where the source says it
        self.names = {}        # procedure scope -> Names
        self.error_paths = left_out.ErrorPaths(self.program)
        self.branches = {}     # procedure scope -> its branches that are error paths
        self.dropped = {}      # procedure scope -> its calls that are left out
        self.absent = {}       # functions without a source that are left out -> who calls them
        self.refusals = []     # (message, procedures on the way, innermost first)
        self._seen = set()
        self._procedure(routine)

    # -- walk

    def _procedure(self, scope, caller=None):
        if any(each in self.names for each in scope.around()):
            return  # its text is part of one that is taken already
        self.callers[scope] = caller
        self.procedures.append(scope)
        self._names(scope)

    def _names(self, scope):
        if self.is_left_out(scope):
            found = names.names_in([each.node for each in left_out.declared(scope)])
            self.branches[scope] = ()
            if self.error_paths.ends(scope):
                self.notes.append(f"{scope.unit.place}: {scope.name} ends the program: step 0 "
                                  "stops where it is called")
        else:
            branches = self.branches[scope] = self.error_paths.branches(scope)
            self.notes += [f"{scope.place(nodes[0])}: an error path, which ends the program: step "
                           "0 stops there" for nodes, _ in branches]
            errors = {id(one) for nodes, _ in branches for one in walk(nodes)}
            dropped = self.dropped[scope] = left_out.calls(scope, self, errors)
            found = names.names_in(scope.tree, [node for nodes, _ in [*branches, *dropped]
                                                for node in nodes])
        self.names[scope] = found
        self.components |= found.components
        if not self.is_left_out(scope):
            beyond.refuse_actions(scope, self)
        called = {call.name for call in found.calls} | self._passed(scope, found)
        for entity in scope.entities.values():
            if entity.category in ("type", "class"):
                self.resolve(scope, entity.type_name, None, False)
        for name in found.whole_written:
            entity = scope.entity_of(name)
            self.whole = self.whole or bool(entity and entity.category == "type")
        for name, node in found.used.items():
            if name in found.associated:
                continue
            self.resolve(scope, name, node, name in called)
        for use in [] if self.is_left_out(scope) else scope.uses:
            for name in use.only or []:
                if not name.startswith(("operator", "assignment")):
                    self.resolve(scope, name, None, False, listed=name not in found.used)
        for child in [] if self.is_left_out(scope) else scope.children.values():
            inner = self.program.scope(child)
            if inner not in self.names:
                self._names(inner)

    def _passed(self, scope, found):
        """Procedures that are given to others as arguments."""
        passed = set()
        for name in (base for call in found.calls
                     for _, base, node in call.arguments if base == str(node).lower()):
            owner, real = scope.declaring(name) or (None, None)
            if owner and real not in owner.dummies:
                entity = owner.entities.get(real)
                if real in owner.interfaces or entity and entity.procedure:
                    passed.add(name)
        return passed

    def resolve(self, scope, name, node, called, listed=False):
        """`listed`: in the list of a use statement or in a declaration alone, so that no value of
        it is used."""
        found = scope.lookup(name)
        if found is None:
            if called:
                self._unknown_procedure(scope, name, node)
            return
        owner, remote, via = found
        if isinstance(owner, str):
            if owner not in INTRINSIC:
                where = scope.place(node) if node is not None else via[1].place
                self.refuse(f"{where}: '{name}' is of the module '{owner}', whose source is not in "
                            f"{self.program.root}: adopt a routine that does not use it{LEAVE}"
                            f"{self.instead(refused=scope)}", scope)
                return
            if via[0] not in self.names:
                self.uses.setdefault(via[0], {})[name] = (owner, remote)
            return
        if via is not None:
            self._bring(via, name)
        if owner in self.names and owner.whole:
            if remote in owner.interfaces:
                for each in owner.interfaces[remote]:
                    if each != remote:
                        self.resolve(owner, each, node, True)
                if not owner.interfaces[remote] and called:
                    self._unknown_procedure(owner, remote, node)
            elif called and self._is_external(owner, remote):
                self._unknown_procedure(owner, remote, node)
            return
        self._need(owner, remote, node, scope, listed)
        # A pointer of a module leads to what the program gave it, and is no procedure's name.
        if (called and self._is_external(owner, remote)
                and not owner.entities[remote].has("pointer")):
            self._unknown_procedure(scope, remote, node)

    def _is_external(self, owner, name):
        entity = owner.entities.get(name)
        return entity is not None and entity.procedure and name not in owner.dummies

    def _bring(self, via, name):
        """Follows the use statements that bring a name, so that each module passes it on."""
        holder, use = via
        remote = use.remote(name)
        module = self.program.module(use.module, holder)
        if holder not in self.names:
            self.uses.setdefault(holder, {})[name] = (use.module, remote)
        if module is not None:
            self.reached.setdefault(module, set()).add(remote)
            self.needed.setdefault(module, set())
            if not module.declares(remote):
                inner = module.through_use(remote, set())
                if inner and (module, remote, "brought") not in self._seen:
                    self._seen.add((module, remote, "brought"))
                    self._bring((module, inner[2]), remote)

    def _need(self, owner, name, node, user, listed):
        """A name that a module or the host declares."""
        if name in owner.statement_functions:
            self.no(user.place(node), f"'{name}' is a statement function of {owner.name}, which "
                                      "step 0 does not hold: make it a function of its own")
        if owner.unit.kind == "program" and owner not in self.needed:
            for each in temporaries.of_host(owner):
                owner.entities[each].attributes.add("temporary")
        entity = owner.entities.get(name)
        if (not listed and entity and entity.category and not entity.has("parameter")
                and not entity.procedure and not entity.has("temporary")):
            self.state.setdefault((owner, name), (user, node))
        if (owner, name) in self._seen:
            return
        self._seen.add((owner, name))
        self.needed.setdefault(owner, set())
        if name in owner.children:
            self._procedure(self.program.scope(owner.children[name]), user)
            return
        for index, declaration in enumerate(owner.declarations):
            if name in declaration.defines:
                self.needed[owner].add(index)
                for each, at in declaration.names.used.items():
                    if each not in declaration.defines:
                        self.resolve(owner, each, at, False, True)
                for each in getattr(declaration, "specifics", []):
                    self.resolve(owner, each, None, True)
                for other in sorted(declaration.defines - {name}):
                    self._types_of(owner, other)
                    if declaration.kind in ("Common_Stmt", "Parameter_Stmt"):
                        self._need(owner, other, None, user, True)
        self._types_of(owner, name)
        if name in owner.interfaces and not owner.interfaces[name]:
            self._unknown_procedure(owner, name, node)

    def _types_of(self, owner, name):
        entity = owner.entities.get(name)
        if entity is not None and entity.type_name:
            self.resolve(owner, entity.type_name, None, False)
        if name in owner.types:
            kind = owner.types[name]
            for component in kind.components.values():
                if component.type_name and component.type_name != name:
                    self.resolve(owner, component.type_name, None, False)
            if kind.parent:
                self.resolve(owner, kind.parent, None, False)

    def _unknown_procedure(self, scope, name, node):
        intrinsic, entity = beyond.is_intrinsic(name), scope.entity_of(name)
        if intrinsic and not (entity and entity.procedure):
            if name in beyond.RANDOM:
                self.no(scope.place(node), f"{name} has a state that no recorded call has: adopt "
                        "a routine that is given random numbers", scope)
            return
        external = self.program.external(name, scope)
        if external is not None:
            self._procedure(external, scope)
        elif intrinsic:
            return  # of the compiler's library
        elif name in self.without:
            self.absent[name] = scope
        elif beyond.refuse_call(scope, name, node, self) and not self.libraries:
            self.refuse(f"{scope.place(node)}: '{name}' is called{self.by(self.chain(scope))}, and "
                        f"no Fortran source in {self.program.root} has it"
                        f"{self.program.in_c(name)}: if it is of a library, give the library: "
                        f"--libraries='-l...'{LEAVE}"
                        f"{self.instead('; or adopt', scope)}", scope, name)

    def sharing(self):
        """{COMMON block: the scopes that declare it}, first those that hold procedures."""
        found = {}
        for scope in dict.fromkeys([*(each for each, _ in self.state), *self.names]):
            for block, members in scope.commons.items():
                if (not self.is_left_out(scope) if scope in self.names
                        else any((scope, name) in self.state for name in members)):
                    found.setdefault(block, []).append(scope)
        return found

    def idle(self):
        """Names that are left out and that nothing calls."""
        dropped = {str(node.items[0]).lower()
                   for parts in self.dropped.values() for nodes, _ in parts for node in nodes}
        return sorted(self.without - {""} - dropped - set(self.absent)
                      - {scope.name for scope in self.names if self.is_left_out(scope)})

    def is_left_out(self, scope):
        return (scope is not self.routine and scope.whole
                and (scope.name in self.without or self.error_paths.ends(scope)))
