"""`ladder adopt`: reads a routine and writes its ladder's folder."""

import pathlib

from adopting import adopted, description, ranges
from adopting.failure import FILE, USAGE, Failure
from adopting.files import write_whole
from adopting.source import shown


def adopt(source, routine, root, folder, given, say):
    """`given`: options of the command line that were given, and `lines` of a range. Returns the
    folder."""
    root = root.resolve()
    source = source if source.is_absolute() else pathlib.Path.cwd() / source
    folder = folder or root / "ladders" / routine.lower().split("/")[-1]
    there = folder / "ladder.toml"
    if folder.exists() and not there.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Failure(FILE, f"{folder} is there and holds no ladder.toml: give another folder, "
                            "--output=DIR")
    if not source.resolve().is_relative_to(root):
        raise Failure(USAGE, f"{source} is not in {root}: run `ladder adopt` in the program's "
                             "folder, where it is built, or give --root=FOLDER")
    wanted = {"source": str(source.resolve().relative_to(root)), "routine": routine}
    if there.exists():
        text = there.read_text()
        described = description.load(folder)
        if (described["source"] != wanted["source"]
                or described["routine"].lower() != routine.lower()):
            raise Failure(FILE, f"{folder} is the ladder of {described['routine']} of "
                                f"{described['source']}: give another folder, --output=DIR")
        ranges.refuse_other_kind(folder, described, given)
        given = {**given, **ranges.followed(source.resolve(), described, given, say)}
        described.update(given)
        edited_by_hand(folder, described)
    else:
        text = None
        refuse_missing(given, root)
        described = {**wanted, **description.USUAL, **given}
    check_calls(described["calls"])
    read = adopted.Adopted(root, described)
    questions = [value for value in description.asked(read.values)
                 if not read.sizes[value.name].text]
    if text is None:
        owners = "\n".join(description.owners_part(described, questions, folder.resolve(),
                                                   root)) + "\n"
    else:
        owners = description.updated(text.split(description.LINE)[0], described, given, questions)
    files = read.files()
    hashes = {name: adopted.digest(content) for name, content in files.items()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Failure(FILE, f"{folder} cannot be made: {error.strerror}") from None
    files[there.name] = owners.rstrip("\n") + "\n\n" + description.written_part(
        read.values, read.sizes, hashes, ranges.written(read))
    try:
        for name, content in files.items():
            write_whole(folder / name, content)
    except BaseException:
        if text is None:  # the folder was empty; half of a ladder would be refused at the next call
            for name in files:
                (folder / name).unlink(missing_ok=True)
        raise
    summary(read, folder, questions, described, say)
    return folder


def refuse_missing(given, root):
    for key, words in ("build", "make"), ("run", "./model"):
        if not given.get(key):
            raise Failure(USAGE, f"--{key} is missing: the command that {key}s the program in "
                                 f"{root}, as --{key}='{words}'")


def check_calls(text):
    for each in text.split(","):
        if not (each.strip() == "last" or each.strip().isdigit() and int(each) > 0):
            raise Failure(USAGE, f"--calls: '{each.strip()}' is no call: numbers from 1 and "
                                 "`last`, as --calls=1,40,last")


def edited_by_hand(folder, described):
    for name, digest in described.get("written", {}).items():
        file = folder / name
        if (file.is_file()
                and adopted.digest(file.read_bytes().decode("utf-8", errors="surrogateescape"))
                != digest):
            raise Failure(FILE, f"{file} was changed by hand and would be written again: keep it "
                                "as a stage under another name, or remove it")


def say_size(value, size, described, say):
    """What the calls say of an array whose last extent the routine leaves open."""
    if not size.text or described.get("size", {}).get(value.name):
        return
    places = list(dict.fromkeys(map(str, size.places)))
    where = ", ".join(places[:4]) + (", ..." if len(places) > 4 else "")
    say(f"note: {value.name}: its last axis has {size.text} elements, by the calls in {where}"
        + (", which pass arrays of several sizes: this is the least" if size.differ else "")
        + f"; where the routine needs fewer, write so in ladder.toml: [size] {value.name} = "
          "\"...\"")


def summary(read, folder, questions, described, say):
    routine = read.routine
    arguments = [value for value in read.values if value.role in ("argument", "result")]
    state = [value for value in read.values if value.role not in ("argument", "result")]
    say(f"{routine.name} ({routine.unit.kind}, {routine.unit.place}): "
        f"{len(routine.dummies)} arguments"
        + (f" as {len(arguments)} values" if len(arguments) != len(routine.dummies) else "")
        + (f", {len(state)} variables that outlive a call" if state else "")
        + (f"; it calls {', '.join(scope.name for scope in read.closure.procedures[1:])}"
           if len(read.closure.procedures) > 1 else ""))
    for line in adopted.lines_of(read.values):
        say(line)
    prints = read.closure.printing
    if prints:
        more = f" and {len(prints) - 3} more lines" if len(prints) > 3 else ""
        say(f"note: {', '.join(prints[:3])}{more}: what is printed there is not compared, and a "
            "stage need not print it")
    for name, count in read.closure.counted.items():
        if count and name not in described.get("elements", {}):
            say(f"note: {name}: its elements are passed one by one; `ladder record` counts them")
    for value in description.asked(read.values):
        say_size(value, read.sizes[value.name], described, say)
    for name in read.closure.idle():
        say(f"note: --without={name} leaves nothing out: {read.name} leads to no call of it")
    for note in dict.fromkeys(read.closure.notes):
        say(f"note: {note}")
    say(f"written: {shown(folder.resolve(), pathlib.Path.cwd())}/ with ladder.toml, "
        f"{', '.join(read.files())}")
    open_questions = [value for value in questions if not described.get("size", {}).get(value.name)]
    for value in open_questions:
        say("to answer in ladder.toml, [size]: how many elements has the last axis of "
            f"'{value.name}' ({value.top.place})?")
    say(f"next: ladder record {shown(folder.resolve(), pathlib.Path.cwd())}")
