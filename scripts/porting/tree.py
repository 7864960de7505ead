"""Statements of a procedure as a small tree: what each reads and writes, branches, loops, jumps."""

import dataclasses

from porting.designators import Access


@dataclasses.dataclass
class Step:
    """One statement: first its reads, then its writes; `calls` are (callee name, arguments)."""

    line: int
    reads: list[Access]
    writes: list[Access]
    calls: list
    node: object = None
    may: bool = False  # of a WHERE: some elements only
    effect: str = ""  # what no order may change: output, a library
    associated: dict = dataclasses.field(default_factory=dict)
    end: int = 0  # last line


@dataclasses.dataclass
class Branch:
    line: int
    arms: list
    complete: bool  # one of the arms is taken
    condition: object = None


@dataclasses.dataclass
class Loop:
    line: int
    end: int
    variable: str  # "" of DO WHILE and of an endless DO
    first: object
    last: object
    step: object
    body: list
    name: str = ""
    concurrent: bool = False
    head: int = 0         # last line of its DO statement
    shared: bool = False  # one of several variables of a DO CONCURRENT


@dataclasses.dataclass
class Jump:
    """`kind`: cycle, exit, return, stop or goto."""

    line: int
    kind: str
    name: str = ""


@dataclasses.dataclass
class Label:
    line: int
    name: str


def walk(body):
    """Every item, outer ones first."""
    for item in body:
        yield item
        if isinstance(item, Branch):
            for arm in item.arms:
                yield from walk(arm)
        elif isinstance(item, Loop):
            yield from walk(item.body)
