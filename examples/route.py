#!/usr/bin/env python3
"""route: the library from Python: make or read a small design, route it, print the result.

    python3 examples/route.py [NETLIST]
"""

import sys

import leeway

if len(sys.argv) > 1:
    nets = leeway.read(sys.argv[1])
else:
    grid = leeway.Grid(12, 8).block(3, 0, 3, 5).block(7, 2, 8, 7)
    nets = leeway.Netlist(grid, "made")
    nets.add("clk", [(0, 0), (11, 0)])
    nets.add("d0", [(0, 7), (5, 7), (11, 7)])

result = leeway.route(nets)
for net in result.nets:
    if net.state == "routed":
        print(f"{net.name}: {net.state}, cost {net.cost}, length {net.length}")
for lost in result.failures:
    print(f"{lost.name}: {lost.reason}", *lost.blocked_by)
sys.exit(0 if result.complete else 1)
