"""The other side of bridge_stage.c: runs programs in Python as stages of ladder.

A program is made by a function of a Case or a HeatCase, and has
  upload(now, before, step), advance(count), download(now, before, traces)
as harness/problems/wave/wave.h has them, or upload(now), advance(count), download(now) as heat.h
has them, and `load(case)`, which gives it another case of the same kind: all that it made may
stay. What has a value for each axis has the slowest axis first: (x, z) of a plane, (y, x, z) of a
volume; so have fields, as (nx, nz) or (ny, nx, nz). Traces are (steps + 1, receivers). What it
refuses it says as a Refusal.
"""

import os
import pathlib
import selectors
import socket
import struct
import sys
import tempfile
import threading
import time
import traceback

from shared_run import Case, Shared

CREATE, UPLOAD, ADVANCE, DOWNLOAD = 1, 2, 3, 4
ENTRIES = {UPLOAD: "upload", ADVANCE: "advance", DOWNLOAD: "download"}
OK, REFUSED, FAILED = 0, 1, 4
QUESTION, ANSWER = struct.Struct("=32siiq"), struct.Struct("=i240s")


class Refusal(Exception):
    pass


class Costs:
    """What the bridge took of each run: the time of ladder's side less that inside the program.
    [ns]"""

    def __init__(self):
        self.runs = []  # dictionaries: stage, cells, steps, and of each entry [outside, inside]

    def begin(self, stage, case):
        run = {"stage": stage, "cells": case.sizes(), "of": case.steps, "steps": 0, "open": True}
        self.runs.append(run | {name: [0, 0] for name in ENTRIES.values()})

    def inside(self, what, number, ns):
        self.runs[-1][ENTRIES[what]][1] += ns
        self.runs[-1]["steps"] += number if what == ADVANCE else 0
        self.runs[-1]["open"] = True

    def outside(self, what, ns):
        self.runs[-1][ENTRIES[what]][0] += ns
        self.runs[-1]["open"] = False

    def whole(self):
        """Those of whole runs whose last entry was measured on ladder's side too."""
        return [run for run in self.runs if run["steps"] == run["of"] and not run["open"]]


class Connection:
    """One stage in one process of ladder."""

    def __init__(self, socket_, programs, lock):
        self.socket, self.programs, self.lock = socket_, programs, lock
        self.shared = self.program = self.kind = self.last = None
        self.unlock = lambda: None
        self.costs = Costs()

    def serve(self):
        """Answers one question; False when ladder has gone."""
        message, files, _, _ = socket.recv_fds(self.socket, QUESTION.size, 1)
        while message and len(message) < QUESTION.size:
            more = self.socket.recv(QUESTION.size - len(message))
            message = message + more if more else b""
        if not message:
            self.unlock()
            self.program = None
            return False
        name, what, number, last_ns = QUESTION.unpack(message)
        name = name.rstrip(b"\0").decode()
        if self.last in ENTRIES:
            self.costs.outside(self.last, last_ns)
        try:
            self.answer(name, what, number, files)
            status, words = OK, ""
        except Refusal as refusal:
            status, words = REFUSED, str(refusal)
        except Exception as problem:  # whatever it is, ladder is to hear of it
            traceback.print_exc(file=sys.stderr)
            status, words = FAILED, f"{type(problem).__name__}: {problem}"
        self.last = what if status == OK else None
        try:
            self.socket.sendall(ANSWER.pack(status, words.encode()[:239]))
        except OSError:  # ladder did not wait
            return False
        return True

    def answer(self, name, what, number, files):
        if what == CREATE:
            self.create(name, files[0])
            return
        if what == UPLOAD:
            self.costs.begin(name, self.shared.case)
        begin = time.perf_counter_ns()
        if what == UPLOAD:
            arguments = (number,) if isinstance(self.shared.case, Case) else ()
            self.program.upload(*self.shared.fields, *arguments)
        elif what == ADVANCE:
            self.program.advance(number)
        elif what == DOWNLOAD:
            self.program.download(*self.shared.results)
        self.costs.inside(what, number, time.perf_counter_ns() - begin)

    def create(self, name, file):
        self.unlock()
        self.shared = Shared(file)
        os.close(file)
        self.unlock = self.lock(self.shared.values)
        case = self.shared.case
        if self.program is None or self.kind != case.kind():
            self.program = None
            self.program, self.kind = self.programs[name](case), case.kind()
        self.program.load(case)


class Server:
    """Serves while it is open, in a thread of its own; `programs` are functions by the names of
    their stages, each of which has its socket in `folder`. `lock` page-locks the values that a run
    shares and returns what unlocks them, where copies to and from a device gain by it."""

    def __init__(self, programs, lock=None, folder=None):
        self.programs, self.open, self.costs = programs, True, []
        self.lock = lock or (lambda values: lambda: None)
        self.own = None if folder else tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(folder or self.own.name)
        os.environ["LADDER_BRIDGE"] = str(self.folder)  # for bridge_stage.c
        self.listeners = [self.listener(name) for name in programs]
        self.thread = threading.Thread(target=self.loop, daemon=True)

    def listener(self, name):
        made = socket.socket(socket.AF_UNIX)
        made.bind(str(self.folder / name))
        made.listen()
        return made

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.open = False
        self.thread.join()
        for listener in self.listeners:
            listener.close()
        if self.own:
            self.own.cleanup()

    def loop(self):
        with selectors.DefaultSelector() as waiting:
            for listener in self.listeners:
                waiting.register(listener, selectors.EVENT_READ, None)
            while self.open:
                for key, _ in waiting.select(timeout=0.2):
                    if key.data is None:
                        client = Connection(key.fileobj.accept()[0], self.programs, self.lock)
                        self.costs.append(client.costs)
                        waiting.register(client.socket, selectors.EVENT_READ, client)
                    elif not key.data.serve():
                        waiting.unregister(key.fileobj)
                        key.fileobj.close()
