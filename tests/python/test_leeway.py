"""Tests of the Python module: its functions.

Run by tests/cli/python.sh, with and without NumPy (LEEWAY_NO_NUMPY hides it).
"""

import ast
import ctypes
import gc
import os
import pathlib
import random
import re
import threading

import pytest
from designs import first, hard, rows

import leeway
from leeway import _arrays, _library

numpy = _arrays.numpy


def test_version():
    assert re.fullmatch(r"\d+\.\d+\.\d+", leeway.__version__)


def test_syntax_of_python_3_9():
    for file in pathlib.Path(leeway.__file__).parent.glob("*.py"):
        tree = ast.parse(file.read_text(), str(file), feature_version=(3, 9))
        lazy = [n for n in tree.body if isinstance(n, ast.ImportFrom) and n.module == "__future__"]
        assert lazy or file.name == "__init__.py", "annotations are not evaluated"


def test_prototypes_cover_the_header():
    """Each function of leeway.h is bound, or listed here with the reason why not."""
    folder = pathlib.Path(os.environ["LEEWAY_HEADER"]).parent
    header = "".join(path.read_text() for path in folder.glob("leeway*.h"))
    declared = set(re.findall(r"\bleeway_([a-z_]+)\(", header))
    packed_bits = {"design_set_blocked_bits"}  # Python passes bytes
    borrowing = {"design_borrow_weights"} & set(_library._PROTOTYPES)
    assert declared - packed_bits == set(_library._PROTOTYPES) | borrowing


def test_route():
    result = leeway.route(first())
    assert result.complete and not result.interrupted
    assert len(result) == 2
    assert result["clk"] == ("clk", "routed", 23, 23, 0, 3) and result[0] == result["clk"]
    assert (result.cost, result.length, result.vias) == (46, 46, 0)
    assert result.failures == [] and result.check() == []
    assert rows(result.wires)[0] == [0, 0, 0, 0, 6, 0]
    assert len(result.wires_of(0)) + len(result.wires_of(1)) == len(result.wires)
    assert result.report["end"] == "done"
    assert "2 of 2 nets" in repr(result) and "12 x 8 x 1" in repr(result.netlist)


def test_arrays_live_as_long_as_they_are_used():
    wires = leeway.route(first()).wires
    gc.collect()
    filler = [leeway.route(first()) for _ in range(50)]
    assert rows(wires)[0] == [0, 0, 0, 0, 6, 0] and len(filler) == 50
    with pytest.raises((ValueError, TypeError)):
        wires[0, 0] = 1


def test_failures():
    grid = leeway.Grid(9, 3).block(4, 0, 4, 2)
    nets = leeway.Netlist(grid).add("cut", [(0, 0), (8, 0)]).add("fine", [(0, 1), (3, 1)])
    result = leeway.route(nets)
    assert not result.complete
    assert result.failures == [("cut", "no-path", [])]
    assert result["cut"].cost == 0 and result["fine"].cost == 3

    corridor = leeway.Netlist(leeway.Grid(5, 1)).add("a", [(0, 0), (4, 0)]).add("b", [(2, 0)])
    assert leeway.route(corridor).failures == [("a", "blocked-by", ["b"])]
    crossing = leeway.Netlist(leeway.Grid(3, 3))
    crossing.add("a", [(0, 1), (2, 1)]).add("b", [(1, 0), (1, 2)])
    result = leeway.route(crossing)
    (lost,) = result.failures
    assert lost.reason == "blocked-by" and lost.blocked_by == [{"a": "b", "b": "a"}[lost.name]]


def test_costs_layers_walls_weights():
    grid = leeway.Grid(4, 3, 2, via=5)
    grid.set_layer(0, name="met1", direction="horizontal", strict=True)
    grid.set_layer(1, direction="vertical")
    nets = leeway.Netlist(grid).add("n", [(0, 0, 0), (3, 2, 0)])
    assert leeway.route(nets)["n"].cost == 5 + 2 * (1 + 5)
    walled = leeway.Grid(3, 1).add_wall((0, 0), (1, 0))
    assert leeway.route(leeway.Netlist(walled).add("n", [(0, 0), (2, 0)])).failures
    weights = [1, 1, 1, 9, 9, 1, 1, 1, 1]
    rows = [weights[3 * y : 3 * y + 3] for y in range(3)]
    heavy = leeway.Grid(3, 3, weights=rows if numpy is None else numpy.array([rows]))
    assert leeway.route(leeway.Netlist(heavy).add("n", [(0, 0), (0, 2)]))["n"].cost == 6
    star = leeway.Netlist(leeway.Grid(4, 4, 3, via=7)).add("n", [(0, 0, "*"), (3, 3, 2)])
    assert leeway.route(star)["n"].cost == 6


def test_blocked_is_an_array_to_write_into():
    grid = leeway.Grid(5, 1)
    grid.blocked[0, 0, 2] = 1
    assert leeway.route(leeway.Netlist(grid).add("n", [(0, 0), (4, 0)])).failures
    same = leeway.Grid(5, 1, blocked=[bytearray([0, 0, 1, 0, 0])])
    assert bytes(memoryview(same.blocked).cast("B")) == bytes(memoryview(grid.blocked).cast("B"))
    grid.free(2, 0, 2, 0)
    assert leeway.route(leeway.Netlist(grid).add("n", [(0, 0), (4, 0)])).complete


def test_arrays_over_cells_have_the_shape_of_the_grid():
    """Columns for rows are an error that names both shapes, also where the number of cells fits."""
    columns = [[int(x == 3 and y < 6) for y in range(8)] for x in range(12)]
    rows = [[int(x == 3 and y < 6) for x in range(12)] for y in range(8)]
    for grid in (leeway.Grid(12, 8, blocked=rows), leeway.Grid(12, 8, blocked=[rows])):
        assert [(x, y) for y in range(8) for x in range(12) if grid.blocked[0, y, x]] == [
            (3, y) for y in range(6)
        ]
    two = [[[1, 1, 1], [1, 1, 1]]] * 2
    wrong = [
        (lambda: leeway.Grid(12, 8, blocked=columns), "(1, 8, 12) or (8, 12)", "(12, 8)"),
        (lambda: leeway.Grid(12, 8, blocked=[0] * 96), "(1, 8, 12) or (8, 12)", "(96,)"),
        (lambda: leeway.Grid(12, 8, weights=columns), "(1, 8, 12) or (8, 12)", "(12, 8)"),
        (lambda: leeway.Grid(2, 2, 3, blocked=two), "(3, 2, 2)", "(2, 2, 3)"),
        (lambda: leeway.Grid(3, 4, 1, blocked=two), "(1, 4, 3) or (4, 3)", "(2, 2, 3)"),
        (lambda: leeway.Grid(3, 2, 2, blocked=two * 3), "(2, 2, 3)", "(6, 2, 3)"),
    ]
    for make, expected, found in wrong:
        with pytest.raises(leeway.InputError) as error:
            make()
        assert f"expected an array of shape {expected}" in str(error.value)
        assert f"found {found}" in str(error.value)
    grid = leeway.Grid(12, 8)
    with pytest.raises(leeway.InputError, match="blocked"):
        grid.blocked = columns
    grid.weights = columns
    with pytest.raises(leeway.InputError, match="weights"):
        leeway.Netlist(grid)


def test_rows_of_pairs_and_pins():
    grid = leeway.Grid(9, 9)
    pairs = [[0, 0, 0, 4, 4, 0], [1, 1, 0, 8, 1, 0]]
    turned = [list(row) for row in zip(*pairs)]
    assert list(leeway.find_paths(grid, pairs).costs) == [8, 7]
    assert list(leeway.find_paths(grid, sum(pairs, [])).costs) == [8, 7]
    for wrong in (turned, [pairs[0][:5]] * 6, [[]]):
        with pytest.raises(leeway.InputError, match="pairs"):
            leeway.find_paths(grid, wrong)
    with pytest.raises(leeway.InputError, match="windows"):
        leeway.find_paths(grid, pairs, [[0, 0], [0, 0], [8, 8], [8, 8]])
    with pytest.raises(leeway.InputError, match="pins"):
        leeway.Netlist(grid).add_many([[0, 1], [0, 1], [0, 0]], [0, 2])


def test_names_are_looked_up_in_constant_time(monkeypatch):
    """Each look-up by name once listed all nets."""
    count, calls = 300, [0]
    nets = leeway.Netlist(leeway.Grid(count, 2))
    read = leeway.Netlist.name_of

    def name_of(self, net):
        calls[0] += 1
        return read(self, net)

    monkeypatch.setattr(leeway.Netlist, "name_of", name_of)
    for i in range(count):
        nets.add(f"n{i}", [(i, 0), (i, 1)])
    result = leeway.route(nets, effort="fast")
    assert sum(result[f"n{i}"].cost for i in range(count)) == count
    assert all(len(result.wires_of(f"n{i}")) == 1 for i in range(count))
    assert calls[0] <= 3 * count
    small = leeway.Netlist(leeway.Grid(4, 4)).add("a", [(0, 0), (1, 0)])
    result, count = leeway.route(small), 1
    assert result["a"].cost == 1
    small.add("late", [(0, 2), (3, 2)])
    with pytest.raises(IndexError, match=f"there is no net {count}"):
        result["late"]
    with pytest.raises(KeyError, match="there is no net 'none'"):
        result["none"]


def test_add_many():
    pins = [0, 0, 0, 3, 0, 0, 0, 2, 0, 3, 2, 0]
    nets = leeway.Netlist(leeway.Grid(4, 3)).add_many(pins, [0, 2, 4], names=["a", "b"])
    assert nets.names == ["a", "b"] and leeway.route(nets).cost == 6
    with pytest.raises(leeway.InputError, match="first_pin"):
        leeway.Netlist(leeway.Grid(4, 3)).add_many(pins, [0, 3, 2])
    with pytest.raises(leeway.InputError, match="names: expected 2"):
        leeway.Netlist(leeway.Grid(4, 3)).add_many(pins, [0, 2, 4], names=["a"])
    with pytest.raises(leeway.InputError, match="3 numbers"):
        leeway.Netlist(leeway.Grid(4, 3)).add_many(pins[:-1], [0, 2, 4])


def breadth_first(blocked, width, height, source):
    labels = {source: 0}
    front = [source]
    while front:
        following = []
        for x, y in front:
            for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                inside = 0 <= cell[0] < width and 0 <= cell[1] < height
                if inside and cell not in labels and not blocked[cell[1] * width + cell[0]]:
                    labels[cell] = labels[x, y] + 1
                    following.append(cell)
        front = following
    return labels


def test_bfs_and_paths_against_a_search_in_python():
    seed = int(os.environ.get("SEED", "1"))
    draw = random.Random(seed)
    for _ in range(20):
        width, height = draw.randint(1, 12), draw.randint(1, 12)
        blocked = bytearray(draw.random() < 0.3 for _ in range(width * height))
        source = (draw.randrange(width), draw.randrange(height))
        blocked[source[1] * width + source[0]] = 0
        grid = leeway.Grid(
            width, height, blocked=memoryview(blocked).cast("B", (height, width))
        )
        expected = breadth_first(blocked, width, height, source)
        labels = leeway.bfs(grid, source).tolist()[0]
        for y in range(height):
            for x in range(width):
                if not blocked[y * width + x]:
                    assert labels[y][x] == expected.get((x, y), leeway.UNREACHED), f"seed {seed}"
        free = [(x, y) for y in range(height) for x in range(width) if not blocked[y * width + x]]
        paths = leeway.find_paths(grid, [[*source, 0, x, y, 0] for x, y in free])
        assert len(paths) == len(free)
        for i, cell in enumerate(free):
            cost = expected.get(cell, leeway.NO_COST)
            assert paths.costs[i] == cost, f"seed {seed}"
            corners = paths.path(i)
            if cost == leeway.NO_COST:
                assert corners == []
                continue
            assert corners[0] == (*source, 0) and corners[-1] == (*cell, 0)
            steps = sum(
                abs(a - c) + abs(b - d) for (a, b, _), (c, d, _) in zip(corners, corners[1:])
            )
            assert steps == cost


def test_paths_in_windows():
    grid = leeway.Grid(9, 3).block(4, 0, 4, 1)
    pairs = [[3, 0, 0, 5, 0, 0]] * 2
    paths = leeway.find_paths(grid, pairs, [[0, 0, 8, 2], [2, 0, 6, 1]])
    assert list(paths.costs) == [6, leeway.NO_COST] and paths.status == 1
    assert list(paths.first) == [0, len(paths.corners), len(paths.corners)]
    assert len(leeway.find_paths(grid, [])) == 0
    for wrong in ([[0, 0, 9, 2]], [[0, 0, 4, 2]], [[5, 0, 3, 2]]):
        with pytest.raises(leeway.InputError, match="window 0"):
            leeway.find_paths(grid, pairs[:1], wrong)
    with pytest.raises(leeway.InputError, match="the goal of pair 0"):
        leeway.find_paths(grid, [[0, 0, 0, 9, 0, 0]])


def test_many_paths_need_no_copy():
    count = 10000
    flat = (ctypes.c_uint32 * (6 * count))(*([0, 0, 0, 7, 7, 0] * count))
    taken = _arrays.Input(flat if numpy is None else numpy.frombuffer(flat, "u4"), 4, "pairs")
    assert taken.address == ctypes.addressof(flat)
    paths = leeway.find_paths(leeway.Grid(8, 8), flat, threads=2)
    assert set(paths.costs.tolist()) == {14}


def test_pictures(tmp_path):
    result = leeway.route(first())
    png = result._repr_png_()
    assert png.startswith(b"\x89PNG\r\n") and png != result.netlist._repr_png_()
    assert leeway.Grid(5, 4)._repr_png_() != leeway.Grid(5, 4).block(1, 1, 2, 2)._repr_png_()
    result.draw(tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes() == png
    assert len(result.picture(scale=3, crop=(0, 0, 5, 5), highlight=["clk"], bare=True)) < len(png)
    assert result.picture(highlight="clk") == result.picture(highlight=["clk"]) != png
    with pytest.raises(TypeError, match="'size'"):
        result.picture(size=3)
    with pytest.raises(leeway.InputError, match="crop"):
        result.picture(crop=(0, 0, 50, 5))
    with pytest.raises(leeway.InputError):
        result.picture(highlight=["nobody"])


def test_files(tmp_path):
    (tmp_path / "a.grid").write_text("size 12 8\n")
    (tmp_path / "a.net").write_text("grid a.grid\nnet clk 0,0 11,0\nnet d0 0,7 5,7\n")
    nets = leeway.read(tmp_path / "a.net")
    assert nets.names == ["clk", "d0"] and nets.shape == (1, 8, 12)
    result = leeway.route(nets)
    result.save(tmp_path / "a.routes")
    again = leeway.read_routes(nets, tmp_path / "a.routes")
    assert again.complete and rows(again.wires) == rows(result.wires) and again.check() == []
    text = (tmp_path / "a.routes").read_text().replace("wire 1,1,1 12,1,1", "wire 1,1,1 11,1,1")
    text = re.sub(r"wire 0,0,1 11,0,1", "wire 0,0,1 10,0,1", text)
    (tmp_path / "b.routes").write_text(text)
    assert leeway.read_routes(nets, tmp_path / "b.routes").check()
    (tmp_path / "bad.net").write_text("grid a.grid\nnet clk 0,0 99,0\n")
    with pytest.raises(leeway.InputError) as caught:
        leeway.read(tmp_path / "bad.net")
    assert (caught.value.line, caught.value.column) == (2, 13)
    assert caught.value.excerpt == "net clk 0,0 99,0"
    with pytest.raises(leeway.InputError):
        leeway.read(tmp_path / "missing.net")


def test_files_of_others(tmp_path):
    (tmp_path / "a.map").write_text("type octile\nheight 3\nwidth 4\nmap\n@W.@\n.SG.\nWW.T\n")
    queries = ["0 1 3 1 3", "0 2 1 2 1", "1 0 1 2 9"]  # on land, on water, from water to water
    text = "version 1\n" + "".join(f"0 a.map 4 3 {query}\n" for query in queries)
    (tmp_path / "a.scen").write_text(text)
    result = leeway.route(leeway.read(tmp_path / "a.scen"), alone=True)
    assert [net.length for net in result] == [3, 1, 0]
    assert [net.state for net in result] == ["routed", "routed", "no-path"]
    (tmp_path / "p.grid").write_text("3 2 5 10\n" + "1 1 7\n1 1 1\n" * 2)
    (tmp_path / "p.nl").write_text("1\n0 1 1 1 1 1 1\n")
    result = leeway.route(leeway.read(tmp_path / "p.nl"))
    assert result.complete and result.check() == [] and len(result.wires) == 0
    (tmp_path / "a.gr").write_text("grid 2 2 1\nvertical capacity 1\n")
    with pytest.raises(leeway.InputError, match="ISPD global routing file"):
        leeway.read(tmp_path / "a.gr")


def test_options():
    nets = first()
    whole = leeway.route(nets, threads=2, effort="fast", order="netlist")
    assert whole.complete
    part = leeway.route(nets, skip=["clk"])
    assert part["clk"].state == "interrupted" and part["d0"].state == "routed"
    assert part.complete and [lost.name for lost in part.failures] == ["clk"]
    kept = leeway.route(nets, keep=part, skip=[1])
    assert kept.complete and kept["d0"] == part["d0"]
    assert leeway.route(nets, alone=True).complete


def test_same_result_for_any_threads():
    nets = hard(48, 60)
    results = [leeway.route(nets, threads=n, max_iterations=20) for n in (1, 2, 5)]
    assert len({bytes(memoryview(result.wires).cast("B")) for result in results}) == 1


def test_progress_stops_and_raises():
    seen = []

    def look(progress):
        seen.append(progress)
        return len(seen) >= 3

    result = leeway.route(hard(), progress=look)
    assert result.interrupted and seen[0].total > 0 and seen[-1].phase

    def fail(progress):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        leeway.route(hard(), progress=fail)


def test_threads_side_by_side():
    """The lock is released: a thread counts while another routes."""
    alone = [leeway.route(hard(48, 60, seed), threads=1, max_iterations=10) for seed in (1, 2)]
    found = [None, None]

    def work(i):
        found[i] = leeway.route(hard(48, 60, i + 1), threads=1, max_iterations=10)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for a, b in zip(alone, found):
        assert rows(a.wires) == rows(b.wires)


def test_dataframe():
    pandas = pytest.importorskip("pandas")
    table = leeway.route(first()).to_dataframe()
    assert isinstance(table, pandas.DataFrame)
    assert list(table.index) == ["clk", "d0"] and table.cost.sum() == 46


@pytest.mark.skipif(numpy is None, reason="NumPy is not there")
def test_numpy_arrays():
    grid = leeway.Grid(6, 5, 2, blocked=numpy.zeros((2, 5, 6), dtype=bool))
    assert isinstance(grid.blocked, numpy.ndarray) and grid.blocked.shape == (2, 5, 6)
    labels = leeway.bfs(grid, (0, 0, 0))
    assert labels.shape == (2, 5, 6) and labels[1, 4, 5] == 10
    assert isinstance(leeway.route(first()).wires, numpy.ndarray)
    with pytest.raises(leeway.InputError, match="integers"):
        leeway.find_paths(grid, numpy.zeros((1, 6)))
    with pytest.raises(leeway.InputError, match="expected 0"):
        leeway.find_paths(grid, numpy.full((1, 6), -1))
    for kind in ("c16", "O", "U1", "M8[D]"):
        with pytest.raises(leeway.InputError, match="integers"):
            leeway.Grid(3, 3, blocked=numpy.zeros((3, 3), dtype=kind))


@pytest.mark.skipif(numpy is None, reason="NumPy is not there")
def test_numpy_arrays_of_any_layout():
    """Strides, other byte orders and sizes, read-only and unaligned memory: the same answer."""
    plain = numpy.array([[0, 0, 0, 2, 2, 0], [0, 0, 0, 2, 1, 0]], dtype="u4")
    padded = numpy.zeros((4, 12), dtype="u4")
    padded[::2, ::2] = plain
    fixed = plain.copy()
    fixed.flags.writeable = False
    unaligned = numpy.frombuffer(b"?" + plain.tobytes(), dtype="u1")[1:].view("u4").reshape(2, 6)
    assert not unaligned.flags.aligned
    others = [plain.astype(kind) for kind in (">u4", "i8", "u1", ">i2")]
    for pairs in (plain, padded[::2, ::2], numpy.asfortranarray(plain), fixed, unaligned, *others):
        before = pairs.copy()
        assert list(leeway.find_paths(leeway.Grid(3, 3), pairs).costs) == [4, 3]
        assert _arrays.Input(pairs, 4, "pairs").address % 4 == 0
        assert (pairs == before).all()
    weights = numpy.arange(1, 10, dtype=">i2").reshape(1, 3, 3)
    weights.flags.writeable = False
    heavy = leeway.Netlist(leeway.Grid(3, 3, weights=weights)).add("a", [(0, 0), (2, 0)])
    assert leeway.route(heavy).cost == 5
    blocked = numpy.zeros((1, 3, 3), dtype=bool, order="F")
    blocked[0, 0, 2] = True
    assert leeway.Grid(3, 3, blocked=blocked).blocked.tolist() == [
        [[0, 0, 1], [0, 0, 0], [0, 0, 0]]
    ]


def test_sizes_of_a_grid_stay():
    grid = leeway.Grid(3, 4, 2)
    assert (grid.width, grid.height, grid.layers, grid.shape) == (3, 4, 2, (2, 4, 3))
    with pytest.raises(AttributeError):
        grid.width = 5
    with pytest.raises(IndexError, match="there is no net 7"):
        leeway.route(first()).wires_of(7)
    with pytest.raises(IndexError, match="there is no pair 1"):
        leeway.find_paths(grid, [[0, 0, 0, 1, 1, 1]]).path(1)
