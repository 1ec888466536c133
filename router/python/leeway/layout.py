"""Layouts: LEF and DEF, read, routed, checked, drawn and written."""

from __future__ import annotations

import os
from ctypes import byref, c_char_p, c_size_t
from typing import Any, Callable, Iterable, Iterator, List, NamedTuple, Optional, Tuple, Union

from . import _library as _l
from ._beside import beside
from .explain import Explanation, explain
from .netlist import number_of, skipped
from .options import Effort, Global, Progress, Run
from .picture import Drawable

Path = Union[str, "os.PathLike[str]"]


class LayoutNet(NamedTuple):
    """A net of a layout. ``state``: "routed", "open", "skipped", or in a word why `Layout.route`
    gave it no wires; "" if the layout has no wires. ``length`` of its wires and ``least``, a lower
    bound, are in database units."""

    name: str
    state: str
    pins: int
    length: int
    least: int
    vias: int


class Layout(Drawable):
    """A layout, as `read_layout` read it, or a result of one. ``units``: database units per micron.
    ``length``, ``vias``, ``faults`` and ``open`` count the wires, the violations of rules and the
    nets that are not connected."""

    def __init__(self, handle: _l.Handle, status: int, placed: Optional["Layout"] = None):
        self._handle, self.status, self.placed = handle, status, placed
        report = _l.lib.layout_report(handle).contents
        self.name: str = report.name.decode(errors="replace")
        self.die: Tuple[int, ...] = tuple(report.die)
        self.units, self.length, self.vias = report.units, report.length, report.vias
        self.faults, self.wanted, self.open = report.faults, report.wanted, report.open
        count = c_size_t()
        address = _l.lib.layout_nets(handle, byref(count))
        self._records: Any = ()
        if count.value:
            self._records = (_l.LayoutNetRecord * count.value).from_address(address)
        self._numbers: Optional[dict[str, int]] = None

    def __len__(self) -> int:
        return len(self._records)

    def _find(self, name: str) -> Optional[int]:
        if self._numbers is None:
            self._numbers = {}
            for net, record in enumerate(self._records):
                self._numbers.setdefault(record.name.decode(errors="replace"), net)
        return self._numbers.get(name)

    def __getitem__(self, net: Union[int, str]) -> LayoutNet:
        """A net by its number, from 0, or its name."""
        record = self._records[number_of(self, net)]
        return LayoutNet(
            record.name.decode(errors="replace"),
            record.state.decode(),
            record.pins,
            record.length,
            record.least,
            record.vias,
        )

    def __iter__(self) -> Iterator[LayoutNet]:
        return (self[net] for net in range(len(self)))

    @property
    def nets(self) -> List[LayoutNet]:
        """All nets in the order of the DEF."""
        return list(self)

    @property
    def failures(self) -> List[LayoutNet]:
        """The nets that should have wires and have none, or are not connected."""
        return [net for net in self if net.state not in ("routed", "skipped", "")]

    @property
    def complete(self) -> bool:
        """True if all nets that were not skipped are connected."""
        return self.status == _l.OK

    @property
    def interrupted(self) -> bool:
        """True if the run was stopped; this is its best result."""
        return self.status == _l.INTERRUPTED

    def route(
        self,
        *,
        effort: Effort = "normal",
        threads: int = 0,
        time_limit: float = 0.0,
        skip: Iterable[Union[int, str]] = (),
        progress: Optional[Callable[[Progress], Any]] = None,
        global_: Global = "auto",
    ) -> "Layout":
        """Routes a placed layout by the rules of its LEF; the options are those of `leeway.route`.
        The result has no violation that the checker knows; a net may be open instead. global_:
        "on": a global router makes guides first; "off"; "auto": if the layout is crowded. If it is
        far too crowded, "auto" routes nothing, and the state of the nets is "crowded"."""
        run = Run(effort=effort, threads=threads, time_limit=time_limit, progress=progress)
        setattr(run.options, "global", _l.text(global_, "global_"))
        left = skipped(self, skip)
        if left is not None:
            run.options.skip, run.options.skip_count = left.address, left.count
        run.keep(left, self)
        handle = _l.Handle("layout_destroy")
        status = run.call(True, "layout_route", byref(handle), self._handle, byref(run.options))
        return Layout(handle, status, self)

    def read_result(self, path: Path) -> "Layout":
        """Reads a result of this placed layout: a routed DEF, or a .routes file."""
        handle, name, placed = _l.Handle("layout_destroy"), _l.text(path, "path"), self._handle
        beside(lambda: _l.call("layout_read_result", byref(handle), placed, name))
        result = Layout(handle, _l.OK, self)
        result.status = _l.UNROUTED if result.open else _l.OK
        return result

    def check(self) -> List[str]:
        """The violations that the checker found in the wires, a sentence each. Open nets are no
        violations: `failures` lists them."""
        faults: List[str] = []

        def take(_context: Any, fault: bytes) -> None:
            faults.append(fault.decode(errors="replace"))

        record = _l.ErrorRecord()
        status = _l.use(
            "layout_check", self._handle, _l.FaultFunction(take), None, byref(record)
        )
        if status == _l.FAILED or (status == _l.BAD_INPUT and not faults):
            _l.check(status, record)
        return faults

    def explain(self, net: Union[int, str]) -> Explanation:
        """Why the net, by its number or name, is open or long."""
        number = number_of(self, net)
        return explain("layout_explain", (self._handle, number), lambda other: self[other].name)

    def convert(self, path: Path) -> None:
        """Writes NAME.def, NAME.routes (the wires) or NAME.net (the layout without LEF), completely
        or not at all."""
        name, handle = _l.text(path, "path"), self._handle
        beside(lambda: _l.call("layout_write", handle, name))

    def _drawn(self) -> Tuple[str, Tuple[Any, ...]]:
        return "layout_", (self._handle,)

    def __repr__(self) -> str:
        routed = f", {self.open} open, {self.faults} faults" if self.wanted else ", not routed"
        return (
            f"<Layout {self.name}: {len(self)} nets{routed}, "
            f"length {self.length / self.units:.1f} um, vias {self.vias}>"
        )


def read_layout(path: Path, lefs: Iterable[Path] = ()) -> Layout:
    """Reads a DEF with the LEF files of its technology and cells, in any order, or a layout in the
    program's own format, which needs none."""
    if isinstance(lefs, (str, bytes, os.PathLike)):
        lefs = [lefs]
    names = [_l.text(lef, "a path in lefs") for lef in _l.items(lefs, "lefs")]
    handle, name = _l.Handle("layout_destroy"), _l.text(path, "path")
    array = (c_char_p * len(names))(*names)
    beside(lambda: _l.call("layout_read", byref(handle), name, array, len(names)))
    return Layout(handle, _l.OK)
