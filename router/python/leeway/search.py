"""Searches without nets: breadth-first labels, and many cheapest paths in one call."""

from __future__ import annotations

import math
from array import array
from ctypes import addressof, byref, c_size_t, c_uint32
from typing import Any, Callable, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import _arrays as _a
from . import _library as _l
from ._beside import beside
from ._library import NO_COST, UNREACHED
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


Unreached = Union[int, float]


def _maybe_beside(cells: int, call: Callable[[], Any]) -> Any:
    """A search of a small grid is too short to be interrupted."""
    return beside(call) if cells >= LARGE_CELLS else call()


def _memory(shape: Tuple[int, ...]) -> Tuple[Any, int]:
    """A new array of unsigned 32 bits, and its address."""
    if _a.numpy is not None:
        array = _a.numpy.empty(shape, dtype=_a.numpy.uint32)
        return array, array.ctypes.data
    memory = (c_uint32 * math.prod(shape))()
    return memoryview(memory).cast("B").cast("I", shape), addressof(memory)


def _marked(labels: Any, unreached: Unreached) -> Any:
    """The labels with another number for UNREACHED."""
    if unreached == UNREACHED:
        return labels
    if unreached == -1:  # the same bits
        if _a.numpy is not None:
            return labels.view(_a.numpy.int32)
        return labels.cast("B").cast("i", labels.shape)
    if not (isinstance(unreached, float) and math.isnan(unreached)):
        raise _l.InputError(f"unreached: expected UNREACHED, -1 or NaN, found {unreached!r}")
    if _a.numpy is not None:
        return _a.numpy.where(labels == UNREACHED, math.nan, labels)
    flat = labels.cast("B").cast("I")
    floats = array("d", [math.nan if label == UNREACHED else label for label in flat])
    return memoryview(floats).cast("B").cast("d", labels.shape)


def _cells(sources: Sequence[Any]) -> Any:
    """One cell or several, as a flat array of x, y, layer each."""
    cells = _l.items(sources, "source")
    if cells and not hasattr(cells[0], "__iter__"):
        cells = [cells]
    flat = [number for cell in cells for number in cell_of(cell)]
    return (c_uint32 * len(flat))(*flat)


class Levels(NamedTuple):
    """Result of `bfs_levels`. ``labels``: as of `bfs`. ``parents``: the index of the cell before on
    a shortest path, (layer * height + y) * width + x, the least one; UNREACHED for sources and
    unreachable cells. ``counts``: the number of cells of each label, from 0."""

    labels: Any
    parents: Any
    counts: Any


def _search(
    where: Union[Grid, Netlist], sources: Sequence[Any], whole: bool, unreached: Unreached
) -> Tuple[Any, Any, Any]:
    design, found = _Design(where), _l.Levels()
    cells = math.prod(design.shape)
    given = _cells(sources)
    labels, found.labels = _memory(design.shape)
    parents: Any = None
    counts: Any = None
    if whole:
        parents, found.parents = _memory(design.shape)
        counts, found.counts = _memory((cells,))

    def search() -> Any:
        _l.call("bfs_levels", design.handle, given, len(given) // 3, byref(found), cells)
        return labels, parents, counts  # alive as long as the call

    _marked(labels[:0] if _a.numpy is not None else labels, unreached)  # refuses wrong numbers
    _maybe_beside(cells, search)
    if whole:
        if _a.numpy is not None:
            counts = counts[: int(_a.numpy.count_nonzero(counts))]
        else:
            counts = counts[: next((i for i, count in enumerate(counts) if count == 0), cells)]
    return _marked(labels, unreached), parents, counts


def bfs(
    where: Union[Grid, Netlist], source: Sequence[Any], *, unreached: Unreached = UNREACHED
) -> Any:
    """Labels each cell with its distance in steps from the source, a cell (x, y or x, y, layer), or
    from the nearest of several cells.

    Returns an array of shape (layers, height, width), unsigned 32 bits; unreachable cells have the
    label UNREACHED. With unreached=-1 the numbers are signed and these labels are -1, with
    unreached=math.nan they are floats. Respects blocked cells, walls and strict layers; ignores
    costs. A keyboard interrupt is raised at once, and the search ends on its own.
    """
    return _search(where, source, False, unreached)[0]


def bfs_levels(
    where: Union[Grid, Netlist], sources: Sequence[Any], *, unreached: Unreached = UNREACHED
) -> Levels:
    """The same with the parent of each cell and the number of cells of each label."""
    return Levels(*_search(where, sources, True, unreached))


class CellPath(NamedTuple):
    """Result of `shortest_path`: all cells as (x, y, layer), and the cost; [] and None if there is
    no path."""

    cells: List[Tuple[int, int, int]]
    cost: Optional[int]


def shortest_path(
    where: Union[Grid, Netlist], start: Sequence[int], goal: Sequence[int]
) -> CellPath:
    """A path of least cost between two cells, x, y or x, y, layer, which may be blocked. Costs are
    those of the grid: weights, via, bend, wrong_way; nets of a netlist are ignored."""
    design = _Design(where)
    handle, a, b = _l.Handle("paths_destroy"), _cells([start]), _cells([goal])
    cells = math.prod(design.shape)
    status = _maybe_beside(
        cells, lambda: _l.call("shortest_path", byref(handle), design.handle, a, b)
    )
    paths = Paths(handle, design.shape, status)
    cost = int(paths.costs[0])
    return CellPath(paths.path(0), None if cost == NO_COST else cost)


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
