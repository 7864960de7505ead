"""What cannot be adopted: found in the tree, refused with its place and with what to do in its
place."""

from adopting.failure import USAGE, Failure
from adopting.fortran import f, walk

PARALLEL = ("mpi_", "pmpi_", "shmem_", "gex_", "nccl")
FILES = ("nf_", "nf90_", "nfmpi_", "nf90mpi_", "ncmpi_", "h5", "adios")
NEVER = PARALLEL + FILES
RANDOM = ("random_number", "random_seed", "rand", "irand", "srand")
# What fparser does not list: newer intrinsics and GNU's own.
MORE_INTRINSICS = set("""norm2 findloc bessel_j0 bessel_j1 bessel_jn bessel_y0 bessel_y1 bessel_yn
erf erfc erfc_scaled gamma log_gamma hypot popcnt poppar leadz trailz shiftl shiftr shifta dshiftl
dshiftr maskl maskr merge_bits iall iany iparity parity bge bgt ble blt storage_size is_contiguous
image_index num_images this_image isnan dcmplx dimag dreal dconjg loc sizeof rand irand srand etime
dtime secnds second time abort exit flush cabs zabs cdabs dfloat float sngl dble dsqrt dexp dlog
dlog10 dsin dcos dtan dasin dacos datan datan2 dsinh dcosh dtanh dabs dsign dmod dmax1 dmin1 amax1
amin1 max0 min0 amax0 amin0 max1 min1 iabs isign idint ifix idnint ddim dint dnint dprod alog alog10
amod csqrt cexp clog cos sin tan random_number random_seed mvbits move_alloc cpu_time system_clock
date_and_time get_command get_command_argument get_environment_variable execute_command_line c_loc
c_f_pointer c_associated c_sizeof c_funloc c_f_procpointer cosd sind tand not and or xor lshift
rshift""".split())

# Statements that may read or write files.
IO = (f.Open_Stmt, f.Close_Stmt, f.Read_Stmt, f.Write_Stmt, f.Print_Stmt, f.Inquire_Stmt,
      f.Backspace_Stmt, f.Rewind_Stmt, f.Endfile_Stmt, f.Flush_Stmt)


def is_intrinsic(name):
    names = getattr(f.Intrinsic_Name, "function_names", [])
    return name in MORE_INTRINSICS or name.upper() in names


def refuse_call(scope, name, node, closure):
    what = ("MPI is called" if name.startswith(PARALLEL)
            else "a file library is called" if name.startswith(FILES) else "")
    if what:
        closure.refuse(f"{scope.place(node)}: {what} ({name}) inside of what "
                       f"{closure.routine.name} does: "
                       "adopt a routine that computes without such calls{leave}"
                       f"{closure.instead(refused=scope)}", scope, name)
    return not what


def does_files(node, scope):
    if isinstance(node, (f.Write_Stmt, f.Print_Stmt, f.Flush_Stmt)):
        return not prints(node, scope)
    return not (isinstance(node, f.Read_Stmt) and internal(node, scope))


def refuse_actions(scope, closure):
    routine = closure.routine
    if scope is routine:
        refuse_form(scope, closure)
    errors = {id(node) for part, _ in closure.branches[scope]
              for node in walk(part, (*IO, f.Stop_Stmt))}
    for node in walk(scope.tree, (*IO, f.Entry_Stmt, f.Stop_Stmt, f.Select_Type_Construct)):
        if id(node) in errors:
            continue
        where = scope.place(node)
        word = str(node).split("(")[0].split()[0].upper()
        if isinstance(node, f.Entry_Stmt):
            closure.no(where, "ENTRY makes one procedure two: adopt a procedure without it")
        if isinstance(node, f.Select_Type_Construct):
            closure.no(where, "SELECT TYPE needs polymorphic variables, which are not read: adopt "
                              "the routine that computes on the arrays inside")
        if isinstance(node, f.Stop_Stmt):
            closure.notes.append(f"{where}: STOP ends the program; a stage cannot")
        elif does_files(node, scope):
            closure.refuse(f"{where}: {word} does input or output inside of what {routine.name} "
                           "does: adopt a routine that only computes{leave}"
                           f"{closure.instead(refused=scope)}", scope)
        elif isinstance(node, (f.Write_Stmt, f.Print_Stmt)) and not internal(node, scope):
            closure.printing.append(str(where))
    for node in closure.names[scope].bound_calls:
        closure.no(scope.place(node), f"'{node}' calls a type-bound procedure or a procedure "
                   "pointer, which is not read: adopt a routine below that call", scope)


def unit_of(node):
    control = walk(node, f.Io_Control_Spec)
    first = control[0].items if control else (None, None)
    return (str(first[1]).strip() if control
            and (first[0] is None or str(first[0]).upper() == "UNIT") else "")


def internal(node, scope):
    """To or from a character variable."""
    name = unit_of(node).lower().split("(")[0].split("%")[0].strip()
    entity = scope.entity_of(name) if name.isidentifier() else None
    return bool(entity and entity.category == "character")


def prints(node, scope):
    if not isinstance(node, f.Write_Stmt):
        return True
    unit = unit_of(node).lower()
    return unit in ("*", "0", "6", "output_unit", "error_unit") or internal(node, scope)


def refuse_form(scope, closure):
    """What the routine itself is."""
    place, name = scope.unit.place, scope.name
    prefix = scope.prefix.lower()
    if "elemental" in prefix:
        raise Failure(USAGE, f"{place}: {name} is elemental, a call for each element: adopt the "
                             "routine that calls it")
    if "module" in prefix.split() or scope.parent and scope.parent.unit.kind == "submodule":
        closure.no(place, f"{name} is of a submodule, which is not read: adopt a routine that it "
                          "calls")
    for dummy in scope.dummies:
        if dummy == "*":
            closure.no(place, f"{name} has an alternate return: adopt a routine without it")
        entity = scope.entities[dummy]
        if is_procedure(scope, dummy, closure):
            refuse_procedure(scope, dummy)
        if entity.category == "class":
            closure.no(entity.place, f"'{dummy}' is polymorphic ({entity.type_text}), which is not "
                                     "read: adopt the routine that computes on its components")
        if not entity.category:
            raise Failure(USAGE, f"{entity.place}: no type is declared for '{dummy}' of {name}: a "
                                 "macro or an include file may be missing; give your build's "
                                 "flags: --flags='-D... -I...'")


def is_procedure(scope, dummy, closure):
    entity = scope.entities[dummy]
    return (entity.procedure or dummy in scope.interfaces or any(
        call.name == dummy and not entity.rank and entity.category != "character"
        for call in closure.names[scope].calls))


def refuse_procedure(scope, dummy):
    raise Failure(USAGE, f"{scope.entities[dummy].place}: '{dummy}' is a procedure, and a stage "
                         "cannot call back: adopt the procedure that is given for it, or the "
                         f"routine that calls {scope.name}")


def refuse_passed(closure, callees):
    """Dummy arguments of the routine that only its callees know as procedures."""
    routine = closure.routine
    for call in closure.names[routine].calls:
        for callee in callees(routine, call):
            for position, (keyword, base, _) in enumerate(call.arguments if callee in closure.names
                                                          else ()):
                theirs = callee.dummy_at(position, keyword)
                if (base in routine.dummies and theirs in callee.entities
                        and is_procedure(callee, theirs, closure)):
                    refuse_procedure(routine, base)
