"""Why a net has no wires, or is long."""

from __future__ import annotations

from ctypes import POINTER, byref, cast
from typing import Any, Callable, List, NamedTuple

from . import _library as _l
from ._beside import beside


class Explanation(NamedTuple):
    """``state``: "routed", or why the net has no wires. ``length`` of its wires; ``least``: a lower
    bound. ``nets``: without wires on a grid a minimal set of nets in its way; open in a layout the
    nets across the lines between its pins; longer than ``least`` the nets that take most of the box
    around its pins. ``faults``: what the checker of layouts found, in sentences."""

    name: str
    state: str
    length: int
    least: int
    nets: List[str]
    faults: List[str]


def explain(name: str, arguments: tuple[Any, ...], name_of: Callable[[int], str]) -> Explanation:
    """Calls the library; the last argument is the net."""
    handle = _l.Handle("explanation_destroy")
    beside(lambda: _l.call(name, byref(handle), *arguments))
    facts = cast(handle, POINTER(_l.Explanation)).contents
    return Explanation(
        name_of(arguments[-1]),
        facts.state.decode(),
        facts.length,
        facts.least,
        [name_of(facts.nets[i]) for i in range(facts.net_count)],
        [facts.faults[i].decode(errors="replace") for i in range(facts.fault_count)],
    )
