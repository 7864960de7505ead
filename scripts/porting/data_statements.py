"""First values that DATA gives to what is never written: constants of FORTRAN 77."""

import re

from adopting.statements import split
from porting.refused import Refused


def values_of(scope, entity, count):
    """Texts of the values of a variable with so many elements."""
    for declaration in scope.declarations:
        if declaration.kind != "Data_Stmt" or entity.name not in declaration.defines:
            continue
        text = re.sub(r"^\s*data\b", "", str(declaration.node), flags=re.IGNORECASE)
        for listed, given in re.findall(r"([^/]+)/([^/]*)/", text):
            names = [each.strip().lower() for each in split(listed.strip(" ,"))]
            values = repeated(given)
            if names == [entity.name] and len(values) == count:
                return values
            if entity.name in names and len(names) == len(values):
                if all(name in scope.entities and not scope.entities[name].rank for name in names):
                    return [values[names.index(entity.name)]]
    raise Refused(entity.place, f"the DATA of '{entity.name}'")


def repeated(text):
    """`3*0.0, 1.0` as four values."""
    found = []
    for each in split(text):
        match = re.fullmatch(r"\s*(\d+)\s*\*\s*(.+)", each)
        found += [match[2].strip()] * int(match[1]) if match else [each.strip()]
    return found
