"""What all readers of trees take of fparser."""

from adopting.failure import NOTHING_RAN, Failure

try:
    from fparser import __version__ as VERSION  # noqa: F401
    from fparser.common.readfortran import FortranStringReader  # noqa: F401
    from fparser.two import Fortran2003 as f  # noqa: F401
    from fparser.two.parser import ParserFactory  # noqa: F401
    from fparser.two.symbol_table import SYMBOL_TABLES  # noqa: F401
    from fparser.two.utils import BinaryOpBase, FparserException, UnaryOpBase, walk  # noqa: F401
except ImportError:
    raise Failure(NOTHING_RAN,
                  "the Python package fparser is missing: run scripts/ladder once more, which "
                  "installs it in build/venv, or `pip install fparser==0.2.5`") from None
