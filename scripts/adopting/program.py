"""The owner's program: where its modules and external procedures are written."""

import difflib
import os
import pathlib
import re

from adopting import units
from adopting.failure import FILE, USAGE, Failure
from adopting.scopes import Scope
from adopting.source import ENDINGS, Source, shown, text_of

INTRINSIC = {"iso_c_binding": "c_", "iso_fortran_env": "", "ieee_arithmetic": "ieee_",
             "ieee_exceptions": "ieee_", "ieee_features": "ieee_",
             "omp_lib": "omp_", "omp_lib_kinds": "omp_", "openacc": "acc_"}
SKIPPED = {".git", "ladders", "__pycache__"}
ENVIRONMENT_NAMES = re.compile(r"int(8|16|32|64)|real(32|64|128)|(input|output|error)_unit|"
                               r".*_kinds|.*_storage_size|iostat_.*|compiler_.*")


class Program:
    """`sources`: files and folders of the build, relative to `root`; all of `root` where empty."""

    def __init__(self, root, flags="", compiler="gfortran", sources=()):
        self.root, self.flags, self.compiler = root, flags, compiler
        self.searched = [(root / each).resolve() for each in sources] or [root]
        for each in self.searched:
            if not each.exists():
                raise Failure(FILE, f"--sources: {shown(each, root)} is not there")
        self._changed = {}
        self._sources, self._units, self._scopes, self._modules, self._externals = ({}, {}, {},
                                                                                    None, None)

    # -- files

    def source(self, file):
        if file not in self._sources:
            self._sources[file] = Source(file, self.root, self.flags, self.compiler,
                                         self._changed.get(file))
        return self._sources[file]

    def put(self, file, changed):
        """Other lines in the place of a file's, as the copy has them."""
        self._changed[file] = changed
        self._sources, self._units, self._scopes = {}, {}, {}

    def lines(self, file):
        return list(self._changed[file].lines if file in self._changed
                    else text_of(file).splitlines())

    def units(self, file):
        if file not in self._units:
            self._units[file] = units.units_of(self.source(file))
        return self._units[file]

    def scope(self, unit):
        if unit not in self._scopes:
            self._scopes[unit] = Scope(unit, self.scope(unit.parent) if unit.parent else None, self)
        return self._scopes[unit]

    def whole(self, unit):
        """Of a main program, with its statements."""
        key = unit, "whole"
        if key not in self._scopes:
            self._scopes[key] = Scope(unit, None, self, entire=True)
        return self._scopes[key]

    def files_with(self, name):
        """Sources that have a word."""
        word = re.compile(rf"\b{re.escape(name)}\b", re.IGNORECASE)
        return [file for file in self._files() if word.search(text_of(file))]

    def _index(self):
        self._modules, self._externals = {}, {}
        for file in self._files():
            text = text_of(file)
            for match in re.finditer(r"^[ \t]*module[ \t]+(\w+)[ \t]*(?:!.*)?$", text,
                                     re.IGNORECASE | re.MULTILINE):
                self._modules.setdefault(match[1].lower(), []).append(file)
            for match in re.finditer(r"^[^!\n]*?\b(?:subroutine|function)[ \t]+(\w+)", text,
                                     re.IGNORECASE | re.MULTILINE):
                files_of = self._externals.setdefault(match[1].lower(), [])
                if file not in files_of:
                    files_of.append(file)

    def _files(self):
        for start in self.searched:
            if start.is_file():
                yield start
            for folder, folders, files in os.walk(start):
                folders[:] = sorted(each for each in folders if each not in SKIPPED)
                for name in sorted(files):
                    file = pathlib.Path(folder, name)
                    if file.suffix.lower() in ENDINGS and file.is_file():
                        yield file

    def _nearest(self, files, near, what):
        """The file in the same folder, else the only one."""
        if near.file in files:
            return near.file
        same = [file for file in files if file.parent == near.file.parent]
        chosen = same or files
        if len(chosen) > 1:
            raise Failure(
                USAGE,
                f"{what} is in {' and in '.join(shown(file, self.root) for file in chosen[:4])}: "
                "say which your build uses: --sources=FOLDER,FILE,...")
        return chosen[0]

    # -- units

    def module(self, name, near):
        if name in INTRINSIC:
            return None
        def found_in(file):
            return next((self.scope(unit) for unit in self.units(file) if unit.kind == "module"
                         and unit.name == name), None)

        if own := found_in(near.source.file):
            return own
        if self._modules is None:
            self._index()
        if name not in self._modules:
            return None
        return found_in(self._nearest(self._modules[name], near.source, f"the module '{name}'"))

    def external(self, name, near):
        unit = self.external_unit(name, near)
        return unit and self.scope(unit)

    def external_unit(self, name, near):
        for unit in self.units(near.source.file):
            if unit.is_procedure and unit.name == name:
                return unit
        if self._externals is None:
            self._index()
        found = []
        for file in self._externals.get(name, []):
            try:
                found += [unit
                          for unit in self.units(file) if unit.is_procedure and unit.name == name]
            except Failure:
                continue  # of a file that may be no part of the build
        if not found:
            return None
        file = self._nearest([unit.source.file for unit in found], near.source,
                             f"the procedure '{name}'")
        return next(unit for unit in found if unit.source.file == file)

    def procedure(self, scope, name):
        """Scope of the procedure that a name is; None where no source has it."""
        found = scope.declaring(name)
        if found and found[1] in found[0].children:
            return self.scope(found[0].children[found[1]])
        return self.external(name, scope)

    def specifics(self, owner, name):
        """Of a generic name."""
        return [self.procedure(owner, each) for each in owner.interfaces[name] or [name]]

    def in_c(self, name):
        """Where a C source of the program seems to define a procedure, as words."""
        for start in self.searched:
            for file in sorted(start.rglob("*.c")) if start.is_dir() else ():
                if "ladders" not in file.parts and re.search(
                        rf"(?m)^[a-z].*\b{name}_?\s*\([^;]*$", text_of(file)):
                    return f" ({shown(file, self.root)} has a function of that name)"
        return ""

    def may_hold(self, module, name):
        if module == "iso_fortran_env":
            return bool(ENVIRONMENT_NAMES.fullmatch(name))
        if module in INTRINSIC:
            return name.startswith(INTRINSIC[module])
        return {"mpi": "mpi", "mpi_f08": "mpi", "netcdf": "nf", "pnetcdf": "nf",
                "hdf5": "h5"}.get(module, "") in name

    def routine(self, file, name):
        """Scope of the named procedure of a file; the name may be host/procedure."""
        if not file.is_file():
            raise Failure(FILE, f"{shown(file, self.root)} is not a file: give the source that "
                                "holds the routine")
        wanted = name.lower().strip("/")
        every = [unit for unit in units.every(self.units(file)) if unit.is_procedure]
        found = [unit
                 for unit in every if unit.name == wanted or unit.path().endswith("/" + wanted)]
        if not found:
            if any(unit.kind == "program" and unit.name == wanted
                   for unit in units.every(self.units(file))):
                where = shown(file, self.root)
                raise Failure(USAGE, f"{where}: {name} is the main program, which runs once: adopt "
                                     f"lines of it, as in ladder adopt {where}:FIRST-LAST NAME")
            names = [unit.name for unit in every]
            near = difflib.get_close_matches(wanted, names, 3, 0.5)
            listed = (f"did you mean {', '.join(near)}?" if near
                      else f"it has {', '.join(names) or 'no procedure'}")
            raise Failure(USAGE, f"{shown(file, self.root)} has no subroutine or function "
                                 f"'{name}'; {listed}")
        if len(found) > 1:
            paths = " or ".join(unit.path().strip("/") for unit in found)
            raise Failure(USAGE, f"{shown(file, self.root)} has {len(found)} procedures '{name}': "
                                 f"name {paths}")
        return self.scope(found[0])
