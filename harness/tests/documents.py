"""The documents of the tree, and those whose tables scripts/readme_table.py writes."""

from source_tree import SOURCE
from readme_table import TABLES

LADDER = "results/THESIS_LADDER.md"
IMAGING = "cuda_stages/imaging/README.md"


def unfilled(document):
    name, = TABLES[document]
    return f"before\n<!-- {name}:begin -->\nold\n<!-- {name}:end -->\nafter\n"


def write_unfilled(root):
    for document in TABLES:
        path = root / document
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(unfilled(document))


def documents(name="*.md"):
    """In folders of a build copies of other programs' documents may lie."""
    return [path for path in sorted(SOURCE.glob(f"**/{name}"))
            if not any(part.startswith(("build", ".")) for part in path.relative_to(SOURCE).parts)]
