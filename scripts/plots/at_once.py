"""Figures on all cores that this process may use: to draw one takes a core a second or more."""

import concurrent.futures
import contextlib
import multiprocessing
import os

_work, _items = None, ()


def _one(place):
    return _work(_items[place])


def results(work, items):
    """work(item) of each, in their order.

    It runs in copies of this process, which have all that was read so far.
    """
    global _work, _items
    _work, _items = work, list(items)
    cores = min(len(os.sched_getaffinity(0)), len(_items))
    pool = None
    if cores > 1:
        with contextlib.suppress(OSError):  # no semaphores: a full disk, no /dev/shm
            pool = concurrent.futures.ProcessPoolExecutor(
                cores, multiprocessing.get_context("fork"))
    if not pool:
        yield from map(work, _items)
        return
    with pool:
        yield from pool.map(_one, range(len(_items)))
