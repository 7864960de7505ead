"""Reads the specification part of a unit into the tables of its scope."""

import re

from adopting import beyond, entities, names, parsing
from adopting.attributes import Attributes
from adopting.do_concurrent import Nests
from adopting.entities import DECLARES, OF_ARGUMENTS, Declaration, Use, flattened
from adopting.fortran import f, walk
from adopting.statements import statements


class Specification(Attributes):
    """What a scope declares; `unit`, `source` and the tables are the scope's."""

    def _read(self):
        unit = self.unit
        last = (unit.contains if unit.contains is not None else unit.last)
        if not self.whole and not self.entire:
            last = self.first_action_in(last)
        self._lines = self.source.lines[unit.first:last]
        places = self.source.places[unit.first:last + 1]
        ending = {"subroutine": "end subroutine", "function": "end function",
                  "program": "end program"}.get(unit.kind, "end module")
        self.tree = parsing.parse_unit(unit, self._with_do_loops(last), places, ending,
                                       f"{unit.kind} {unit.name}")
        self._shift = 1 if unit.head is None else 0
        self._head(walk(self.tree, (f.Subroutine_Stmt, f.Function_Stmt)))
        for part in self._parts(f.Specification_Part):
            for node in flattened(part):
                self._declare(node)
        self.execution = self._parts(f.Execution_Part)
        self._apply_implicit()
        self._late_statement_functions()
        self.learn_functions(self.execution)

    def _with_do_loops(self, last):
        """Lines as they are parsed: those of a procedure without DO CONCURRENT."""
        if not self.whole:
            return self._lines
        self.nests = Nests(self.source, self.unit.first, last - 1)
        lines = [self.nests.changed.get(at, line)
                 for at, line in enumerate(self._lines, self.unit.first)]
        if self.nests.declared:
            first = self.first_action_in(last) - self.unit.first
            lines[first] = "; ".join([*self.nests.declared, lines[first]])
        return lines

    def _parts(self, kind):
        """Where statement functions precede declarations, a unit has several parts of a kind."""
        return [part for part in self.tree.children[0].children if isinstance(part, kind)]

    def _late_statement_functions(self):
        """fparser takes them for assignments to elements; what they assign to is no array."""
        end = self.unit.last if self.unit.contains is None else self.unit.contains
        for each in statements(self.source.lines, self.first_action_in(end), end - 1):
            match = OF_ARGUMENTS.match(each.text)
            if not match and DECLARES.match(each.text):
                continue
            if not match:
                break
            name = match[1].lower()
            owner, real, _ = ((self, name, None) if name in self.entities else self.lookup(name)
                              or (self, name, None))
            if isinstance(owner, str):
                break  # of a module that is not known
            entity = owner.entities.get(real)
            if entity is not None and (entity.rank or entity.category == "character"):
                break
            self.statement_functions.add(name)

    def learn_functions(self, tree):
        """What a tree calls and a scope declares by its type alone is a function: the intrinsic one
        of that name, where no source has another, else an external one."""
        found = names.names_in(tree)
        own = {str(each.items[0]).lower() for each in walk(tree, f.Entity_Decl)}  # of a BLOCK
        for node in [*(call.node for call in found.calls if call.function),
                     *walk(tree, f.Intrinsic_Function_Reference)]:
            name = str(node.items[0]).lower()
            owner = next((each for each in self.around()
                          if each.declares(name) or name in each.functions["intrinsic"]), None)
            if owner is None or name in own or name in found.associated:
                continue
            if owner.has_type_alone(name) and self.declaring(name) == (owner, name):
                owner.add_function(name)
            if name in owner.functions["intrinsic"]:
                parsing.make_intrinsic(node)
            elif (owner.entities.get(name) and owner.entities[name].procedure
                  and isinstance(node, f.Intrinsic_Function_Reference)):
                parsing.make_external(node)

    def has_type_alone(self, name):
        entity = self.entities.get(name)
        return entity is not None and not (
            entity.procedure or entity.rank or entity.category == "character"
            or name in self.dummies or name == self.result or name in self.statement_functions)

    def add_function(self, name):
        """An intrinsic one needs no declaration, so this one is as if it were not there."""
        if beyond.is_intrinsic(name) and self.program.external_unit(name, self) is None:
            self.functions["intrinsic"][name] = self.entities.pop(name)
        else:
            self.functions["external"][name] = self.entities[name]
            self.entities[name].procedure = True

    def function_statements(self, here):
        """What makes functions of those of these names that a type alone declares, where no call
        does: in a module, or where a procedure inside has the calls."""
        listed = {word: [name for name, entity in known.items()
                         if name in here and not entity.has(word)]
                  for word, known in self.functions.items()}
        return [f"{word} {', '.join(each)}" for word, each in listed.items() if each]

    def functions_for(self, wanted):
        """{name: (arguments, names of its expression, text)} of the statement functions that these
        names need, in their order."""
        found, wanted = {}, set(wanted)
        for each in reversed(statements(self.source.lines, self.unit.first, self.unit.last - 1)):
            match = OF_ARGUMENTS.match(each.text)
            name = match[1].lower() if match else ""
            if name in wanted & self.statement_functions:
                dummies = {word.strip().lower() for word in match[2].split(",")} - {""}
                body = names.names_in(parsing.read(f.Expr, each.text[match.end():]))
                body.used = {word: at for word, at in body.used.items() if word not in dummies}
                wanted |= body.used.keys()
                found = {name: (dummies, body, each.text), **found}
        return found

    def first_action_in(self, last):
        """Index of the first line that declares nothing."""
        depth = 0
        for statement in statements(self.source.lines, self.unit.first,
                                    last - 1)[1 if self.unit.head else 0:]:
            low = statement.text.lower()
            if depth:
                depth += (bool(re.match(r"(abstract\s+)?interface\b", low))
                          - bool(re.match(r"end\s*(interface|type|enum)\b", low)))
            elif re.match(r"(abstract\s+)?interface\b|enum\s*,|type\s*(,[^:]*)?(::)?\s*[a-z]\w*$|"
                          r"type\s*,.*::", low):
                depth = 1
            elif (not DECLARES.match(low) or re.match(r"[a-z]\w*\s*(\([^)]*\))?\s*=[^=>]", low)
                  and not low.startswith("parameter")):
                return statement.first
        return last

    def _head(self, found):
        if not self.whole:
            return
        head = found[0]
        self.prefix = str(head.items[0] or "")
        arguments = head.items[2]
        self.dummies = [str(each).lower()
                        for each in (arguments.items if arguments is not None else ())]
        if self.unit.kind == "function":
            suffix = str(head.items[3] or "")
            named = re.search(r"RESULT\s*\(\s*(\w+)\s*\)", suffix, re.IGNORECASE)
            self.result = named[1].lower() if named else self.name
            typed = re.sub(r"\b(pure|elemental|recursive|module|impure)\b", "", self.prefix,
                           flags=re.IGNORECASE).strip()
            if typed:
                text, category, type_name, length = entities.type_of(typed)
                self.entities[self.result] = entities.Entity(self.result, self.unit.place, text,
                                                             category, type_name, length=length)

    def _declare(self, node):
        first, last = parsing.span(node)
        one = Declaration(node, self.unit.first + first - self._shift,
                          self.unit.first + last - self._shift, self)
        self.declarations.append(one)
        if isinstance(node, f.Use_Stmt):
            self._use(node, one)
        elif isinstance(node, f.Type_Declaration_Stmt):
            for entity in entities.declared(node, self.place(node)):
                self._add(entity, one)
        elif isinstance(node, f.Derived_Type_Def):
            kind = entities.derived_type(node, self.place)
            self.types[kind.name] = kind
            one.defines.add(kind.name)
        elif isinstance(node, f.Interface_Block):
            self._interface(node, one)
        elif isinstance(node, f.Implicit_Stmt):
            self.implicit = str(node)
        elif isinstance(node, f.Stmt_Function_Stmt):
            name = str(node.items[0]).lower()
            self.statement_functions.add(name)
            one.defines.add(name)
        elif isinstance(node, f.Access_Stmt):
            self._access(node)
        elif isinstance(node, f.Common_Stmt):
            self._common(node, one)
        else:
            self._attributes(node, one)

    def _use(self, node, one):
        text = str(node)
        match = re.match(r"use\s*(,\s*(intrinsic|non_intrinsic)\s*)?(::)?\s*(\w+)\s*(,\s*only\s*:)"
                         r"?\s*,?\s*(.*)$", text, re.IGNORECASE)
        renames, only = {}, [] if match[5] else None
        for part in entities.split(match[6]):
            part = part.strip().lower()
            if "=>" in part:
                local, remote = [side.strip() for side in part.split("=>")]
                renames[local] = remote
                if only is not None:
                    only.append(local)
            elif part and only is not None:
                only.append(part)
        self.uses.append(Use(match[4].lower(), only, renames, self.place(node), one))

    def _interface(self, node, one):
        text = str(node.children[0])
        named = re.match(r"(?:abstract\s+)?interface\s+(.+)$", text, re.IGNORECASE)
        inside = str(node)
        specifics = []
        for match in re.finditer(r"^\s*(?:module\s+)?procedure\s*(?:::)?\s*(.*)$", inside,
                                 re.IGNORECASE | re.MULTILINE):
            specifics += [name.strip().lower() for name in match[1].split(",")]
        bodies = [match[1].lower() for match in re.finditer(
            r"^\s*(?!end)[^!]*?\b(?:subroutine|function)\s+(\w+)", inside,
            re.IGNORECASE | re.MULTILINE)]
        if named:
            name = named[1].strip().lower()
            self.interfaces.setdefault(name, []).extend(specifics + bodies)
            one.defines.add(name)
        for name in bodies:
            self.interfaces.setdefault(name, [])
            one.defines.add(name)
        one.specifics = specifics

    def _apply_implicit(self):
        listed = [*self.dummies, *([self.result] if self.result else [])]
        for name in listed:
            if name not in self.entities:
                self.entities[name] = entities.Entity(name, self.unit.place)
        for entity in self.entities.values():
            if not entity.category and not entity.procedure:
                entity.type_text, entity.category = self.implicit_type(entity.name)

    def implicit_type(self, name):
        text = self.implicit or (self.parent.implicit if self.parent else None) or ""
        if re.search(r"none", text, re.IGNORECASE):
            return "", ""
        for spec, letters in re.findall(
                r"([A-Za-z][\w ]*(?:\*\s*\d+|\([^()]*\))?)\s*\(([A-Za-z\s,-]+)\)",
                re.sub(r"^implicit", "", text, flags=re.IGNORECASE)):
            for part in letters.split(","):
                low, _, high = part.strip().lower().partition("-")
                if low.strip() <= name[0] <= (high or low).strip():
                    return spec.strip(), entities.type_of(spec.strip())[1]
        return ("INTEGER", "integer") if name[0] in "ijklmn" else ("REAL", "real")
