"""Tests of the Python module: wrong arguments and wrong orders of calls raise exceptions."""

import copy
import ctypes
import gc
import os
import pickle
import subprocess
import sys
import threading

import pytest
from designs import first, hard

import leeway
from leeway import _arrays

numpy = _arrays.numpy


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: leeway.Grid(0, 3),
        lambda: leeway.Grid(-1, 3),
        lambda: leeway.Grid(1 << 40, 3),
        lambda: leeway.Grid("a", 3),
        lambda: leeway.Grid(2.5, 3),
        lambda: leeway.Grid(3, 3, 65),
        lambda: leeway.Grid(3, 3, blocked=[1, 2]),
        lambda: leeway.Grid(3, 3, blocked=[[300] * 3] * 3),
        lambda: leeway.Grid(3, 3, blocked=[[-1] * 3] * 3),
        lambda: leeway.Grid(3, 3, blocked=[["a"] * 3] * 3),
        lambda: leeway.Grid(3, 3, weights=[1] * 8),
        lambda: leeway.Netlist(leeway.Grid(3, 3, weights=[[0] * 3] * 3)),
        lambda: leeway.Netlist(leeway.Grid(3, 3, via=-1)),
        lambda: leeway.Netlist(leeway.Grid(3, 3, via=1000001)),
        lambda: leeway.Netlist(leeway.Grid(3, 3, walls=[(0, 0, 0, 2, 2, 0)])),
        lambda: leeway.Netlist(leeway.Grid(3, 3), name="a b"),
        lambda: leeway.Netlist(leeway.Grid(3, 3), name="a\0b"),
        lambda: leeway.Netlist(leeway.Grid(3, 3), name=None),
        lambda: leeway.Netlist(leeway.Grid(3, 3), name="\ud800"),
        lambda: leeway.Netlist(3),
        lambda: leeway.Netlist(leeway.Grid(3, 3, via="a")),
        lambda: leeway.Netlist(leeway.Grid(3, 3, weights=[[1.5] * 3] * 3)),
        lambda: leeway.Grid(3, 3, blocked=5),
        lambda: leeway.Grid(3, 3, blocked="abcabcabc"),
        lambda: leeway.Grid(3, 3, blocked=[[1, 2], [3]]),
        lambda: leeway.Grid(3, 3, blocked=[[None] * 3] * 3),
        lambda: leeway.Grid(3, 3, walls=5),
        lambda: leeway.Grid(3, 3, walls=[5]),
        lambda: leeway.Grid(3, 3, walls=[(0, 0, 0)]),
        lambda: leeway.Grid(3, 3).add_wall(None, (0, 0)),
        lambda: leeway.Grid(3, 3).block("a", 0, 1, 1),
        lambda: leeway.Grid(3, 3).block(0, 0, 1.5, 1),
        lambda: leeway.Grid(3, 3).block(-1, 0, 1, 1),
        lambda: leeway.Grid(3, 3).block(0, 0, 1, 1, layer="a"),
        lambda: leeway.Grid(3, 3).set_layer("a"),
        lambda: leeway.Grid(3, 3).set_layer(0, direction=["any"]),
        lambda: leeway.Netlist(leeway.Grid(3, 3).set_layer(0, name=5)),
        lambda: leeway.Grid(3, 3).block(0, 0, 3, 0),
        lambda: leeway.Grid(3, 3).block(2, 0, 1, 0),
        lambda: leeway.Grid(3, 3).block(0, 0, 1, 0, layer=1),
        lambda: leeway.Grid(3, 3).set_layer(1),
        lambda: leeway.Grid(3, 3).set_layer(0, direction="up"),
        lambda: leeway.Netlist(leeway.Grid(3, 3)).add("a", []),
        lambda: leeway.Netlist(leeway.Grid(3, 3)).add("a", [(0,)]),
        lambda: leeway.Netlist(leeway.Grid(3, 3)).add("a", [(0, 3)]),
        lambda: leeway.Netlist(leeway.Grid(3, 3)).add("a", [(0, 0), (0, 0)]),
        lambda: leeway.Netlist(leeway.Grid(3, 3)).add("a", [(0, 0)]).add("a", [(1, 0)]),
        lambda: leeway.Netlist(leeway.Grid(3, 3)).add("a", None),
        lambda: leeway.Netlist(leeway.Grid(3, 3)).add("a", "ab"),
        lambda: leeway.Netlist(leeway.Grid(3, 3)).add("a", [5]),
        lambda: leeway.Netlist(leeway.Grid(3, 3)).add("a", [(1 << 70, 0)]),
        lambda: leeway.Netlist(leeway.Grid(3, 3)).add("a", [(0, float("nan"))]),
        lambda: leeway.Netlist(leeway.Grid(3, 3)).add("a", [(0, 0, "x")]),
        lambda: leeway.Netlist(leeway.Grid(3, 3)).add_many(None, None),
        lambda: leeway.Netlist(leeway.Grid(3, 3)).add_many([0, 0, 0], [0, -1]),
        lambda: leeway.Netlist(leeway.Grid(3, 3)).add_many([0, 0, 0], [0, 1 << 63]),
        lambda: leeway.Netlist(leeway.Grid(3, 3)).add_many([0, 0, 0], [0, 1], names=[7]),
        lambda: leeway.Netlist(leeway.Grid(3, 3)).add_many([0, 0, 0], [0, 1], names=7),
        lambda: leeway.read(None),
        lambda: leeway.read("a\0b"),
        lambda: leeway.read("/"),
        lambda: leeway.read_routes(None, "x"),
        lambda: leeway.read_routes(first(), None),
        lambda: leeway.route(first()).save(5),
        lambda: leeway.route(first(), threads="2"),
        lambda: leeway.route(first(), threads=-1),
        lambda: leeway.route(first(), max_iterations=1 << 40),
        lambda: leeway.route(first(), time_limit="soon"),
        lambda: leeway.route(first(), time_limit=float("inf")),
        lambda: leeway.route(first(), skip="clk"),
        lambda: leeway.route(first(), skip=[None]),
        lambda: leeway.route(first(), skip=[-1]),
        lambda: leeway.route(first(), progress=5),
        lambda: first().picture(scale=257),
        lambda: first().picture(crop=5),
        lambda: first().picture(crop=(0, 0, 1)),
        lambda: first().picture(highlight=b"clk"),
        lambda: first().picture(highlight=[5]),
        lambda: leeway.route(leeway.Netlist(leeway.Grid(3, 3))),
        lambda: leeway.route("first"),
        lambda: leeway.route(first(), engine="tpu"),
        lambda: leeway.route(first(), wave="detor"),
        lambda: leeway.route(first(), order="best"),
        lambda: leeway.route(first(), effort="much"),
        lambda: leeway.route(first(), threads=5000),
        lambda: leeway.route(first(), time_limit=-1),
        lambda: leeway.route(first(), time_limit=float("nan")),
        lambda: leeway.route(first(), skip=["nobody"]),
        lambda: leeway.route(first(), skip=[2]),
        lambda: leeway.route(first(), keep=first()),
        lambda: leeway.bfs(leeway.Grid(3, 3), (3, 0)),
        lambda: leeway.bfs(leeway.Grid(3, 3), (0,)),
        lambda: leeway.bfs(first().add("x", [(1, 1)]).name, (0, 0)),
        lambda: leeway.bfs(leeway.Grid(3, 3), 5),
        lambda: leeway.bfs(leeway.Grid(3, 3), (0.5, 0)),
        lambda: leeway.find_paths(5, [[0, 0, 0, 1, 1, 0]]),
        lambda: leeway.find_paths(leeway.Grid(3, 3), None),
        lambda: leeway.find_paths(leeway.Grid(3, 3), "abcdef"),
        lambda: leeway.find_paths(leeway.Grid(3, 3), [[-1, 0, 0, 1, 1, 0]]),
        lambda: leeway.find_paths(leeway.Grid(3, 3), [[1 << 70, 0, 0, 1, 1, 0]]),
        lambda: leeway.find_paths(leeway.Grid(3, 3), [[1 << 32, 0, 0, 1, 1, 0]]),
        lambda: leeway.find_paths(leeway.Grid(3, 3), [[0, 0, 0, 1, 1, 0]], "abcd"),
        lambda: leeway.find_paths(leeway.Grid(3, 3), [[0, 0, 0, 1, 1, 0]], time_limit=-1),
        lambda: leeway.find_paths(leeway.Grid(3, 3), [1, 2, 3]),
        lambda: leeway.find_paths(leeway.Grid(3, 3), [[0, 0, 0, 1, 1, 0]], [[0, 0, 1]]),
    ],
)
def test_wrong_arguments_give_a_message(wrong):
    with pytest.raises(leeway.InputError) as caught:
        wrong()
    assert len(str(caught.value)) > 10


def test_indices():
    result = leeway.route(first())
    assert result[-1] == result["d0"] and result.netlist.name_of(-1) == "d0"
    assert len(result.wires_of("clk")) == len(result.wires_of(0))
    paths = leeway.find_paths(leeway.Grid(3, 3), [0, 0, 0, 1, 1, 0])
    for get in (result.__getitem__, result.wires_of, result.netlist.name_of, paths.path):
        for index in (7, -3, 1 << 70):
            with pytest.raises(IndexError, match="there is no"):
                get(index)
        for index in (1.0, None, slice(0, 1), int):
            with pytest.raises(leeway.InputError, match="expected an integer"):
                get(index)
    with pytest.raises(KeyError, match="nobody"):
        result["nobody"]


def test_copies_share_what_the_library_holds():
    """Copies share memory, which outlives each of them; deep copies are refused."""
    nets = first()
    result, paths = leeway.route(nets), leeway.find_paths(nets, [0, 0, 0, 1, 1, 0])
    for one in (nets, result, paths):
        copies = [copy.copy(one) for _ in range(3)]
        del copies
        gc.collect()
        for deep in (copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError, match="cannot be copied or pickled"):
                deep(one)
    assert leeway.route(nets).cost == result.cost == 46 and list(paths.costs) == [2]
    grid = copy.deepcopy(leeway.Grid(3, 3)) if numpy is not None else leeway.Grid(3, 3)
    assert grid.shape == (1, 3, 3)
    with pytest.raises(leeway.InputError) as caught:
        leeway.read("nowhere.net")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.file) == (str(caught.value), "nowhere.net")


def test_no_change_under_a_run():
    """Nets cannot be added while a run uses the netlist, but after it."""
    nets = hard()
    count, refusals = len(nets), []

    def add(_progress):
        assert len(nets) == count and nets.name_of(0) == "0"  # reading is allowed
        try:
            nets.add("late", [(0, 0, 1)])
        except leeway.InputError as error:
            refusals.append(str(error))
        return True

    assert leeway.route(nets, progress=add).check() == []
    assert refusals and "while a call uses it" in refusals[0] and len(nets) == count
    assert nets.add("late", [(0, 0, 1)]).name_of(count) == "late"


def test_threads_that_add_and_look():
    """Several threads may add nets to a netlist and read it."""
    nets = leeway.Netlist(leeway.Grid(200, 200))
    wrong = []

    def work(row):
        try:
            for x in range(200):
                nets.add(f"{row}-{x}", [(x, row)])
                assert "-" in nets.name_of(len(nets) - 1)
        except Exception as error:
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(row,)) for row in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == [] and len(set(nets.names)) == 800


def test_a_child_process_routes():
    """After a run there is no thread that a forked child would lack."""
    nets = hard(48, 60)
    cost = leeway.route(nets, threads=2, max_iterations=5).cost
    child = os.fork()
    if child == 0:
        try:
            same = leeway.route(nets, threads=2, max_iterations=5).cost == cost
        finally:
            os._exit(0 if same else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_a_wrong_wall_leaves_no_trace():
    grid = leeway.Grid(3, 1)
    for wrong in ((1, "x"), (1,), None):
        with pytest.raises(leeway.InputError):
            grid.add_wall((0, 0), wrong)
    grid.add_wall((0, 0), (1, 0))
    assert leeway.route(leeway.Netlist(grid).add("n", [(0, 0), (2, 0)])).failures


def test_blocked_keeps_its_shape():
    grid = leeway.Grid(3, 1)
    grid.blocked = [[0, 1, 0]]
    assert bytes(memoryview(grid.blocked).cast("B")) == bytes([0, 1, 0])
    for wrong in ([[0, 1]], [0, 1, 0], 5, None, "abc", [[0, 1, 256]]):
        with pytest.raises(leeway.InputError, match="blocked"):
            grid.blocked = wrong
    assert leeway.route(leeway.Netlist(grid).add("n", [(0, 0), (2, 0)])).failures


def test_buffers_of_another_order_or_shape():
    big = (ctypes.c_uint32.__ctype_be__ * 6)(0, 0, 0, 2, 1, 0)
    apart = memoryview((ctypes.c_uint32 * 12)(0, 9, 0, 9, 0, 9, 2, 9, 1, 9, 0, 9))[::2]
    for pairs in (big, apart, memoryview(bytes([0, 0, 0, 2, 1, 0]))):
        assert list(leeway.find_paths(leeway.Grid(3, 3), pairs).costs) == [3]


@pytest.mark.parametrize("library", ["nowhere.so", "libc.so.6"])
def test_another_library_is_refused(library):
    run = subprocess.run(
        [sys.executable, "-c", "import leeway"],
        env={**os.environ, "LEEWAY_LIBRARY": library},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert run.returncode == 1 and "RunError: cannot load libleeway.so" in run.stderr
