"""Why steps did what they did: found out by people, and kept as data in
cuda_stages/<ladder>/reasons.toml."""

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.9 and 3.10
    import tomli as tomllib

from plots.failure import UNUSABLE, Failure


def of(root):
    """By stage. There may be none: nobody has looked yet."""
    found = {}
    for path in sorted(root.glob("cuda_stages/*/reasons.toml")):
        try:
            found |= tomllib.loads(path.read_text())
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
            raise Failure(UNUSABLE, f"{path}: {problem}") from problem
        for stage, why in found.items():
            if not isinstance(why, str):
                raise Failure(UNUSABLE, f"{path}: the reason of {stage} is no text")
    return found
