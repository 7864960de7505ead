"""The rung cuda-float32: the rung cuda in single precision. The stage makes copies of its arrays in
single precision, computes on them, and gives back what was changed."""

import re

from adopting import header as headers
from porting.stencil_nest import NotTaken, Plan
from porting.refused import Refused
from porting.rung_cuda import CudaRung

LITERAL = re.compile(r"(?<![\w.])(?:(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)(?![\w.])")
PIECE = """// Elements in the other precision: to single precision all of them, back those that
// were changed.
__global__ void narrow(float *to, const double *from, int64_t count) {
  for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < count;
       i += gridDim.x * (int64_t)blockDim.x)
    to[i] = static_cast<float>(from[i]);
}

__global__ void widen(double *to, const float *from, int64_t count) {
  for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < count;
       i += gridDim.x * (int64_t)blockDim.x)
    if (static_cast<float>(to[i]) != from[i]) to[i] = from[i];
}"""


class Single(Plan):
    boxes = False

    def plan(self):
        arrays = dict.fromkeys(each.variable.name for each in self.nest.touched.all
                               if wide(each.variable.type))
        if not arrays:
            raise NotTaken("it has no array of double precision")
        self.saving = f"half as many bytes of {', '.join(arrays)}"


def wide(kind):
    return kind.category == "real" and kind.bytes == 8


class SingleRung(CudaRung):
    def text(self):
        self.check_tolerances()
        text = super().text()
        begin = text.index('extern "C" ')
        before, stage = text[:begin], text[begin:]
        signature = headers.begun(self.header.declaration("cuda"))
        body = stage[len('extern "C" ') + len(signature):]
        inner = signature.replace("void stage(", "void in_single(", 1)
        before = before.replace("\n}  // namespace\n\n#include", f"\n{PIECE}\n\n}}  // namespace"
                                "\n\n#include", 1)
        mark = "}  // namespace\n"
        head, _, tail = before.rpartition(mark)
        split = head.index('#include "')
        above = PIECE.join(self.narrowed(each) for each in head[:split].split(PIECE))
        return "".join([above, self.narrowed(head[split:]),
                        self.narrowed(inner + body), "\n", mark, tail,
                        'extern "C" ', signature, "\n", *self.wrapper()])

    def settled(self):
        super().settled()
        self.need("Kept", "grid_for")

    def check_tolerances(self):
        stated = self.adopted.described.get("tolerance", {})
        missing = [value.name for value in self.values if value.intent in ("out", "inout")
                   and value.kind_name == "float64" and value.name not in stated]
        if missing:
            raise Refused(self.routine.unit.place,
                          "single precision is right by a tolerance alone, and [tolerance] of "
                          f"ladder.toml has none for {', '.join(missing)}")

    def narrowed(self, text):
        constants = [spelled for name, (category, size, _, other) in self.header.parameters.items()
                     if category == "real" for spelled in (name, other)]
        named = re.compile(rf"\b({'|'.join(map(re.escape, constants))})\b") if constants else None

        def change(line):
            code, mark, comment = line.partition("//")
            if code.lstrip().startswith("#include"):
                return line
            code = LITERAL.sub(lambda found: self.literal(found[0]), code)
            code = re.sub(r"\bDBL_", "FLT_", re.sub(r"\bdouble\b", "float", code))
            if named and not code.lstrip().startswith("#"):
                code = named.sub(r"(float)\1", code)
            return code + mark + comment

        return "\n".join(map(change, text.split("\n")))

    def literal(self, text):
        size = abs(float(text))
        if size and not 1.2e-38 < size < 3.4e38:
            raise Refused(self.routine.unit.place, f"the constant {text} is no number of single "
                                                   "precision")
        return f"{text}f"

    def wrapper(self):
        """The stage: narrow, compute, widen."""
        first, given, last = [], [], []
        variables = {each.key: each for each in self.made[self.routine].frame.used}
        values = {headers.c_name(value): value for value in self.values}
        for _, declared, *_ in self.header.arguments():
            name = re.search(r"(\w+)$", declared)[1]
            value = values.get(name)
            variable = value and variables.get((value.scope, value.access))
            if not re.search(r"\bdouble \*", declared):
                given.append(name)
            elif not value.rank:
                first.append(f"float {name}_single = *{name};")
                given.append(f"&{name}_single")
                if not declared.startswith("const"):
                    last.append(f"if (static_cast<float>(*{name}) != {name}_single) "
                                f"*{name} = {name}_single;")
            elif value.name not in self.device:
                if variable is not None:
                    raise Refused(self.routine.unit.place, f"the host uses '{value.name}'")
                given.append("nullptr")
            else:
                product = " * ".join(f"(int64_t)({extent})"
                                     for _, extent in variable.axes)
                first += [f"static Kept<float> {name}_kept;",
                          f"const int64_t {name}_elements = {product};",
                          f"float *{name}_single = {name}_kept.of({name}_elements);",
                          f"narrow<<<grid_for(256, {name}_elements), 256>>>({name}_single, {name}, "
                          f"{name}_elements);"]
                given.append(f"{name}_single")
                if not declared.startswith("const"):
                    last.append(f"widen<<<grid_for(256, {name}_elements), 256>>>({name}, "
                                f"{name}_single, {name}_elements);")
        return [f"  {line}\n" for line in (*first, f"in_single({', '.join(given)});", *last)] + [
            "}\n"]
