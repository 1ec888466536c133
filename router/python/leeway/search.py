"""Searches without nets: breadth-first labels, and many cheapest paths in one call."""

from __future__ import annotations

from ctypes import addressof, byref, c_size_t, c_uint32
from typing import Any, List, Sequence, Tuple, Union

from . import _arrays as _a
from . import _library as _l
from ._beside import beside
from .grid import Grid, cell_of
from .netlist import Netlist
from .options import EngineName, Run

# Calls of at least this size can be interrupted.
LARGE_PAIRS, LARGE_CELLS = 256, 1 << 20


class _Design:
    """The library's design of a grid or a netlist, for one call."""

    def __init__(self, where: Union[Grid, Netlist]):
        if not isinstance(where, (Grid, Netlist)):
            raise _l.InputError(f"expected a Grid or a Netlist, found {type(where).__name__}")
        self.shape = where.shape
        self.handle = where._make_design("grid") if isinstance(where, Grid) else where._handle


def bfs(where: Union[Grid, Netlist], source: Sequence[int]) -> Any:
    """Labels each cell with its distance in steps from the source (x, y or x, y, layer).

    Returns an array of shape (layers, height, width), unsigned 32 bits; unreachable cells have the
    label UNREACHED. Respects blocked cells, walls and strict layers; ignores costs. A keyboard
    interrupt is raised at once, and the search ends on its own.
    """
    design = _Design(where)
    layers, height, width = design.shape
    cells = layers * height * width
    cell = (c_uint32 * 3)(*cell_of(source))
    labels: Any
    if _a.numpy is not None:
        labels = _a.numpy.empty(design.shape, dtype=_a.numpy.uint32)
        address = labels.ctypes.data
    else:
        memory = (c_uint32 * cells)()
        labels = memoryview(memory).cast("B").cast("I", design.shape)
        address = addressof(memory)

    def search() -> Any:
        _l.call("bfs", design.handle, cell, address, cells)
        return labels

    return beside(search) if cells >= LARGE_CELLS else search()


class Paths:
    """Result of `find_paths`: flat arrays, read-only views of the library's memory."""

    def __init__(self, handle: _l.Handle, shape: Tuple[int, int, int], status: int):
        self._handle = handle
        self.shape, self.status = shape, status

    def _array(self, name: str, size: int) -> Any:
        count = c_size_t()
        address = getattr(_l.lib, name)(self._handle, byref(count))
        return _a.output(address, count.value, size, (count.value,), self)

    @property
    def costs(self) -> Any:
        """The cost of each path, unsigned 64 bits; NO_COST if there is no path."""
        return self._array("paths_costs", 8)

    @property
    def corners(self) -> Any:
        """The corners of all paths as cell indices, (layer * height + y) * width + x."""
        return self._array("paths_corners", 4)

    @property
    def first(self) -> Any:
        """Offsets: path i has corners[first[i]:first[i + 1]]."""
        return self._array("paths_first", 8)

    def __len__(self) -> int:
        return len(self.costs)

    def path(self, pair: int) -> List[Tuple[int, int, int]]:
        """The corners of one path as (x, y, layer); [] if there is no path."""
        pair = _l.index(pair, len(self), "pair")
        first, (_, height, width) = self.first, self.shape
        cells = [int(cell) for cell in self.corners[int(first[pair]) : int(first[pair + 1])]]
        return [(c % width, c // width % height, c // width // height) for c in cells]


def find_paths(
    where: Union[Grid, Netlist],
    pairs: Any,
    windows: Any = None,
    *,
    engine: EngineName = "auto",
    wave: str = "auto",
    threads: int = 0,
    time_limit: float = 0.0,
) -> Paths:
    """Finds a cheapest path for each pair of cells, independently of each other: for millions of
    short queries in one call.

    pairs: an array of six numbers each, x, y, layer of start and goal. windows: an array of four
    numbers each, x, y of the low and the high corner of a box that the path stays inside; None: the
    whole grid. Unsigned 32-bit arrays are not copied and may not be changed during the call. Pairs
    that are not searched before the time limit have no path.
    """
    run = Run(engine=engine, wave=wave, threads=threads, time_limit=time_limit)
    ends = _a.Input(pairs, 4, "pairs")
    ends.expect_rows(6, "pairs")
    count = ends.count // 6
    boxes = None if windows is None else _a.Input(windows, 4, "windows")
    if boxes is not None:
        boxes.expect_rows(4, "windows")
    if boxes is not None and boxes.count != 4 * count:
        raise _l.InputError(
            f"windows: expected {4 * count} numbers, four per pair, found {boxes.count}"
        )
    design = _Design(where)
    run.keep(ends, boxes, design)
    handle = _l.Handle("paths_destroy")
    layers, height, width = design.shape
    cells = count * layers * height * width
    large = count >= LARGE_PAIRS or (windows is None and cells >= LARGE_CELLS)
    status = run.call(
        large,
        "find_paths",
        byref(handle),
        design.handle,
        ends.address,
        None if boxes is None else boxes.address,
        count,
        byref(run.options),
    )
    return Paths(handle, design.shape, status)
