"""A case as ladder makes it, in arrays: a stage is handed it, and refuses it."""

from peer_run import FOLDER, call_ladder, fail  # before the bridge, to which it knows the way

import stage_server
from bridge_plugin import NoPlugin, build


def case_of(ladder, case, *options):
    kept = []

    def keep(made):
        kept.append(made.copied())
        raise stage_server.Refusal("it is looked at, not run")

    try:
        plugin = build("look-at-case", FOLDER, "cpu", "it takes the case and computes nothing",
                       "none")
    except NoPlugin as problem:
        fail(str(problem))
    with stage_server.Server({"look-at-case": keep}):
        _, words = call_ladder(ladder, "shoot", f"--case={case}", f"--stage={plugin}",
                               f"--output={FOLDER / 'no.su'}", "--overwrite", *options)
    if not kept:
        fail(f"ladder shoot did not give the case:\n{words.strip()}")
    return kept[0]
