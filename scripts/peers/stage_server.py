"""The other side of peer_stage.c: runs programs in Python as stages of ladder.

A program is made by a function of a Case, and has
  upload(now, before, step), advance(count), download(now, before, traces)
as harness/stage.h has them, and `load(case)`, which gives it another case of the same sizes: all that it made may stay.
What has a value for each axis has the slowest axis first: (x, z) of a plane, (y, x, z) of a volume; so have fields, as (nx, nz)
or (ny, nx, nz). Traces are (steps + 1, receivers). What it refuses it says as a Refusal.
"""

import copy
import mmap
import os
import pathlib
import selectors
import socket
import struct
import sys
import tempfile
import threading
import traceback
from typing import NamedTuple

import numpy

CREATE, UPLOAD, ADVANCE, DOWNLOAD = 1, 2, 3, 4
OK, REFUSED, FAILED = 0, 1, 4
QUESTION, ANSWER = struct.Struct("32sii"), struct.Struct("i240s")


class Refusal(Exception):
    pass


class Case(NamedTuple):
    half_length: int
    steps: int
    dt: float  # [s]
    spacing: tuple  # [m] of each axis
    taps: tuple  # an array for each axis
    sponges: tuple  # likewise
    v2dt2: numpy.ndarray  # the shape of a field
    wavelets: numpy.ndarray  # [sources, steps]
    sources: numpy.ndarray  # [sources, axes]
    receivers: numpy.ndarray  # [receivers, axes]

    def sizes(self):
        """What has to be the same for one program to take another case."""
        return (*self.v2dt2.shape, self.half_length, self.steps, len(self.sources), len(self.receivers))

    def copied(self):
        """On memory of its own: that of a run goes with it."""
        return copy.deepcopy(self)


class Shared:
    """The memory of one run, in the order in which peer_stage.c lays it out."""

    def __init__(self, file):
        self.values = numpy.frombuffer(mmap.mmap(file, 0), dtype=numpy.float32)
        self.at = 0
        *cells, half_length, steps, sources, receivers = map(int, self.take(7).view(numpy.int32))
        *spacing, dt = map(float, self.take(4))
        taps = [self.take(2 * half_length + 1) for _ in cells]
        sponges = [self.take(count) for count in cells]
        axes = slice(None if cells[2] > 1 else 1, None, -1)  # ladder has z, x and y, and of a plane a single cell along y
        shape = cells[axes]
        v2dt2, wavelets = self.take(*shape), self.take(sources, steps)
        places = [self.take(count, 3).view(numpy.int32)[:, axes] for count in (sources, receivers)]
        self.case = Case(half_length, steps, dt, *(tuple(each[axes]) for each in (spacing, taps, sponges)), v2dt2, wavelets,
                         *places)
        self.now, self.before, self.traces = self.take(*shape), self.take(*shape), self.take(steps + 1, receivers)

    def take(self, *shape):
        count = int(numpy.prod(shape))
        self.at += count
        return self.values[self.at - count:self.at].reshape(shape)


class Connection:
    """One stage in one process of ladder."""

    def __init__(self, socket_, programs):
        self.socket, self.programs = socket_, programs
        self.shared = self.program = self.sizes = None

    def serve(self):
        """Answers one question; False when ladder has gone."""
        message, files, _, _ = socket.recv_fds(self.socket, QUESTION.size, 1)
        while message and len(message) < QUESTION.size:
            more = self.socket.recv(QUESTION.size - len(message))
            message = message + more if more else b""
        if not message:
            self.program = None
            return False
        name, what, number = QUESTION.unpack(message)
        try:
            self.answer(name.rstrip(b"\0").decode(), what, number, files)
            status, words = OK, ""
        except Refusal as refusal:
            status, words = REFUSED, str(refusal)
        except Exception as problem:  # whatever it is, ladder is to hear of it
            traceback.print_exc(file=sys.stderr)
            status, words = FAILED, f"{type(problem).__name__}: {problem}"
        try:
            self.socket.sendall(ANSWER.pack(status, words.encode()[:239]))
        except OSError:  # ladder did not wait
            return False
        return True

    def answer(self, name, what, number, files):
        if what == CREATE:
            self.shared = Shared(files[0])
            os.close(files[0])
            case = self.shared.case
            if self.program is None or self.sizes != case.sizes():
                self.program = None
                self.program, self.sizes = self.programs[name](case), case.sizes()
            self.program.load(case)
        elif what == UPLOAD:
            self.program.upload(self.shared.now, self.shared.before, number)
        elif what == ADVANCE:
            self.program.advance(number)
        elif what == DOWNLOAD:
            self.program.download(self.shared.now, self.shared.before, self.shared.traces)


class Server:
    """Serves while it is open, in a thread of its own; `programs` are functions by the names of their stages."""

    def __init__(self, programs):
        self.folder = tempfile.TemporaryDirectory()
        self.programs, self.open = programs, True
        path = str(pathlib.Path(self.folder.name) / "peer")
        os.environ["LADDER_PEER"] = path  # for peer_stage.c
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen()
        self.thread = threading.Thread(target=self.loop, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.open = False
        self.thread.join()
        self.listener.close()
        self.folder.cleanup()

    def loop(self):
        with selectors.DefaultSelector() as waiting:
            waiting.register(self.listener, selectors.EVENT_READ, None)
            while self.open:
                for key, _ in waiting.select(timeout=0.2):
                    if key.data is None:
                        client = self.listener.accept()[0]
                        waiting.register(client, selectors.EVENT_READ, Connection(client, self.programs))
                    elif not key.data.serve():
                        waiting.unregister(key.fileobj)
                        key.fileobj.close()
