"""The text of arrays with a halo: the copies before a launch, and how the kernel reads them."""

import re

from adopting.header import nested
from porting.variables import bracketed, plus

AXES = 4  # of an array, at most


class HaloText:
    """Part of Padded."""

    def reader(self, name, clamps):
        def read(texts):
            made = [plus(self.c_name(clamps[at][0]), str(clamps[at][1]))
                    if at in clamps else text for at, text in enumerate(texts)]
            return f"{name}({', '.join(made)})"
        return read

    def c_name(self, grid):
        return self.nest.c_name(next(each for each in self.nest.levels if each.name == grid))

    def lines(self, loops):
        self.texts = {at: self.host.value(node) for at, node in self.bounds.items()}
        return loops()

    def side(self, listed):
        """How many elements, in the host's C."""
        made = []
        for value, node, negative in listed:
            text = str(value.constant) if value.is_constant else self.host.value(node)
            made.append(f"-({text})" if negative and not value.is_constant else text)
        numbers = [int(each) for each in made if re.fullmatch(r"-?\d+", each)]
        if len(numbers) == len(made):
            return str(max([0, *numbers]))
        return "(" + " + ".join(f"({each} > 0 ? {each} : 0)" for each in made) + ")"

    def host_lines(self):
        """Before the launch: the copy. Sets what the kernel is given."""
        made = []
        self.port.need("Kept", "pad", "grid_for")
        self.given = []
        for variable, name in self.names.items():
            self.host.mark(variable)
            kind = self.port.kind_in_cuda(variable)
            sides = self.halo[variable]
            low, high = ([self.side(sides[at][end]) if at in sides else "0"
                          for at in range(variable.rank)] for end in (0, 1))
            for each in variable.needs:
                self.host.frame.use(each)
            first = [f"{bracketed(self.host.host_text(lower))} - {each}"
                     for (lower, _), each in zip(variable.axes, low)]
            extents = [self.host.host_text(extent) for _, extent in variable.axes]
            full = [each if (a, b) == ("0", "0") else f"{bracketed(each)} + {a} + {b}"
                    for each, a, b in zip(extents, low, high)]
            rest = ["1"] * (AXES - variable.rank)
            zero = ["0"] * (AXES - variable.rank)
            made += [
                f"static Kept<{kind}> {name}_kept;",
                f"const Halo {name}_halo = {{{{{', '.join(full + rest)}}}, "
                f"{{{', '.join(low + zero)}}}, {{{', '.join(extents + rest)}}}, "
                f"{{{', '.join(first + zero)}}}}};",
                f"{kind} *{name} = ladder_padded({name}_kept, {variable.name}, {name}_halo, "
                f"{'true' if self.rules[variable] == 'zeros' else 'false'});"]
            self.given += [(f"const {kind} *{name}", name), (f"Halo {name}_halo", f"{name}_halo")]
            indices = [f"i{at + 1}" for at in range(variable.rank)]
            text = nested([f"({each}) - {name}_halo.ladder_first[{at}]"
                           for at, each in enumerate(indices)],
                          [f"{name}_halo.ladder_n[{at}]" for at in range(variable.rank)])
            self.before.append(f"#define {name}({', '.join(indices)}) {name}[{text}]")
            self.after.append(f"#undef {name}")
        return made
