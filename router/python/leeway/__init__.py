"""leeway: a maze router for integrated circuits.

    import leeway

    grid = leeway.Grid(12, 8).block(3, 0, 3, 5).block(7, 2, 8, 7)
    nets = leeway.Netlist(grid, "first").add("clk", [(0, 0), (11, 0)])
    result = leeway.route(nets)
    result.nets, result.wires, result.failures

Notebooks show netlists and results as pictures. Arrays are passed by the buffer protocol, as NumPy
arrays if NumPy is installed. Several threads may use one object at the same time, but nets cannot
be added while a call uses their netlist. Calls release the interpreter's lock.
"""

from ._library import NO_COST, UNREACHED, Error, InputError, RunError, lib as _lib
from .explain import Explanation
from .grid import Grid
from .layout import Layout, LayoutNet, read_layout
from .netlist import Netlist, read
from .options import Progress
from .picture import Page, Svg
from .routing import Failure, NetResult, Result, read_routes, route
from .search import CellPath, Levels, Paths, bfs, bfs_levels, find_paths, shortest_path

__version__: str = _lib.version().decode()

__all__ = [
    "CellPath",
    "Error",
    "Explanation",
    "Failure",
    "Grid",
    "InputError",
    "Layout",
    "LayoutNet",
    "Levels",
    "NO_COST",
    "NetResult",
    "Netlist",
    "Page",
    "Paths",
    "Progress",
    "Result",
    "RunError",
    "Svg",
    "UNREACHED",
    "__version__",
    "bfs",
    "bfs_levels",
    "find_paths",
    "read",
    "read_layout",
    "read_routes",
    "route",
    "shortest_path",
]
