"""Why a test is skipped: packages that are not there."""

import importlib.util


def lacks(*packages):
    missing = [name for name in packages if importlib.util.find_spec(name) is None]
    return f"{', '.join(missing)} is not there" if missing else ""
