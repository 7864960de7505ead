"""How a plot fails: in words, with the exit code of its kind (see CONTRIBUTING.md)."""

from adopting.failure import FILE as UNUSABLE, NOT_COMPARABLE, NOTHING_RAN as NOTHING  # noqa: F401
from adopting.failure import USAGE as WRONG_COMMAND, Failure  # noqa: F401
