"""What the program itself declares: `ladder completion json`."""

import json

from command import ladder

DECLARED = json.loads(ladder("completion", "json").stdout)
COMMANDS = {one["name"]: one for one in DECLARED["commands"] if not one["script"]}
TAKEN = {(name, option["name"]) for name, one in COMMANDS.items() for option in one["options"]}
OPTIONS = {option["name"]: option for one in DECLARED["commands"] for option in one["options"]}
