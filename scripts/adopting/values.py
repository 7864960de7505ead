"""The flat list of what goes in and out of a routine: arguments, the result, variables of modules,
hosts and COMMON blocks.

A derived type is given as its components, one value each."""

import re

from adopting import names
from adopting.failure import FILE, USAGE, Failure
from adopting.value import INTRINSIC, Value, designators, elements_of, stated


def of(closure, writes):
    routine, values = closure.routine, []
    for name in routine.dummies:
        entity = routine.entities[name]
        intent = entity.intent or ("inout" if writes.written(routine, name) else "in")
        values += flat(closure, entity, routine, "argument", intent)
    if routine.result:
        values += flat(closure, routine.entities[routine.result], routine, "result", "out")
    for (scope, name), (user, node) in sorted(all_state(closure),
                                              key=lambda item: item[0][0].unit.path()):
        entity = scope.entities[name]
        if entity.category == "class" or entity.procedure:
            where = user.place(node) if node is not None else entity.place
            raise Failure(USAGE, f"{where}: the variable '{name}' is polymorphic, which is not "
                                 "read: adopt a routine that does not use it")
        if entity.has("equivalence") and not entity.common:
            closure.no(entity.place, f"'{name}' outlives a call and is in an EQUIVALENCE, which is "
                                     "not read: adopt a routine that does not use it")
        values += flat(closure, entity, scope, "state",
                       "inout" if (scope, name) in writes.state else "in")
    for name in saved(closure):
        values += flat(closure, routine.entities[name], routine, "saved", "inout")
    refuse_resized(closure, writes, values)
    refuse_same_names(values)
    note_threads(closure, values)
    return values


def note_threads(closure, values):
    """What a call leaves there depends on the number of threads."""
    for scope in closure.names:
        for name, place in scope.of_each_thread().items():
            found = [value.name for value in values if value.intent != "in"
                     and name in (f"/{value.top.common}/", value.top.name)]
            if found:
                closure.notes.append(f"{place}: each thread has its own {', '.join(found)}; where "
                                     "no call needs what another left there, write into "
                                     f"ladder.toml: scratch = \"{' '.join(found)}\"; else they are "
                                     "not recorded but of one thread")


def saved(closure):
    """Local variables of the routine that keep a value from call to call, and notes about those
    that are not recorded."""
    found = []
    for scope, used in closure.names.items():
        if scope.keeps_all():
            closure.notes.append(f"{scope.unit.place}: SAVE of all variables of {scope.name}: "
                                 "those without a first value are not recorded")
        for entity in scope.entities.values():
            if (entity.has("parameter") or entity.common or entity.name in scope.dummies
                    or entity.name == scope.result or not entity.category
                    or not (entity.has("save") or entity.initial) or entity.name not in used.written
                    or not scope.whole):
                continue
            if scope is closure.routine:
                found.append(entity.name)
            else:
                closure.notes.append(f"{entity.place}: '{entity.name}' of {scope.name} keeps its "
                                     "value from call to call and is not recorded: make it a "
                                     "variable of a module where it matters")
    return found


def all_state(closure):
    """Variables of modules and hosts, and members of COMMON blocks: of a host's declaration or of
    the routine's own where they have one."""
    found = dict(closure.state)
    for block, (first, *others) in closure.sharing().items():
        whole = is_shared(first, first.commons[block])
        for scope in others:
            members = scope.commons[block]
            if shapes(scope, members) != shapes(first, first.commons[block]):
                closure.notes.append(f"{scope.unit.place}: {scope.name} declares COMMON /{block}/ "
                                     f"otherwise than {first.name}")
                whole = True
            whole = whole or is_shared(scope, members)
            for name in members:
                found.pop((scope, name), None)
        for at, name in enumerate(first.commons[block]):
            if whole or any(used_in_actions(closure, scope, scope.commons[block][at])
                            for scope in (first, *others)):
                found.setdefault((first, name), (first, None))
    return found.items()


def used_in_actions(closure, scope, name):
    if scope not in closure.names:
        return (scope, name) in closure.state
    if not hasattr(scope, "action_names"):
        inner = [closure.program.scope(child) for child in scope.children.values()]
        scope.action_names = set(names.names_in([each.execution for each in (scope, *inner)]).used)
        for declaration in scope.declarations:
            if declaration.kind not in ("Common_Stmt", "Type_Declaration_Stmt", "Dimension_Stmt",
                                        "Save_Stmt"):
                scope.action_names |= set(declaration.names.used)
            for each in declaration.defines:
                entity = scope.entities.get(each)
                if entity:
                    for pair in entity.shape:
                        scope.action_names |= set(re.findall(r"[a-z]\w*", " ".join(pair).lower()))
    return name in scope.action_names


def is_shared(scope, members):
    """Whether a local name reaches the block's storage: across the bounds of any member."""
    return any(scope.entities[name].has("equivalence") for name in members)


def shapes(scope, members):
    return [(scope.entities[name].type_text.lower(), scope.entities[name].shape, name)
            for name in members]


def flat(closure, top, scope, role, intent):
    if top.category in INTRINSIC:
        return [Value(top.name, top, top, scope, role, scope, intent, [top], top.shape,
                      top if top.rank else None)]
    if top.category != "type":
        raise Failure(USAGE,
                      f"{top.place}: no type is declared for '{top.name}': a macro or an include "
                      "file may be missing; give your build's flags: --flags='-D... -I...'")
    top.count = stated(scope, top)
    return components(closure, top, scope, role, scope, intent, [top], ())


def components(closure, top, owner, role, scope, intent, path, seen):
    last = path[-1]
    where, kind = owner.type_named(last.type_name, last.place)
    if kind.name in seen:
        if last.name in closure.components:
            closure.no(last.place, f"'{last.name}' leads to its own type {kind.name}, a list, "
                                   "which is not read: adopt a routine that computes on arrays")
        return []
    if kind.parent:
        raise Failure(USAGE, f"{kind.place}: the type {kind.name} extends {kind.parent}, which is "
                             "not read: adopt a routine that computes on its components")
    found = []
    for leaf in kind.components.values():
        if leaf.name not in closure.components and not closure.whole:
            continue
        found += component(closure, top, where, role, scope, intent, [*path, leaf],
                           (*seen, kind.name))
    return found


def component(closure, top, where, role, scope, intent, path, seen):
    leaf = path[-1]
    name = designators(path)[-1]
    if leaf.procedure or leaf.category == "class":
        what = "a procedure" if leaf.procedure else "polymorphic"
        closure.no(leaf.place, f"the component '{name}' is {what}, which is not read: adopt a "
                               "routine that does not use it")
    ranked = [each for each in path if each.rank]
    if ranked and ranked[0] is not leaf and (leaf.rank or leaf.deferred):
        return [value for one in elements_of(closure, path, ranked[0])
                for value in component(closure, top, where, role, scope, intent, one, seen)]
    if leaf.category == "type":
        leaf.count = stated(where, leaf)
        return components(closure, top, where, role, scope, intent, path, seen)
    return [Value(name, top, leaf, where, role, scope, intent, path,
                  ranked[0].shape if ranked else [], ranked[0] if ranked else None)]


def refuse_resized(closure, writes, values):
    tops = {(value.scope, value.top.name): value for value in values}
    for target, (scope, node) in writes.resized.items():
        if target in tops:
            closure.refuse(f"{scope.place(node)}: '{target[1]}' is allocated, deallocated or "
                           f"pointed elsewhere inside of what {closure.routine.name} does, so its "
                           "size is no input: adopt a routine that is called afterwards{leave}"
                           f"{closure.instead()}", scope)
    for value in values:
        if value.leaf.category == "character" and value.rank:
            closure.no(value.leaf.place, f"'{value.name}' is an array of characters, which is not "
                                         "read: adopt a routine that does not use it")
        if value.top.has("optional") and value.top.deferred:
            what = "allocatable" if value.top.has("allocatable") else "a pointer"
            closure.no(value.top.place, f"'{value.top.name}' is optional and {what}, which is not "
                                        "read: adopt a routine that it calls")


def set_scratch(values, names, file):
    """Those of which the owner says that they count neither before a call nor after it."""
    written = [value for value in values if value.intent != "in"]
    for name in names.replace(",", " ").split():
        value = next((each for each in written if each.name == name.lower()), None)
        if value is None:
            raise Failure(FILE, f"{file}: scratch: '{name}' is no value that the routine writes; "
                                f"there are {', '.join(each.name for each in written)}")
        value.intent = "scratch"


def refuse_same_names(values):
    """Variables of several scopes may share a name: the later ones are named by their scope."""
    taken = set()
    for value in values:
        if value.name in taken:
            value.name = f"{value.scope.name}%{value.name}"
        while value.name in taken:
            value.name += "%again"
        taken.add(value.name)
