"""What procedures that a nest calls do besides their results."""


def changes_nothing(port, scope, depth=8):
    """Does a procedure write its own variables alone?"""
    found = port.closure.names.get(scope)
    if found is None or not depth:
        return False
    for name in found.written:
        target = scope.lookup(name)
        own = target is None or target[0] is scope
        entity = scope.entities.get(name)
        if not own or name in scope.dummies or entity is not None and (
                entity.common or entity.has("save")):
            return False
    return all(changes_nothing(port, each, depth - 1) if each is not None else False
               for call in found.calls for each in port.writes._callees(scope, call))


def reads_arrays(port, scope, depth=8):
    """Does a procedure use arrays other than its own local ones?"""
    found = port.closure.names.get(scope)
    if found is None or not depth:
        return True
    for name in found.used:
        entity = scope.entity_of(name)
        if entity is not None and (entity.rank or entity.category in ("type", "class")) and (
                scope.declaring(name)[0] is not scope or name in scope.dummies):
            return True
    return any(each is None or reads_arrays(port, each, depth - 1)
               for call in found.calls for each in port.writes._callees(scope, call))
