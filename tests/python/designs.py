"""Designs for the tests of the Python module. LEEWAY_NO_NUMPY hides NumPy from it."""

import os
import random
import sys

if os.environ.get("LEEWAY_NO_NUMPY"):
    sys.modules["numpy"] = None  # type: ignore[assignment]

import leeway


def first():
    grid = leeway.Grid(12, 8).block(3, 0, 3, 5).block(7, 2, 8, 7)
    nets = leeway.Netlist(grid, "first")
    return nets.add("clk", [(0, 0), (11, 0)]).add("d0", [(0, 7), (5, 7), (11, 7)])


def rows(array):
    return [list(row) for row in array.tolist()]


def hard(side=96, nets=220, seed=5):
    """A crowded design that takes seconds."""
    draw = random.Random(seed)
    netlist = leeway.Netlist(leeway.Grid(side, side, 2, via=2))
    cells = draw.sample(range(side * side), 2 * nets)
    for a, b in zip(cells[::2], cells[1::2]):
        netlist.add(None, [(a % side, a // side), (b % side, b // side)])
    return netlist
