"""The documents of the tree, and those whose tables scripts/readme_table.py writes, with the names
of their markers."""

from source_tree import SOURCE

LADDER = "results/THESIS_LADDER.md"
IMAGING = "cuda_stages/imaging/README.md"
TABLES = {"README.md": "ladder", LADDER: "results", "results/LANGUAGES.md": "languages",
          "cuda_stages/wave3d/NOTES.md": "orders", IMAGING: "blocks",
          "harness/predict/model/MICROBENCHMARKS.md": "microbench",
          "harness/predict/model/DOCUMENT.md": "model-steps"}


def unfilled(name):
    return f"before\n<!-- {name}:begin -->\nold\n<!-- {name}:end -->\nafter\n"


def write_unfilled(root):
    for document, name in TABLES.items():
        path = root / document
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(unfilled(name))


def documents(name="*.md"):
    """In folders of a build copies of other programs' documents may lie."""
    return [path for path in sorted(SOURCE.glob(f"**/{name}"))
            if not any(part.startswith(("build", ".")) for part in path.relative_to(SOURCE).parts)]
