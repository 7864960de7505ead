"""What is measured under the name of a case, compared with a peer that runs outside of ladder: its case, and the rounds in which our
stages are timed, each with a title and with the options that ladder gets."""

from typing import NamedTuple

from peer_cases import VOLUMES, make_case, make_volume
from peer_run import FOLDER, OURS, fail, volume_stages


class Task(NamedTuple):
    name: str
    case: str  # what --case takes
    rounds: tuple  # pairs of a title and options; the first is with the peer's operator
    stages: tuple  # ours
    walls: tuple = ()  # case and options of the same shot without absorbing borders, where there is one


def add_samples(parser):
    parser.add_argument("--samples", type=int, help="of a volume's traces; without it those of the case")


def check_samples(names, samples):
    if samples is None:
        return
    planes = [name for name in names if name not in VOLUMES]
    if planes:
        fail(f"--samples is for volumes, which {', '.join(planes)} is not: leave it out, or take other cases", 2)
    if samples < 2:
        fail(f"--samples={samples} is no step: 2 is the least", 2)


def task_of(name, device, peer, plane_rounds, samples=None):
    """The operator of volumes is Taylor's, as the peers' are: one round is enough."""
    if name not in VOLUMES:
        return Task(name, make_case(name, FOLDER), plane_rounds, OURS[device])
    case, options = make_volume(name, FOLDER)
    walls, its = make_volume(name, FOLDER, sponge=False)
    shorter = (f"--nt={samples}",) if samples else ()
    options = (*options, *shorter)
    title = f"with the operator of the case, which is {peer}'s, {' '.join(options)}"
    return Task(name, case, ((title, options),), volume_stages(device, VOLUMES[name][1]), (walls, (*its, *shorter)))
