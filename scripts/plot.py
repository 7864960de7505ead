#!/usr/bin/env python3
"""Draws the figure of scripts/plots/figures that the first word names; `ladder plot` starts it."""

import pathlib
import sys

import plots

plots.go_on_where_packages_are(pathlib.Path(__file__))
from plots import figures  # noqa: E402

name = sys.argv.pop(1)
sys.argv[0] = f"plot {name}"
figures.run(name)
