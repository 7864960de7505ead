"""How often a check is wrong, and how often it decides, by the slow-down that was planted and the
number of rounds: 2,000 checks of each kind, drawn from the noise of records.

usage: ladder plot check_rates [--output PICTURE]
"""

import json

from plots import command, lines, slide
from plots.picture import Picture

STATED = 3.0  # [%] of wrong checks at most, in either direction
RECORD = "results/check_experiment/stopping.json"
# of each panel: the verdict, and the slow-downs [%] at which it is wrong
PANELS = (("slower", lambda at: at <= 0), ("not slower", lambda at: at >= 2))


def rates(checks):
    """{(verdict, rounds): [(slow-down [%], share of checks [%])]}"""
    found = {}
    for one in checks:
        for verdict, _ in PANELS:
            found.setdefault((verdict, one["rounds"]), []).append(
                (100 * one["slow_down"], 100 * one.get(verdict, 0) / one["draws"]))
    return {key: sorted(points) for key, points in found.items()}


def draw(arguments):
    checks = json.loads((command.ROOT / RECORD).read_text())["checks"]
    found = rates(checks)
    worst = max(share for (verdict, _), points in found.items() for at, share in points
                if dict(PANELS)[verdict](at))
    picture = Picture(f"Checks are wrong in at most {worst:.1f} %", "Share of 2,000 checks that "
                      "end with each verdict. Grey: where the verdict is wrong, at most "
                      f"{STATED:.0f} % as stated. The smallest change of interest is 2 %. The "
                      f"other checks are inconclusive. Noise of records: {RECORD}.", 4.0)
    for axes, (verdict, wrong) in zip(picture.figure.subplots(1, len(PANELS)), PANELS):
        for index, rounds in enumerate(sorted({one["rounds"] for one in checks})):
            axes.plot(*zip(*found[verdict, rounds]), label=f"{rounds} rounds",
                      markersize=slide.thick(4), linewidth=slide.thick(1.2), **lines.look(index))
        places = [at for at, _ in found[verdict, rounds] if wrong(at)]
        axes.fill_between([min(places) - 0.3, max(places) + 0.3], 0, STATED, color="#BBBBBB")
        axes.set_ylim(0, 100)
        axes.set_xlabel("slow-down [%]")
        axes.set_ylabel("share of the checks [%]")
        axes.grid(color="#CCCCCC", linewidth=0.5)
        axes.legend()
        slide.head(axes, f'"{verdict}"')
    return picture
