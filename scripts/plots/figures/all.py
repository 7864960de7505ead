"""All figures of records and of shots in a folder, each as a slide, and index.html that shows them.

usage: ladder plot all [FILE|FOLDER ...] [--case NAME] [--machine NAME] [--output FOLDER]

Files of records, or folders with records, gathers (.sgy) and snapshots; without any, all
of results/. A figure that finds nothing to draw is named in the index with the reason.
"""

import contextlib
import html
import io
import pathlib
import sys
import xml.etree.ElementTree
from dataclasses import dataclass

from plots import at_once, command, experiments, figures, outputs, records
from plots.grids import description_in
from plots.failure import NOTHING, UNUSABLE, Failure

WORDS = "{http://purl.org/dc/elements/1.1/}"
STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:1600px;margin:auto;padding:1em}"
    "img{width:100%;border:1px solid #ccc}figure{margin:2em 0}figcaption{color:#444}"
)


@dataclass
class Job:
    figure: str
    name: str  # of the picture
    arguments: list


def heads():
    """The head of each figure that draws records, by its name."""
    found = {name: figures.head(name) for name in figures.names()}
    return {name: head for name, head in found.items() if "[FILE ...]" in head}


def of_records(arguments):
    for name, head in heads().items():
        more = [f"--machine={machine}" for machine in arguments.machine or []]
        if arguments.case and "[--case NAME]" in head:
            more.append(f"--case={arguments.case}")
        yield Job(name, name, [*map(str, arguments.records), *more])


def of_shots(folder):
    """Gathers, and series of snapshots in two or three dimensions, above the model next to them."""
    for path in sorted(folder.rglob("*.sgy")):
        yield Job("gather", f"gather_{path.stem}", [str(path)])
    for path in sorted(folder.rglob("series.json")):
        files = list(path.parent.glob("velocity.npy"))
        volumes = len(description_in(path).get("spacing", [])) == 3
        yield Job(
            "slices" if volumes else "snapshots",
            path.parent.name,
            [str(path.parent), *(f"--model={file}" for file in files)],
        )


def jobs(arguments):
    """All that may be drawn of the files and folders; fails where there is nothing of that kind."""
    for path in arguments.records:
        if not path.exists():
            raise Failure(UNUSABLE, f"{path}: there is no such file or folder of records"
                          "; the folder for the figures is given with --output")
    folders = [path for path in arguments.records if path.is_dir()]
    found = [job for folder in folders for job in of_shots(folder)]
    if len(folders) < len(arguments.records) or not folders or any(
            experiments.jsonl(folder, lambda path: True) for folder in folders):
        found = [*of_records(arguments), *found]
    if not found:
        raise Failure(
            NOTHING, f"{', '.join(map(str, folders))}: no records (.jsonl), gathers or snapshots"
        )
    return found


def run(job, stem, panels):
    """Exit code of the figure, within this process, and what it said."""
    said, before = io.StringIO(), sys.argv
    sys.argv = [
        f"plot {job.figure}",
        *job.arguments,
        f"--output={stem}",
        "--overwrite",
        *["--panels"] * panels,
    ]
    try:
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
            figures.run(job.figure)
    except SystemExit as end:
        return end.code or 0, said.getvalue().strip().split("\n")[-1]
    finally:
        sys.argv = before
    return 0, ""


def shown(script, stem):
    """The part of the page that shows a picture: title and caption are in its SVG."""
    words = xml.etree.ElementTree.parse(f"{stem}.svg").getroot()
    title, caption = (words.findtext(f".//{WORDS}{name}", "") for name in ("title", "description"))
    name = html.escape(stem.name)
    return (
        f'<figure id="{name}"><h2>{html.escape(title)}</h2><a href="{name}.svg">'
        f'<img src="{name}.png" alt="{html.escape(title)}" loading="lazy"></a>'
        f"<figcaption>{html.escape(caption)} <code>ladder plot {script}</code></figcaption>"
        "</figure>"
    )


def page(drawn, left):
    parts = [
        "<!doctype html>",
        '<html lang="en"><meta charset="utf-8"><title>Figures</title>',
        '<meta name="viewport" content="width=device-width">',
        f"<style>{STYLE}</style>",
        "<h1>Figures</h1>",
        *(shown(*one) for one in drawn),
    ]
    if left:
        parts += ["<h2>Not drawn</h2>", "<ul>"]
        parts += [f"<li>{html.escape(name)}: {html.escape(why)}</li>" for name, why in left.items()]
        parts.append("</ul>")
    return "\n".join([*parts, "</html>", ""])


def claim(folder, every, overwrite):
    """Fails before the first figure where one of the files may not be written."""
    if folder.exists() and not folder.is_dir():
        raise Failure(UNUSABLE, f"{folder} is no folder: choose another one with --output")
    if not folder.parent.is_dir():
        raise Failure(
            UNUSABLE, f"{folder.parent}: there is no such folder to make {folder.name} in"
        )
    folder.mkdir(exist_ok=True)
    for path in [
        folder / "index.html",
        *(path for job in every for path in command.files_of(folder / job.name)),
    ]:
        outputs.refuse_taken(path, overwrite)


def draw_all(arguments):
    folder, every = arguments.output, jobs(arguments)
    claim(folder, every, arguments.overwrite)
    drawn, left, worst = [], {}, 0
    with contextlib.suppress(Failure):  # what is read here is not read again for each figure
        records.read(arguments.records, command.ROOT)
    drawn_each = at_once.results(lambda job: run(job, folder / job.name, arguments.panels), every)
    for job, (code, said) in zip(every, drawn_each):
        if code == 0:
            drawn.append((job.figure, folder / job.name))
            print(folder / f"{job.name}.png", flush=True)
            continue
        left[job.name] = said
        print(said, file=sys.stderr)
        worst = max(worst, code if code != NOTHING else 0)
    if not drawn:
        with contextlib.suppress(OSError):
            folder.rmdir()  # where nothing else is in it
        raise Failure(worst or NOTHING, "no figure can be drawn of these files: see above")
    outputs.write({folder / "index.html": page(drawn, left).encode()}, arguments.overwrite)
    print(folder / "index.html")
    return worst


def main():
    parser = command.parser(
        __doc__,
        {
            "type": pathlib.Path,
            "default": pathlib.Path("figures"),
            "metavar": "FOLDER",
            "help": "where they are written (figures)",
        },
    )
    parser.add_argument("--case", help="of the figures of one case (each its own)")
    command.add_records(parser)
    try:
        return draw_all(parser.parse_args())
    except Failure as failure:
        print(f"plot all: {failure}", file=sys.stderr)
        return failure.code
