"""Fortran text that copies flat values into a routine's arguments and variables and back."""

from adopting.value import designators, without_index


def fortran_type(value):
    if value.leaf.category == "character":
        return "character(kind=ladder_char)"
    return f"{value.leaf.category}({value.kind})"


def colons(rank):
    return f"({', '.join([':'] * rank)})" if rank else ""


def pointer(value, number):
    """Declaration of the pointer to a value's data."""
    rank = 1 if value.leaf.category == "character" else value.rank
    contiguous = ", contiguous" if rank else ""
    return f"{fortran_type(value)}, pointer{contiguous} :: ladder_{number}{colons(rank)}"


def associate(value, number):
    if value.leaf.category == "character":
        return [f"call ladder_associate(ladder_data({number}), ladder_{number}, "
                f"[ladder_length({number})])"]
    shape = f", ladder_extent(1:{value.rank}, {number})" if value.rank else ""
    return [f"call ladder_associate(ladder_data({number}), ladder_{number}{shape})"]


def ranges(value, number):
    return ", ".join(f"ladder_lower({axis}, {number}):ladder_lower({axis}, {number}) + "
                     f"ladder_extent({axis}, {number}) - 1"
                     for axis in range(1, value.rank + 1))


def put(value, number, first, allocatable_first=False):
    """Statements that give the value at `first`%... what the data hold."""
    names, leaf = designators(value.path, first), value.path[-1]
    body = associate(value, number)
    for name, each in list(zip(names, value.path))[:-1]:
        own = allocatable_first and name == names[0]
        if not (each.deferred or own):
            continue
        test = "associated" if each.has("pointer") and not own else "allocated"
        if each.element:
            whole, (_, lower, count) = without_index(name, each), each.element
            body.append(f"if (.not. {test}({whole})) "
                        f"allocate ({whole}({lower}:{lower + count - 1}))")
        elif each is value.ranked:
            body += [f"if ({test}({name})) then",
                     f"if (any(shape({name}) /= ladder_extent(1:{value.rank}, {number}))) "
                     f"deallocate ({name})",
                     "end if",
                     f"if (.not. {test}({name})) allocate ({name}({ranges(value, number)}))"]
        else:
            body.append(f"if (.not. {test}({name})) allocate ({name})")
    target, absent = names[-1], []
    own = leaf.deferred or (allocatable_first and len(names) == 1)
    if leaf.category == "character":
        body += copy_letters(value, number, target, True)
    elif own and leaf.has("pointer") and not (allocatable_first and len(names) == 1):
        lowers = ", ".join(f"ladder_lower({axis}, {number}):" for axis in range(1, value.rank + 1))
        body.append(f"{target}({lowers}) => ladder_{number}" if value.rank
                    else f"{target} => ladder_{number}")
        absent = [f"nullify ({target})"]
    elif own:
        body += [f"if (allocated({target})) deallocate ({target})",
                 f"allocate ({target}({ranges(value, number)}))" if value.rank
                 else f"allocate ({target})", f"{target} = ladder_{number}"]
        absent = [f"if (allocated({target})) deallocate ({target})"]
    else:
        body.append(f"{target} = ladder_{number}")
    if any(each.deferred for each in value.path[:-1]):
        absent = []  # what holds it was made anew by `clear`
    return [f"if (ladder_there(ladder_data({number}))) then", *body,
            *(["else", *absent] if absent else []), "end if"]


def clear(values, first_of, made=lambda value: False):
    """Statements that empty pointers and allocatables on the way to components, the outermost
    alone; `made`: the variable itself was made allocatable."""
    lines = []
    for value in values:
        for name, each in list(zip(designators(value.path, first_of(value)), value.path))[:-1]:
            own = made(value) and "%" not in name
            name = without_index(name, each)
            if each.deferred or own:
                text = (f"nullify ({name})" if each.has("pointer") and not own
                        else f"if (allocated({name})) deallocate ({name})")
                if text not in lines:
                    lines.append(text)
                break
    return lines


def get(value, number, first, allocatable_first=False):
    """Statements that bring what may have been written back to the data."""
    leaf, name = value.path[-1], designators(value.path, first)[-1]
    if (value.intent in ("in", "scratch") or leaf.has("pointer")
            and not (allocatable_first and len(value.path) == 1)):
        return []
    body = (copy_letters(value, number, name, False) if leaf.category == "character"
            else [f"ladder_{number} = {name}"])
    return [f"if (ladder_there(ladder_data({number}))) then", *associate(value, number), *body,
            "end if"]


def copy_letters(value, number, target, into):
    lines = []
    if into and (value.leaf.length in ("*", ":") or value.role == "argument"):
        lines += [f"if (allocated({target})) deallocate ({target})",
                  f"allocate (character(len=ladder_length({number})) :: {target})"]
    sides = (f"{target}(ladder_at:ladder_at)", f"ladder_{number}(ladder_at)")
    left, right = sides if into else sides[::-1]
    return [*lines, f"do ladder_at = 1, int(ladder_length({number}))", f"{left} = {right}",
            "end do"]


PARAMETERS = "ladder_data, ladder_lower, ladder_extent, ladder_length"
USES = ("use, intrinsic :: iso_c_binding, only: ladder_pointer => c_ptr, ladder_there => "
        "c_associated, ladder_associate => c_f_pointer, ladder_int => c_int, ladder_long => "
        "c_int64_t, ladder_char => c_char")
DECLARED = ["integer(ladder_int), value :: ladder_phase",
            "type(ladder_pointer), intent(in) :: ladder_data(*)",
            "integer(ladder_long), intent(in) :: ladder_lower(7, *), ladder_extent(7, *), "
            "ladder_length(*)", "integer :: ladder_at"]
