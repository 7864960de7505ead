"""What the scripts share: words on stderr, results on stdout, an exit code for each failure."""

import argparse
import json
import signal
import sys

from adopting.failure import FILE, Failure, answer as answer_of
from adopting.files import of_system

# Options of `ladder adopt` that ladder.toml keeps.
OF_ADOPT = ("build", "run", "flags", "calls", "sources", "libraries", "without", "compiler")


def parser(command, doc, usage):
    return argparse.ArgumentParser(prog=f"ladder {command}", description=doc,
                                   usage=f"ladder {command} {usage}", allow_abbrev=False,
                                   formatter_class=argparse.RawDescriptionHelpFormatter)


def given(arguments, names):
    """Options that were given."""
    return {name: value for name in names if (value := getattr(arguments, name)) is not None}


def say(words):
    print(words, flush=True)


def progress(words):
    print(words, file=sys.stderr, flush=True)


def answer(make):
    """For the program that asked: what is made, or why not, as JSON."""
    try:
        try:
            made = make()
        except OSError as error:
            raise of_system(error) from None
    except Failure as failure:
        made = answer_of(failure)
    print(json.dumps(made))
    return 0


def run(command, action):
    """`command`: the word behind `ladder`; none of what the owner's program starts."""
    name = f"ladder {command}".strip()
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        code = action(say)
    except Failure as failure:
        print(f"{name}: {failure}", file=sys.stderr)
        return failure.code
    except KeyboardInterrupt:
        print(f"{name}: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        return 0
    except OSError as error:
        print(f"{name}: {of_system(error)}", file=sys.stderr)
        return FILE
    return code if isinstance(code, int) else 0
