"""matplotlib with the look that all pictures share. To import it takes longer than many a command,
so it is imported where something is drawn."""

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams.update({
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "axes.titlesize": 9.5,
    "axes.titlelocation": "left",
    "axes.labelsize": 9.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.fontsize": 9,
    "legend.frameon": False,
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    "hatch.linewidth": 0.6,
    "svg.fonttype": "none",  # text stays text: it can be searched and read out
    "svg.hashsalt": "ladder",
})
import matplotlib.pyplot as plt  # noqa: E402  (after the backend is chosen)

__all__ = ["matplotlib", "plt"]
