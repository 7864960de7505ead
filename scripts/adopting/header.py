"""The C header of a routine: its constants, its arrays' index macros, what a stage is called
with."""

import re

from adopting import description

ENTRY = "LADDER_ENTRY"  # defined where the macros are not wanted
INDEX = "LADDER_INDEX"  # the type of indices; a stage may define another
INDENT = " " * len("void stage(")
KEYWORDS = set("""auto break case char const continue default do double else enum extern float for
goto if inline int long register restrict return short signed sizeof static struct switch typedef
union unsigned void volatile while bool true false class new delete this template namespace using
public private protected virtual operator and or not xor stage ladder_entry""".split())

# Macros of C's headers, which a constant in capital letters may not take the name of.
OF_C = set("NULL EOF I BUFSIZ RAND_MAX NAN INFINITY HUGE HUGE_VAL DOMAIN OVERFLOW "
           "UNDERFLOW".split())


def c_name(value):
    name = value.c_name
    return name + "_" if name in KEYWORDS else name


def nested(places, extents):
    """The index of an element, of what each axis adds, the first one fastest."""
    text = ""
    for place, extent in reversed(list(zip(places, extents))):
        text = f"{place} + {extent} * ({text})" if text else place
    return text


def begun(declaration):
    """The first lines of a definition."""
    return re.sub(r"\); ?( *)(// .*)?$", r") {\1\2", declaration)


class Header:
    def __init__(self, closure, values, parameters):
        self.closure, self.values, self.routine = closure, values, closure.routine
        self.parameters = {name: each for name, each in parameters.items()
                           if name not in {value.c_name for value in values}}
        self.integers = {value.name: c_name(value) for value in values if self.by_value(value)
                         and value.leaf.category == "integer"
                         and value.role in ("argument", "state")}
        self.constants = {name: each[3] for name, each in self.parameters.items()
                          if each[0] == "integer"}

    def by_value(self, value):
        return (value.intent == "in" and not value.rank and not value.guards()
                and value.leaf.category != "character" and value.role != "result")

    # -- bounds

    def in_c(self, text):
        """A bound as an expression in C, or None where it has more than integers that a stage
        knows."""
        result = ""
        for token in re.findall(r"[A-Za-z]\w*(?:\s*%\s*\w+)*|\d+|\*\*|[-+*/()]|\S", text):
            low = re.sub(r"\s", "", token.lower())
            if re.fullmatch(r"\d+|[-+*/()]", token):
                result += token
            elif low in self.integers:
                result += self.integers[low]
            elif low in self.constants:
                result += self.constants[low]
            else:
                return None
        return result

    def bounds(self, value):
        """[(lower, extent, is it a parameter of the stage)] of each axis, in C."""
        name, found = c_name(value), []
        for axis, (lower, upper) in enumerate(value.shape, 1):
            low = self.in_c(lower)
            if value.ranked.deferred:
                found.append((f"{name}_l{axis}", f"{name}_n{axis}", (True, True)))
                continue
            high = self.in_c(upper) if upper not in ("*", ":") else None
            known_low = low is not None
            low = low if known_low else f"{name}_l{axis}"
            if high is None:
                found.append((low, f"{name}_n{axis}", (not known_low, True)))
            else:
                extent = high if low == "1" else f"({high}) - ({low}) + 1"
                found.append((low, extent, (not known_low, False)))
        return found

    def macro(self, value):
        name, bounds = c_name(value), self.bounds(value)
        indices = [f"i{axis}" for axis in range(1, value.rank + 1)]
        text = nested([f"({INDEX})({index}) - ({lower})"
                       for index, (lower, _, _) in zip(indices, bounds)],
                      [f"({INDEX})({extent})" for _, extent, _ in bounds])
        return f"#define {name}({', '.join(indices)}) {name}[{text}]"

    def elements(self, value):
        """How many an array has, as an expression in C."""
        return " * ".join(f"(int64_t)({extent})" for _, extent, _ in self.bounds(value))

    # -- parameters of a stage

    def arguments(self):
        """[(declaration in C, in C++, comment, expression of ladder_entry)]"""
        found = []

        def add(name, comment, expression):
            found.append((f"int64_t {name}", f"int64_t {name}", comment, expression))

        for at, value in enumerate(self.values):
            name, types = c_name(value), value.c_types
            shown = ", ".join(f"{low}:{high}" if low != "1" or high == ":" else high
                              for low, high in value.shape).replace("1::", ":")
            comment = value.name + (f"({shown})" if value.rank else "") + f", {value.intent}"
            if value.role in ("state", "saved"):
                comment += f", of {description.owner_of(value)}"
            if value.guards():
                comment += ", NULL where it is absent"
            if self.by_value(value):
                found.append((f"{types[0]} {name}", f"{types[1]} {name}", comment,
                              f"*(const {types[0]} *)data[{at}]"))
                continue
            const = "const " if value.intent == "in" else ""
            found.append((f"{const}{types[0]} *{name}", f"{const}{types[1]} *{name}", comment,
                          f"({const}{types[0]} *)data[{at}]"))
            if value.leaf.category == "character":
                add(f"{name}_len", "", f"length[{at}]")
            for axis, (low, extent, (own_low, own_extent)) in enumerate(self.bounds(value)
                                                                        if value.rank else []):
                if own_low:
                    add(low, f"lower bound of axis {axis + 1}", f"lower[{at}][{axis}]")
                if own_extent:
                    add(extent, f"extent of axis {axis + 1}", f"extent[{at}][{axis}]")
        return found

    def declaration(self, language):
        column = 0 if language == "c" else 1
        arguments = self.arguments()
        lines = []
        for at, each in enumerate(arguments):
            mark = "," if at < len(arguments) - 1 else ");"
            text = f"{each[column]}{mark}"
            lines.append(f"{text:<44}// {each[2]}" if each[2] else text)
        if not arguments:
            return "void stage(void);"
        return "void stage(" + f"\n{INDENT}".join(lines)

    def text(self):
        routine = self.routine
        lines = [f"// What a stage of {routine.name} ({routine.unit.place}) is called with. "
                 "Written by `ladder adopt`.",
                 "// Include it last: its macros have the names of the routine's arrays and "
                 "constants.", "#pragma once", "#include <stdint.h>", ""]
        if any(value.kind_name.startswith("complex") for value in self.values):
            lines += ["#ifdef __cplusplus", "typedef struct { float re, im; } ladder_complex64;",
                      "typedef struct { double re, im; } ladder_complex128;",
                      "typedef struct { long double re, im; } ladder_complex160;", "#endif", ""]
        lines += ["#ifdef __cplusplus", 'extern "C" {', self.declaration("cuda"), "}", "#else",
                  self.declaration("c"), "#endif"]
        macros = [self.macro(value) for value in self.values if value.rank]
        if macros:
            macros = ["", f"#ifndef {INDEX}", f"#define {INDEX} int64_t", "#endif", "",
                      "// Elements under Fortran's indices and bounds.", *macros]
        macros += self._constants()
        if macros:
            lines += ["", f"#ifndef {ENTRY}", *macros, "", "#endif"]
        return "\n".join(lines) + "\n"

    def entry(self):
        """The file that calls a stage in C or CUDA with the addresses, bounds and lengths of its
        values."""
        expressions = [each[3] for each in self.arguments()]
        return "\n".join([
            f"// How ladder calls a stage of {self.routine.name} ({self.routine.unit.place}) in C "
            "or CUDA. Written by `ladder adopt`.", f"#define {ENTRY}",
            f'#include "{self.routine.name}.h"', "",
            "void ladder_call(void **data, int64_t (*lower)[7], int64_t (*extent)[7], "
            "int64_t *length);",
            "void ladder_call(void **data, int64_t (*lower)[7], int64_t (*extent)[7], int64_t "
            "*length) {",
            "  (void)data, (void)lower, (void)extent, (void)length;",
            "  stage(" + ",\n        ".join(expressions) + ");", "}", ""])

    def _constants(self):
        """As the owner spells them, and in small letters."""
        lines = []
        for name, (category, size, text, spelled) in sorted(self.parameters.items()):
            number = self._number(category, size, text)
            if name in KEYWORDS or not number:
                continue
            if spelled not in OF_C:
                lines.append(f"#define {spelled} {number}")
                number = spelled
            if spelled != name or spelled in OF_C:
                lines.append(f"#define {name} {number}")
        return ["", "// Constants of the source.", *lines] if lines else []

    def _number(self, category, size, text):
        if category == "integer":
            return text if abs(int(text)) < 2**31 else f"INT64_C({text})"
        if category == "logical":
            return "1" if text == "T" else "0"
        return (f"{shortest(float(text), size)}{'f' if size == 4 else ''}" if size in (4, 8)
                else "")


def shortest(number, size):
    if size == 8:
        text = repr(number)
    else:
        import numpy

        text = str(numpy.float32(number))
    return text if any(letter in text for letter in ".en") else text + ".0"
