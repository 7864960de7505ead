"""The function of the generated recorder that loads the library and passes each call to it."""

from adopting.files import RECORDER

PIECE = 36  # letters, with which a statement fits a line of fixed form


def forward(name, routine, library, declarations, form):
    """It loads the library at its first call, and passes all on. `declarations` are those of its
    arguments, `form` is the interface of what it calls."""
    pieces = pieces_of(library)
    return [f"function {name}(ladder_what, ladder_name, ladder_how, ladder_lower, "
            f"ladder_value) bind(c, name='ladder_moment_{routine}')",
            "use, intrinsic :: iso_c_binding, only: ladder_int => c_int, ladder_long => "
            "c_int64_t, ladder_char => c_char, ladder_pointer => c_ptr, ladder_function => "
            "c_funptr, ladder_there => c_associated, ladder_associate => c_f_procpointer, "
            "ladder_zero => c_null_char", "implicit none",
            *declarations, "abstract interface", *form, "end interface",
            "interface",
            "function ladder_dlopen(ladder_file, ladder_mode) bind(c, name='dlopen')",
            "import :: ladder_int, ladder_char, ladder_pointer",
            "character(kind=ladder_char), intent(in) :: ladder_file(*)",
            "integer(ladder_int), value :: ladder_mode",
            "type(ladder_pointer) :: ladder_dlopen", "end function ladder_dlopen",
            "function ladder_dlsym(ladder_handle, ladder_name) bind(c, name='dlsym')",
            "import :: ladder_char, ladder_pointer, ladder_function",
            "type(ladder_pointer), value :: ladder_handle",
            "character(kind=ladder_char), intent(in) :: ladder_name(*)",
            "type(ladder_function) :: ladder_dlsym",
            "end function ladder_dlsym", "end interface",
            "type(ladder_function), save :: ladder_found",
            "type(ladder_pointer) :: ladder_library",
            "procedure(ladder_form), pointer :: ladder_moment",
            "logical, save :: ladder_open = .false.", *pieces[:-1],
            "if (.not. ladder_open) then", pieces[-1],
            "ladder_library = ladder_dlopen(ladder_text, 2_ladder_int)",
            "! on another machine: where LD_LIBRARY_PATH leads",
            *short(RECORDER), "if (.not. ladder_there(ladder_library)) ladder_library = "
                              "ladder_dlopen(ladder_text, 2_ladder_int)",
            *short("ladder_moment"), "ladder_found = ladder_dlsym(ladder_library, ladder_text)",
            "if (.not. ladder_there(ladder_found)) error stop 'ladder: the recorder is not to "
            "be loaded; run ladder record again'",
            "ladder_open = .true.", "end if",
            "call ladder_associate(ladder_found, ladder_moment)",
            f"{name} = ladder_moment(ladder_what, ladder_name, ladder_how, ladder_lower, "
            "ladder_value)", f"end function {name}"]


def pieces_of(path):
    """Declares ladder_text with a path for C. The pieces follow one another in the program's file,
    where `ladder record` looks for them."""
    data = path.encode(errors="surrogateescape")
    count = len(data) // PIECE + 1
    lines = [f"character(len={PIECE}), save :: ladder_text({count})"]
    for at in range(count):
        quoted = data[at * PIECE:(at + 1) * PIECE].decode(errors="surrogateescape").replace("'",
                                                                                            "''")
        lines.append(f"data ladder_text({at + 1}) / '{quoted}' /")
    return [*lines, f"ladder_text({count})({len(data) % PIECE + 1}:) = ladder_zero"]


def short(words):
    return [f"ladder_text(1) = '{words}'", f"ladder_text(1)({len(words) + 1}:) = ladder_zero"]
