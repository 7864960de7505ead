"""What the scripts share: words on stderr, results on stdout, an exit code for each failure."""

import signal
import sys

from adopting.failure import Failure


def say(words):
    print(words, flush=True)


def run(name, action):
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        code = action(say)
    except Failure as failure:
        print(f"ladder {name}: {failure}", file=sys.stderr)
        return failure.code
    except KeyboardInterrupt:
        print(f"ladder {name}: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        return 0
    return code if isinstance(code, int) else 0
