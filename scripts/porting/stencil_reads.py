"""Which reads of a nest are those of a stencil."""

from porting.touched import NotTaken


def reads_of(nest):
    """{(variable, what its other subscripts are): accesses}, of arrays that the nest does not
    change."""
    touched = nest.touched
    if touched.calls:
        raise NotTaken(touched.calls)
    changed = {each.variable for each in touched.all if each.write} | touched.whole
    found = {}
    for each in touched.all:
        if each.axes is None or each.given or each.variable in changed \
                or nest.aliased(each.variable) or each.variable.kind == "constant":
            continue
        over = [axis.grid for axis in each.axes if axis.grid]
        if over and len(set(over)) == len(over):
            found.setdefault((each.variable, tuple(
                axis.grid or axis.fixed for axis in each.axes)), []).append(each)
    return found


def why_none(nest, words):
    """The reason why no array qualifies: the first that is read at several offsets and changed."""
    places = {}
    for each in nest.touched.all:
        if not each.write:
            places.setdefault(each.variable, set()).add(str(each.node).lower())
    changed = {each.variable for each in nest.touched.all if each.write} | nest.touched.whole
    for variable, seen in places.items():
        if len(seen) > 1 and variable.key[1] not in nest.verdict.private:
            if variable in changed:
                return f"{words}, but for '{variable.name}', which the nest changes or gives away"
            if nest.aliased(variable):
                return f"{words}, but for '{variable.name}', which may share memory with another"
    return words
