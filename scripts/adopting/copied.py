"""A copy of the owner's program in which the routine is recorded. The owner's tree is only read."""

import os
import pathlib
import re
import shutil

from adopting import files as of_files, layout
from adopting.failure import FILE, NOTHING_RAN, USAGE, Failure
from adopting.source import shown

SKIPPED = {".git", "ladders", ".hg", ".svn"}


def walk(root):
    """The owner's folders and files: without ladder's cache, which a CI keeps in the tree."""
    for folder, folders, files in os.walk(root):
        folders[:] = [each for each in folders if not skipped(folder, each)]
        yield folder, files


def skipped(folder, name):
    return name in SKIPPED or (name == "ladder" and pathlib.Path(folder, name).resolve()
                               == (of_files.cache() / "ladder").resolve())


def size_of(root):
    return sum(size for _, size in states(root).values())


def states(root):
    """path -> (time, size) of every file of the owner's tree but what this program writes to."""
    found = {}
    outputs = [os.fstat(each) for each in (1, 2)]
    for folder, files in walk(root):
        for name in files:
            state = os.lstat(os.path.join(folder, name))
            if any(os.path.samestat(state, each) for each in outputs):
                continue
            found[os.path.relpath(os.path.join(folder, name), root)] = (state.st_mtime_ns,
                                                                        state.st_size)
    return found


def refuse_changes(before, root, command):
    """Where the build of the copy wrote into the owner's tree, as one with absolute paths does."""
    now = states(root)
    changed = sorted(name for name in {*before, *now} if before.get(name) != now.get(name))
    if changed:
        listed = ", ".join(changed[:4]) + (", ..." if len(changed) > 4 else "")
        raise Failure(NOTHING_RAN, f"`{command}` was run in the copy and changed {root}: {listed}; "
                                   "it leads there by an absolute path. Give a build command "
                                   "whose paths are relative to its folder")


def copy(root, target):
    """Times are kept, so that `make` builds again only what changed; folders that CMake configured
    are left out, since it refuses them at another place."""
    left_out = []

    def ignored(folder, names):
        left = [name for name in names if skipped(folder, name)
                or pathlib.Path(folder, name).resolve() == target.resolve()]
        for name in names:
            path = pathlib.Path(folder, name)
            if path.is_dir() and not path.is_symlink() and (path / "CMakeCache.txt").is_file():
                left_out.append(shown(path, root))
                left.append(name)
            elif not (path.is_file() or path.is_dir() or path.is_symlink()):
                left.append(name)  # sockets and pipes
        return left

    if target.exists():
        shutil.rmtree(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(target.parent).free
    size = size_of(root)
    if size > 0.9 * free:
        raise Failure(FILE, f"the copy of {root} takes {size / 1e6:.0f} MB and {free / 1e6:.0f} MB "
                            f"are free in {target.parent}: make room, or set XDG_CACHE_HOME to a "
                            "folder on a larger disk")
    try:
        shutil.copytree(root, target, symlinks=True, ignore=ignored)
    except (shutil.Error, OSError) as error:
        what = error.args[0][0] if isinstance(error, shutil.Error) else error
        raise Failure(FILE, f"{root} could not be copied to {target}: {what}") from None
    for folder, folders, files in os.walk(target):
        for name in [*folders, *files]:
            path = pathlib.Path(folder, name)
            if path.is_symlink():
                lead_into_copy(path, root, target)
    return left_out


def lead_into_copy(link, root, target):
    """A link into the tree leads into the copy; one out of it leads where it led."""
    to = os.readlink(link)
    original = root / link.relative_to(target)
    absolute = pathlib.Path(os.path.normpath(original.parent / to))
    if absolute.is_relative_to(root):
        new = os.path.relpath(target / absolute.relative_to(root), link.parent)
    else:
        new = str(absolute)
    if new != to:
        link.unlink()
        link.symlink_to(new)


def insert(recorder, root, target):
    """Renames the routine and inserts the recorder in the copy's sources."""
    edits = {}  # file -> lines
    for one in recorder.insertions():
        edits.setdefault(one.file, recorder.closure.program.lines(checked(one.file, root)))
    rename(recorder, edits, root)
    for one in sorted(reversed(recorder.insertions()), key=lambda each: -each.after):
        edits[one.file][one.after:one.after] = one.lines()
    for file, lines in edits.items():
        place = target / file.relative_to(root)
        place.write_bytes(("\n".join(lines) + "\n").encode("utf-8", errors="surrogateescape"))


def checked(file, root):
    if not file.is_relative_to(root):
        raise Failure(USAGE,
                      f"{file} is not in {root}, so its copy cannot be changed: run `ladder adopt` "
                      "in the folder that holds all sources, or give it: --root=FOLDER")
    return file


def rename(recorder, edits, root):
    unit, source = recorder.routine.unit, recorder.routine.source
    places = [source.places[at] for at in range(unit.head.first, unit.head.last + 1)]
    file = checked(places[0].file, root)
    lines = edits.setdefault(file, recorder.closure.program.lines(file))
    numbers = [place.line for place in places if place.file == file]
    first, last = min(numbers), max(numbers)
    head = recorder.renamed_head(unit.head.text)
    if (head is None or not re.search(rf"\b{re.escape(unit.name)}\b",
                                      " ".join(lines[first - 1:last]), re.IGNORECASE)):
        raise Failure(USAGE,
                      f"{places[0]}: the name '{unit.name}' is made by a macro, so it cannot be "
                      "given to the recorder: adopt a routine whose name is written out")
    new = layout.fixed([head]) if source.fixed else layout.free([head], "  ")
    lines[first - 1:last] = ["\n".join(new), *[""] * (last - first)]
    end = source.places[unit.last]
    lines[end.line - 1] = re.sub(rf"\b{re.escape(unit.name)}\b", recorder.original,
                                 lines[end.line - 1], count=1, flags=re.IGNORECASE)
