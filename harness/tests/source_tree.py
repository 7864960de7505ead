"""Where the sources are."""

import os
import pathlib

SOURCE = pathlib.Path(os.environ.get("LADDER_SOURCE") or pathlib.Path(__file__).parents[2])
