"""Routing: a tree of wires for each net, or the reason why it has none."""

from __future__ import annotations

import os
from ctypes import byref, c_size_t
from typing import Any, Callable, Dict, Iterable, List, Literal, NamedTuple, Optional, Tuple, Union

from . import _arrays as _a
from . import _library as _l
from ._beside import beside
from .explain import Explanation, explain
from .netlist import Netlist, number_of, skipped
from .options import Effort, EngineName, Order, Progress, Run
from .picture import Drawable

# Runs of at least this size can be interrupted. (Two nets may be improved for minutes.)
LARGE_NETS, LARGE_CELLS = 2, 1 << 14


State = Literal["routed", "no-path", "blocked-by", "time-limit", "interrupted"]


class NetResult(NamedTuple):
    """One net of a result. ``state`` is "routed", or the reason why it is not: "no-path",
    "blocked-by", "time-limit" or "interrupted"; the numbers are 0 then."""

    name: str
    state: State
    cost: int
    length: int
    vias: int
    bends: int


class Failure(NamedTuple):
    """A net without wires. ``blocked_by``: a minimal set of nets that are in its way."""

    name: str
    reason: State
    blocked_by: List[str]


class Result(Drawable):
    """Routes of a netlist. Arrays are read-only views of the library's memory."""

    def __init__(self, netlist: Netlist, handle: _l.Handle, status: int):
        self.netlist = netlist
        self._handle = handle
        self.status = status
        self._nets: Any = None

    def _records(self) -> Any:
        if self._nets is None:
            count = c_size_t()
            address = _l.lib.routes_nets(self._handle, byref(count))
            if count.value:
                self._nets = (_l.NetRecord * count.value).from_address(address)
            else:
                self._nets = ()
        return self._nets

    @property
    def complete(self) -> bool:
        """True if all nets that were not skipped have wires."""
        return self.status == _l.OK

    @property
    def interrupted(self) -> bool:
        """True if the run was stopped; this is its best result."""
        return self.status == _l.INTERRUPTED

    def __len__(self) -> int:
        return len(self._records())

    def _find(self, name: str) -> Optional[int]:
        return self.netlist._find(name)

    def __getitem__(self, net: Union[int, str]) -> NetResult:
        """A net by its number, from 0, or its name."""
        net = number_of(self, net)
        record = self._records()[net]
        return NetResult(
            self.netlist.name_of(net),
            _state(record.state),
            record.cost,
            record.length,
            record.vias,
            record.bends,
        )

    @property
    def nets(self) -> List[NetResult]:
        """All nets in the order of the netlist."""
        return [self[net] for net in range(len(self))]

    def _array(self, name: str, size: int, columns: int) -> Any:
        count = c_size_t()
        address = getattr(_l.lib, name)(self._handle, byref(count))
        shape = (count.value, columns) if columns > 1 else (count.value,)
        return _a.output(address, count.value * columns, size, shape, self)

    @property
    def wires(self) -> Any:
        """All wires, one per row: x, y, layer of both ends, unsigned 32 bits."""
        return self._array("routes_wires", 4, 6)

    def wires_of(self, net: Union[int, str]) -> Any:
        """The wires of one net, by its number or name; each leads away from the first pin."""
        record = self._records()[number_of(self, net)]
        wires = self.wires
        return wires[record.first_wire : record.first_wire + record.wire_count]

    @property
    def cost(self) -> int:
        return sum(record.cost for record in self._records())

    @property
    def length(self) -> int:
        return sum(record.length for record in self._records())

    @property
    def vias(self) -> int:
        return sum(record.vias for record in self._records())

    @property
    def failures(self) -> List[Failure]:
        """The nets without wires."""
        blockers = self._array("routes_blockers", 4, 1)
        names = self.netlist.name_of
        return [
            Failure(
                names(net),
                _state(record.state),
                [
                    names(int(blockers[record.first_blocker + i]))
                    for i in range(record.blocker_count)
                ],
            )
            for net, record in enumerate(self._records())
            if record.state != 0
        ]

    @property
    def report(self) -> Dict[str, Any]:
        """Statistics of the run: engine, wave, device, end, iterations, searches, seconds, ..."""
        record = _l.lib.routes_report(self._handle).contents
        values = {name: getattr(record, name) for name, _ in _l.ReportRecord._fields_}
        return {k: v.decode() if isinstance(v, bytes) else v for k, v in values.items()}

    def explain(self, net: Union[int, str]) -> Explanation:
        """Why the net, by its number or name, has no wires or is long."""
        arguments = (self.netlist._handle, self._handle, number_of(self, net))
        return explain("explain", arguments, self.netlist.name_of)

    def check(self) -> List[str]:
        """Checks the result independently of the router. Returns the violations, a sentence each. A
        keyboard interrupt is raised at once, and the check ends on its own."""
        faults: List[str] = []

        def take(_context: Any, fault: bytes) -> None:
            faults.append(fault.decode(errors="replace"))

        record, design, routes = _l.ErrorRecord(), self.netlist._handle, self._handle
        report = _l.FaultFunction(take)
        status = beside(lambda: _l.use("check", design, routes, report, None, byref(record)))
        if status == _l.FAILED or (status == _l.BAD_INPUT and not faults):
            _l.check(status, record)
        return faults

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the .routes file, completely or not at all."""
        _l.call("routes_write", self._handle, self.netlist._handle, _l.text(path, "path"))

    def _drawn(self) -> Tuple[str, Tuple[Any, ...]]:
        return "", (self.netlist._handle, self._handle)

    def to_dataframe(self) -> Any:
        """All nets as a pandas DataFrame; needs pandas."""
        import pandas  # type: ignore

        return pandas.DataFrame(self.nets, columns=NetResult._fields).set_index("name")

    def __repr__(self) -> str:
        routed = sum(record.state == 0 for record in self._records())
        return (
            f"<Result {self.netlist.name}: {routed} of {len(self)} nets routed, "
            f"length {self.length}, vias {self.vias}, cost {self.cost}>"
        )


_STATES: Dict[int, State] = {}


def _state(number: int) -> State:
    if number not in _STATES:
        _STATES[number] = _l.lib.state_name(number).decode()
    return _STATES[number]


def route(
    netlist: Netlist,
    *,
    engine: EngineName = "auto",
    wave: str = "auto",
    order: Order = "short",
    effort: Effort = "normal",
    threads: int = 0,
    max_iterations: Optional[int] = None,
    time_limit: float = 0.0,
    alone: bool = False,
    skip: Iterable[Union[int, str]] = (),
    keep: Optional[Result] = None,
    progress: Optional[Callable[[Progress], Any]] = None,
    animate: Union[str, "os.PathLike[str]", None] = None,
) -> Result:
    """Routes the netlist.

    engine: "auto", "cpu" or "gpu". wave: search algorithm, "auto" or from ``leeway devices``.
    order: the nets to route first, "short", "netlist", "reverse", "long", "pins" or "inner".
    effort: how much run time to spend on reducing cost, "fast", "normal" or "best". threads: CPU
    threads; 0: all cores. max_iterations: iterations of rip-up and improvement; None: 100000.
    time_limit: seconds; 0: none. alone: each net as if it were the only one. skip: nets not to
    route, by number or name. keep: a result of this netlist whose wires stay. progress: called with
    a Progress; a true result stops the run. animate: a file for a film of the run, .gif or .html.

    The result depends on the netlist and the options only, not on the engine or the threads. A
    keyboard interrupt stops the run and is raised.
    """
    if not isinstance(netlist, Netlist):
        raise _l.InputError(f"netlist: expected a Netlist, found {type(netlist).__name__}")
    run = Run(
        engine=engine,
        wave=wave,
        order=order,
        effort=effort,
        threads=threads,
        max_iterations=max_iterations,
        time_limit=time_limit,
        alone=alone,
        progress=progress,
    )
    left = skipped(netlist, skip)
    if left is not None:
        run.options.skip, run.options.skip_count = left.address, left.count
    if keep is not None:
        if not isinstance(keep, Result):
            raise _l.InputError(f"keep: expected a Result, found {type(keep).__name__}")
        run.options.keep = keep._handle
    if animate is not None:
        run.options.film = _l.text(animate, "animate")
    run.keep(left, keep, netlist)
    handle = _l.Handle("routes_destroy")
    layers, height, width = netlist.shape
    large = len(netlist) >= LARGE_NETS or layers * height * width >= LARGE_CELLS
    status = run.call(large, "route", byref(handle), netlist._handle, byref(run.options))
    return Result(netlist, handle, status)


def read_routes(netlist: Netlist, path: Union[str, "os.PathLike[str]"]) -> Result:
    """Reads a result of this netlist from a file. `Result.check` checks it."""
    if not isinstance(netlist, Netlist):
        raise _l.InputError(f"netlist: expected a Netlist, found {type(netlist).__name__}")
    handle = _l.Handle("routes_destroy")
    _l.call("routes_read", byref(handle), netlist._handle, _l.text(path, "path"))
    result = Result(netlist, handle, _l.OK)
    if result.failures:
        result.status = _l.UNROUTED
    return result
