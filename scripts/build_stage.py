#!/usr/bin/env python3
"""Compiles a stage of an adopted routine, where it is not or changed since: build_stage.py DIR
NAME. The recorder calls it."""

import pathlib
import sys

from adopting import commands


def main():
    from adopting import built, description, files

    folder, name = pathlib.Path(sys.argv[1]), sys.argv[2]

    def action(say):
        built.Stage(name, folder, files.cache_of(folder), description.load(folder)).build()

    return commands.run("", action)


if __name__ == "__main__":
    sys.exit(main())
