"""Tests of the Python module: interrupts from the keyboard."""

import os
import random
import signal
import threading
import time

import pytest
from designs import first, hard

import leeway
from leeway import _beside, _library


def test_keyboard_interrupt():
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    start = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        for seed in range(100):
            leeway.route(hard(200, 900, seed), effort="best")
    assert time.monotonic() - start < 20


def test_interrupts_at_any_moment():
    """Interrupts at the start, in the middle and at the end of a call are raised soon."""
    draw = random.Random(int(os.environ.get("SEED", "1")))
    nets, grid = hard(48, 60), leeway.Grid(64, 64)
    pairs = [0, 0, 0, 63, 63, 0] * 5000

    def interrupt(_signal, _frame):
        raise KeyboardInterrupt

    earlier = signal.signal(signal.SIGALRM, interrupt)
    try:
        for i in range(60):
            try:
                signal.setitimer(signal.ITIMER_REAL, draw.choice((0.0001, 0.001, 0.02, 0.05)))
                if i % 2:
                    leeway.route(nets, effort="best")
                else:
                    leeway.find_paths(grid, pairs, threads=2)
            except KeyboardInterrupt:
                pass
            signal.setitimer(signal.ITIMER_REAL, 0)
    except KeyboardInterrupt:
        pass  # between the two lines above
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, earlier)
    assert leeway.route(first()).complete
    assert set(leeway.find_paths(grid, pairs).costs) == {126}


def slow(name, monkeypatch):
    """Delays a call of the library by two seconds. Returns the list of end times."""
    ends, call = [], getattr(_library.lib, name)

    def wait(*arguments):
        time.sleep(2)
        status = call(*arguments)
        ends.append(time.monotonic())
        return status

    monkeypatch.setattr(_library.lib, name, wait)
    return ends


@pytest.mark.parametrize("name", ["bfs_levels", "check"])
def test_interrupts_of_calls_that_cannot_be_stopped(name, monkeypatch):
    """Raised at once; the call ends on its own, and its memory stays valid until then."""
    ends = slow(name, monkeypatch)
    grid, result = leeway.Grid(1024, 1024), leeway.route(first())
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        leeway.bfs(grid, (0, 0)) if name == "bfs_levels" else result.check()
    assert not ends and time.monotonic() - start < 2
    netlist = result.netlist
    del grid, result
    while not ends and time.monotonic() - start < 60:
        time.sleep(0.05)
    assert ends
    monkeypatch.undo()
    assert int(leeway.bfs(leeway.Grid(1024, 1024), (0, 0))[0, 1023, 1023]) == 2046
    assert leeway.route(netlist.add("late", [(5, 1)])).check() == []


def test_what_a_call_raises_comes_out():
    def fail():
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        _beside.beside(fail)
    assert _beside.beside(lambda: 5) == 5
