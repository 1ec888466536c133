"""Tests of the Python module: layouts. LEEWAY_PROGRAM, if set, is the program: the same files."""

import os
import pathlib
import re
import subprocess
import threading

import pytest
import designs  # noqa: F401  hides NumPy if asked to

import leeway

NETLISTS = pathlib.Path(__file__).resolve().parents[2] / "netlists"
DEF, LEF = NETLISTS / "counter.def", NETLISTS / "quad.lef"


@pytest.fixture(scope="module")
def placed():
    return leeway.read_layout(DEF, [LEF])


@pytest.fixture(scope="module")
def routed(placed):
    return placed.route()


def test_reading(placed):
    assert (placed.name, placed.units, len(placed)) == ("counter", 2000, 65)
    assert placed.die == (0, 0, 68000, 68000)
    assert all(net.state == "" for net in placed) and placed.failures == []
    assert "not routed" in repr(placed)
    with pytest.raises(leeway.InputError, match="expected one with wires"):
        placed.check()


def test_routing(placed, routed):
    assert routed.complete and routed.failures == [] and routed.check() == []
    assert routed.placed is placed and routed.length == sum(net.length for net in routed)
    net = max(routed, key=lambda net: net.length)
    assert routed[net.name] == net and net.state == "routed" and net.length >= net.least > 0
    assert "65 nets, 0 open, 0 faults" in repr(routed)
    part = placed.route(skip=[net.name], effort="fast", threads=2)
    assert part[net.name].state == "skipped" and part.open == 1 and part.complete
    stages = []
    stopped = placed.route(progress=lambda progress: bool(stages.append(progress.phase)) or True)
    assert stopped.interrupted and stages and not stopped.complete


def crowd(nets, tracks):
    """A DEF whose nets all cross a line with this number of tracks."""
    pins, lines = "", ""
    for i in range(nets):
        for x in (1250, 18250):
            pins += f"- p{i}.{x} + NET n{i} + LAYER metal2 ( -150 -150 ) ( 150 150 ) "
            pins += f"+ PLACED ( {x} {1250 + 1000 * i} ) N ;\n"
        lines += f"- n{i} ( PIN p{i}.1250 ) ( PIN p{i}.18250 ) ;\n"
    return f"""VERSION 5.8 ;
DIVIDERCHAR "/" ;
BUSBITCHARS "[]" ;
DESIGN crowd ;
UNITS DISTANCE MICRONS 1000 ;
DIEAREA ( 0 0 ) ( 20000 {nets * 1000 + 1000} ) ;
TRACKS Y 250 DO {nets * 2} STEP 500 LAYER metal1 ;
TRACKS X 250 DO 40 STEP 500 LAYER metal2 ;
TRACKS Y 1250 DO {tracks} STEP 500 LAYER metal3 ;
PINS {2 * nets} ;
{pins}END PINS
NETS {nets} ;
{lines}END NETS
END DESIGN
"""


def test_plans(placed, routed, tmp_path):
    """By default only a crowded layout gets a plan, and nothing is routed if it is far too crowded."""
    phases = []
    for word in ("auto", "off", "on"):
        assert "planning" not in phases
        guided = placed.route(global_=word, progress=lambda state: phases.append(state.phase))
        assert guided.complete and guided.check() == [] and guided.nets == routed.nets
    assert "planning" in phases
    (tmp_path / "crowd.def").write_text(crowd(2000, 5))
    crowded = leeway.read_layout(tmp_path / "crowd.def", [LEF])
    result = crowded.route()
    assert result.length == 0 and {net.state for net in result} == {"crowded"}
    assert not result.complete and not result.interrupted
    assert crowded.route(global_="off").complete
    with pytest.raises(leeway.InputError, match="expected one of auto, on, off"):
        placed.route(global_="maybe")


def test_conversion(placed, routed, tmp_path):
    for name in ("a.def", "a.routes"):
        routed.convert(tmp_path / name)
        again = placed.read_result(tmp_path / name)
        assert again.nets == routed.nets and again.check() == [] and again.complete
        again.convert(tmp_path / "again.def")
        assert (tmp_path / "again.def").read_bytes() == (tmp_path / "a.def").read_bytes()
    routed.convert(tmp_path / "a.net")
    native = leeway.read_layout(tmp_path / "a.net")
    assert [net.name for net in native] == [net.name for net in routed]
    assert native.check() == [] and native.length == routed.length
    with pytest.raises(leeway.InputError, match="a DEF is written from a placed DEF"):
        native.convert(tmp_path / "b.def")
    with pytest.raises(leeway.InputError, match="b.txt: expected NAME.net"):
        routed.convert(tmp_path / "b.txt")


@pytest.mark.skipif("LEEWAY_PROGRAM" not in os.environ, reason="the program is not named")
def test_the_program_writes_the_same(routed, tmp_path):
    program = [os.environ["LEEWAY_PROGRAM"], "route", DEF, "--lef", LEF]
    subprocess.run([*program, "-r", "a.def", "-o", "a.png"], cwd=tmp_path, check=True)
    routed.convert(tmp_path / "b.def")
    routed.draw(tmp_path / "b.png")
    for suffix in ("def", "png"):
        assert (tmp_path / f"a.{suffix}").read_bytes() == (tmp_path / f"b.{suffix}").read_bytes()


def test_faults_and_open_nets_of_other_routers(placed, routed, tmp_path):
    """A net gets the wires of another one: a short, and an open net."""
    routed.convert(tmp_path / "a.def")
    text = (tmp_path / "a.def").read_text()
    nets = text[text.index("\nNETS") :]
    wirings = re.findall(r"\+ ROUTED [^;]*", nets)
    a, b = wirings[0], next(w for w in wirings[1:] if w != wirings[0])
    (tmp_path / "b.def").write_text(text.replace(nets, nets.replace(b, a)))
    wrong = placed.read_result(tmp_path / "b.def")
    faults = wrong.check()
    assert wrong.faults == len(faults) > 0 and any("short" in fault for fault in faults)
    assert wrong.open == len(wrong.failures) == 1 and wrong.failures[0].state == "open"
    assert not wrong.complete
    wrong.draw(tmp_path / "b.svg", show="failures")
    assert wrong.failures[0].name in (tmp_path / "b.svg").read_text()


def test_pictures(placed, routed, tmp_path):
    assert routed._repr_png_() == routed.picture() != placed.picture()
    assert routed._repr_svg_() == routed.svg() and routed.svg().startswith("<?xml")
    page = routed.html(crop=(10, 10, 20, 20))
    assert page.startswith("<!DOCTYPE html>") and "<iframe srcdoc=" in page._repr_html_()
    other = placed.route(effort="best")
    assert routed.picture(show="diff", other=other) != routed.picture()
    for wrong, says in [
        (dict(show="diff"), "other"),
        (dict(other=other), "other"),
        (dict(show="what"), "expected one of routes, failures, congestion, detours, diff"),
        (dict(width=7), "width: expected 16..16384"),
        (dict(highlight=["nobody"]), "nobody"),
        (dict(crop=(100, 100, 200, 200)), "part of the die"),
        (dict(show="diff", other=leeway.Grid(3, 3)), "expected a Layout, found Grid"),
    ]:
        with pytest.raises(leeway.InputError, match=re.escape(says)):
            routed.picture(**wrong)
    with pytest.raises(leeway.InputError, match="needs a result"):
        placed.picture(show="congestion")


def test_wrong_use(placed, routed, tmp_path):
    with pytest.raises(leeway.InputError, match="none.def"):
        leeway.read_layout(tmp_path / "none.def", LEF)
    with pytest.raises(leeway.InputError, match="none.lef"):
        leeway.read_layout(DEF, [LEF, tmp_path / "none.lef"])
    with pytest.raises(leeway.InputError, match="needs the LEF files"):
        leeway.read_layout(DEF)
    with pytest.raises(leeway.InputError, match="lefs: expected a sequence"):
        leeway.read_layout(DEF, 5)
    (tmp_path / "bad.def").write_text(DEF.read_text().replace("COMPONENTS 60", "COMPONENTS x"))
    text = DEF.read_text()
    line = next(i for i, row in enumerate(text.split("\n"), 1) if row.startswith("DIEAREA"))
    (tmp_path / "bad.def").write_text(text.replace("DIEAREA (", "DIEAREA ( x"))
    with pytest.raises(leeway.InputError) as caught:
        leeway.read_layout(tmp_path / "bad.def", LEF)
    assert caught.value.line == line and caught.value.excerpt.startswith("DIEAREA")
    with pytest.raises(leeway.InputError, match="no net 'nobody'"):
        placed.route(skip=["nobody"])
    with pytest.raises(KeyError, match="no net 'nobody'"):
        routed["nobody"]
    with pytest.raises(IndexError, match="no net 65"):
        routed[65]
    with pytest.raises(leeway.InputError, match="expected one of normal, fast, best"):
        placed.route(effort="much")
    with pytest.raises(leeway.InputError, match="found a result"):
        routed.route()


def test_threads_use_one_layout(placed, routed):
    """Routed, read and explained at the same time, with the result of one thread alone."""
    found, failures = [None] * 4, []

    def work(i):
        try:
            result = placed.route(threads=1)
            found[i] = result.nets, [result.explain(net) for net in range(len(result))]
        except BaseException as error:  # the test raises it
            failures.append(error)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(len(found))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert all(nets == routed.nets for nets, _ in found)
    assert all(why == found[0][1] for _, why in found)
