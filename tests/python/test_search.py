"""Tests of the Python module: levels from several cells, single paths, explanations of nets."""

import math
import os
import pathlib
import random
from typing import get_args

import pytest
from designs import first

import leeway
from leeway import _arrays, grid, options, picture

numpy = _arrays.numpy


def nested(array):
    return array.tolist()


def random_grid(draw):
    width, height = draw.randint(1, 9), draw.randint(1, 9)
    blocked = [[int(draw.random() < 0.3) for _ in range(width)] for _ in range(height)]
    return leeway.Grid(width, height, blocked=blocked), width, height, blocked


def test_levels_from_several_cells():
    """Against the least of the labels of each source alone."""
    seed = int(os.environ.get("SEED", "3"))
    draw = random.Random(seed)
    for _ in range(30):
        where, width, height, blocked = random_grid(draw)
        cells = [(draw.randrange(width), draw.randrange(height)) for _ in range(3)]
        alone = [nested(leeway.bfs(where, cell))[0] for cell in cells]
        found = leeway.bfs_levels(where, cells)
        labels, parents = nested(found.labels)[0], nested(found.parents)[0]
        assert nested(leeway.bfs(where, cells))[0] == labels
        counts = {}
        for y in range(height):
            for x in range(width):
                label = min(one[y][x] for one in alone)
                # A blocked source is reached from itself only.
                assert labels[y][x] == (0 if (x, y) in cells else label), f"seed {seed}"
                if label == leeway.UNREACHED or (x, y) in cells:
                    assert parents[y][x] == leeway.UNREACHED, f"seed {seed}"
                else:
                    around = [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)]
                    before = [
                        v * width + u
                        for u, v in around
                        if 0 <= u < width and 0 <= v < height and labels[v][u] + 1 == label
                    ]
                    assert parents[y][x] == min(before), f"seed {seed}"
                if labels[y][x] != leeway.UNREACHED:
                    counts[labels[y][x]] = counts.get(labels[y][x], 0) + 1
        assert list(found.counts) == [counts[label] for label in range(len(counts))]


def test_labels_of_unreachable_cells():
    where = leeway.Grid(4, 1).block(2, 0, 2, 0)
    assert nested(leeway.bfs(where, (0, 0))) == [[[0, 1, leeway.UNREACHED, leeway.UNREACHED]]]
    assert nested(leeway.bfs(where, (0, 0), unreached=-1)) == [[[0, 1, -1, -1]]]
    floats = nested(leeway.bfs(where, [(0, 0)], unreached=math.nan))[0][0]
    assert floats[:2] == [0.0, 1.0] and all(math.isnan(label) for label in floats[2:])
    levels = leeway.bfs_levels(where, (0, 0), unreached=-1)
    assert nested(levels.labels)[0][0][3] == -1 and list(levels.counts) == [1, 1]
    for wrong in (7, "a", None, 0.5):
        with pytest.raises(leeway.InputError, match="expected UNREACHED, -1 or NaN"):
            leeway.bfs(where, (0, 0), unreached=wrong)
    with pytest.raises(leeway.InputError, match="expected one cell or more"):
        leeway.bfs(where, [])
    with pytest.raises(leeway.InputError, match="the source: expected a cell .* found 9,0,0"):
        leeway.bfs(where, [(0, 0), (9, 0)])


def test_shortest_path():
    """Against find_paths, and cell by cell."""
    seed = int(os.environ.get("SEED", "5"))
    draw = random.Random(seed)
    for _ in range(30):
        where, width, height, blocked = random_grid(draw)
        free = [(x, y) for y in range(height) for x in range(width) if not blocked[y][x]]
        if not free:
            continue
        a, b = draw.choice(free), draw.choice(free)
        cells, cost = leeway.shortest_path(where, a, b)
        expected = leeway.find_paths(where, [[*a, 0, *b, 0]]).costs[0]
        if cost is None:
            assert expected == leeway.NO_COST and cells == [], f"seed {seed}"
            continue
        assert cells[0] == (*a, 0) and cells[-1] == (*b, 0) and cost == expected
        assert len(cells) == cost + 1 and all(not blocked[y][x] for x, y, _ in cells)
        for (x, y, _), (u, v, _) in zip(cells, cells[1:]):
            assert abs(x - u) + abs(y - v) == 1, f"seed {seed}"
    found = leeway.shortest_path(leeway.Grid(3, 3, 2, via=7), (0, 0, 0), (2, 0, 1))
    assert found.cost == 2 + 1 + 7 and len(found.cells) == 4
    with pytest.raises(leeway.InputError, match="the goal of pair 0: expected a cell"):
        leeway.shortest_path(leeway.Grid(3, 3), (0, 0), (3, 0))
    with pytest.raises(leeway.InputError, match="expected a Grid or a Netlist, found list"):
        leeway.shortest_path([], (0, 0), (3, 0))


def test_explanations_of_a_netlist():
    where = leeway.Grid(9, 3).block(4, 0, 4, 2)
    nets = leeway.Netlist(where).add("cut", [(0, 0), (8, 0)]).add("fine", [(0, 1), (3, 1)])
    assert nets.explain("cut") == ("cut", "no-path", 0, 8, [], [])
    assert nets.explain(1).state == "interrupted"
    corridor = leeway.Netlist(leeway.Grid(5, 1)).add("a", [(0, 0), (4, 0)]).add("b", [(2, 0)])
    result = leeway.route(corridor)
    assert result.explain("a") == ("a", "blocked-by", 0, 4, ["b"], [])
    assert result.explain("b") == ("b", "routed", 0, 0, [], [])
    around = leeway.Netlist(leeway.Grid(5, 3)).add("wall", [(2, 0), (2, 1)])
    result = leeway.route(around.add("far", [(0, 0), (4, 0)]))
    assert result.explain("far") == ("far", "routed", 8, 4, ["wall"], [])
    for wrong in ("nobody", 2, -3):
        with pytest.raises((KeyError, IndexError), match="there is no net"):
            result.explain(wrong)


def test_nets_without_names_have_their_index():
    nets = leeway.Netlist(leeway.Grid(4, 4)).add(None, [(0, 0)]).add(None, [(1, 1)])
    assert nets.names == ["0", "1"] and leeway.route(nets)["1"] == leeway.route(nets)[1]
    many = leeway.Netlist(leeway.Grid(4, 4)).add_many([0, 0, 0, 1, 1, 0], [0, 1, 2])
    assert many.names == ["0", "1"]


def test_literal_types_are_the_words_of_the_library():
    """Each word is accepted, and a wrong one is refused with all words in the message."""
    routed = leeway.route(first())
    netlists = pathlib.Path(__file__).resolve().parents[2] / "netlists"
    placed = leeway.read_layout(netlists / "counter.def", [netlists / "quad.lef"])
    calls = {
        options.EngineName: lambda word: leeway.route(first(), engine=word),
        options.Order: lambda word: leeway.route(first(), order=word),
        options.Effort: lambda word: leeway.route(first(), effort=word),
        picture.Show: lambda word: routed.picture(
            show=word, other=routed if word == "diff" else None
        ),
        picture.Format: lambda word: routed.picture(format=word),
        options.Global: lambda word: placed.route(global_=word),
        grid.Direction: lambda word: leeway.Grid(3, 3).set_layer(0, direction=word),
    }
    for kind, use in calls.items():
        words = get_args(kind)
        for word in words:
            if word != "gpu":
                use(word)
        with pytest.raises(leeway.InputError) as error:
            use("nothing")
        listed = str(error.value).split("expected one of ")[1].split(", found")[0]
        assert sorted(listed.split(", ")) == sorted(words)


def test_pictures_in_notebooks(tmp_path):
    nets = first()
    result = leeway.route(nets)
    for shown in (nets, result, leeway.Grid(5, 4)):
        assert shown._repr_svg_().startswith("<?xml") and shown._repr_png_().startswith(b"\x89PNG")
    assert result.svg(width=300) != result.svg() and "<svg" in result.svg()._repr_svg_()
    page = result.html()
    frame = page._repr_html_()
    assert page.startswith("<!DOCTYPE html>") and frame.startswith("<iframe srcdoc=")
    assert '"' not in frame.split('srcdoc="')[1].split('" width=')[0]
    large = leeway.Netlist(leeway.Grid(400, 400))
    for i in range(400):
        large.add(None, [(i, 0), (399 - i, 399)])
    assert large._repr_svg_() is None or len(large._repr_svg_()) <= picture.SVG_LARGEST
    result.draw(tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_text() == result.svg()


def test_the_question_of_a_picture():
    """Each word of `show` gives another picture."""
    crossing = leeway.Netlist(leeway.Grid(3, 3))
    crossing.add("a", [(0, 1), (2, 1)]).add("b", [(1, 0), (1, 2)])
    result = leeway.route(crossing)
    other = leeway.route(crossing, skip=["a"])
    assert result.failures and {net.state for net in other} == {"routed", "interrupted"}
    pictures = [
        result.picture(show=word, other=other if word == "diff" else None, scale=16)
        for word in get_args(picture.Show)
    ]
    assert len(set(pictures)) == len(pictures)
    wide = [result.picture(width=width) for width in (300, 900)]
    sizes = [int.from_bytes(png[16:20], "big") for png in wide]
    assert 200 <= sizes[0] <= 300 and 700 <= sizes[1] <= 900
    wrong = (dict(show="failures", layer=9), dict(width=5), dict(show="diff"), dict(other=other))
    for how in wrong:
        with pytest.raises(leeway.InputError):
            result.picture(**how)
    with pytest.raises(leeway.InputError, match="failures needs a result"):
        crossing.picture(show="failures")


def test_films(tmp_path):
    nets = leeway.Netlist(leeway.Grid(9, 9)).add("a", [(0, 4), (8, 4)]).add("b", [(4, 0), (4, 8)])
    plain = leeway.route(nets)
    filmed = leeway.route(nets, animate=tmp_path / "a.html")
    assert (tmp_path / "a.html").read_text().startswith("<!DOCTYPE html>")
    assert nested(filmed.wires) == nested(plain.wires)
    for name in ("a.png", "a.mp4"):
        with pytest.raises(leeway.InputError, match=f"{name}: a film is a .gif or an .html"):
            leeway.route(nets, animate=tmp_path / name)
        assert not (tmp_path / name).exists()
    with pytest.raises(leeway.RunError, match="none"):
        leeway.route(nets, animate=tmp_path / "none" / "a.html")
