"""What the scripts share: words on stderr, results on stdout, an exit code for each failure."""

import signal
import sys

from adopting.failure import FILE, Failure
from adopting.files import of_system


def say(words):
    print(words, flush=True)


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
