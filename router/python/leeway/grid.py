"""Grids: cells in layers, blocked cells, walls and costs."""

from __future__ import annotations

from ctypes import byref, c_uint8
from typing import Any, Iterable, Literal, Optional, Sequence, Tuple

from . import _arrays as _a
from . import _library as _l
from .picture import Drawable

Direction = Literal["any", "horizontal", "vertical"]
DIRECTIONS = {"any": 0, "horizontal": 1, "vertical": 2}

Cell = Tuple[int, int, int]


class Grid(Drawable):
    """A grid of ``width`` x ``height`` cells on ``layers`` layers.

    x runs east, y north, layers up, each from 0. ``via``, ``bend`` and ``wrong_way`` are extra
    costs of a step, beyond the weight of the cell entered: if it changes the layer, if it turns, if
    it runs across its layer's direction.

    ``blocked`` is a writable array of shape (layers, height, width); wires cannot enter cells whose
    value is non-zero. It is a NumPy array, or a memoryview without NumPy; assigning to it copies.
    ``weights``, of the same shape, is the cost of entering a cell, at least 1; None: all are 1.
    With one layer, the shape may be (height, width).
    """

    def __init__(
        self,
        width: int,
        height: int,
        layers: int = 1,
        *,
        via: int = 0,
        bend: int = 0,
        wrong_way: int = 0,
        blocked: Any = None,
        weights: Any = None,
        walls: Iterable[Sequence[int]] = (),
    ):
        self._shape = (
            _l.number(layers, "layers"),
            _l.number(height, "height"),
            _l.number(width, "width"),
        )
        self.via, self.bend, self.wrong_way = via, bend, wrong_way
        self._layers: dict[int, Tuple[Optional[str], str, bool]] = {}
        self._walls: list[int] = []
        self._create("grid")  # raises if a size is wrong
        if _a.numpy is not None:
            self._blocked = _a.numpy.zeros(self.shape, dtype=_a.numpy.uint8)
        else:
            memory = bytearray(self.layers * self.height * self.width)
            self._blocked = memoryview(memory).cast("B", self.shape)
        if blocked is not None:
            self.blocked = blocked
        self.weights = weights
        if weights is not None:
            self._input(weights, 4, "weights")
        for wall in _l.items(walls, "walls"):
            numbers = _l.items(wall, "a wall")
            self.add_wall(numbers[:3], numbers[3:])

    @property
    def shape(self) -> Tuple[int, int, int]:
        """Layers, height, width: the shape of arrays over all cells."""
        return self._shape

    @property
    def layers(self) -> int:
        return self._shape[0]

    @property
    def height(self) -> int:
        return self._shape[1]

    @property
    def width(self) -> int:
        return self._shape[2]

    @property
    def blocked(self) -> Any:
        return self._blocked

    @blocked.setter
    def blocked(self, values: Any) -> None:
        given = self._input(values, 1, "blocked")
        memory = (c_uint8 * given.count).from_address(given.address)
        memoryview(self._blocked).cast("B")[:] = memoryview(memory).cast("B")

    def _input(self, values: Any, size: int, what: str) -> _a.Input:
        taken = _a.Input(values, size, what)
        flat = f" or {self.shape[1:]}" if self.layers == 1 else ""
        if taken.shape != self.shape and (not flat or taken.shape != self.shape[1:]):
            raise _l.InputError(
                f"{what}: expected an array of shape {self.shape}{flat}, (layers, height, width), "
                f"found {taken.shape}"
            )
        return taken

    def _fill(self, x0: int, y0: int, x1: int, y1: int, layer: Optional[int], value: int) -> None:
        x0, y0, x1, y1 = (_l.number(value, "box") for value in (x0, y0, x1, y1))
        if not (x0 <= x1 < self.width and y0 <= y1 < self.height):
            raise _l.InputError(
                f"expected a box inside the grid of {self.width} x {self.height} cells, low corner "
                f"first, found {x0},{y0} to {x1},{y1}"
            )
        if layer is not None:
            layer = _l.number(layer, "layer", self.layers - 1)
        memory = memoryview(self._blocked).cast("B")
        row = bytes([value]) * (x1 - x0 + 1)
        for z in range(self.layers) if layer is None else (layer,):
            for y in range(y0, y1 + 1):
                start = (z * self.height + y) * self.width + x0
                memory[start : start + len(row)] = row

    def block(self, x0: int, y0: int, x1: int, y1: int, layer: Optional[int] = None) -> "Grid":
        """Blocks a rectangle, corners included, on one layer or on all layers. Returns the grid."""
        self._fill(x0, y0, x1, y1, layer, 1)
        return self

    def free(self, x0: int, y0: int, x1: int, y1: int, layer: Optional[int] = None) -> "Grid":
        """Frees a rectangle, corners included, on one layer or on all layers. Returns the grid."""
        self._fill(x0, y0, x1, y1, layer, 0)
        return self

    def set_layer(
        self,
        layer: int,
        *,
        name: Optional[str] = None,
        direction: Direction = "any",
        strict: bool = False,
    ) -> "Grid":
        """Sets a layer's name and direction: "any", "horizontal" or "vertical". strict: no step may
        run across the direction. Returns the grid."""
        if not isinstance(direction, str) or direction not in DIRECTIONS:
            raise _l.InputError(
                f"direction: expected one of {', '.join(DIRECTIONS)}, found {direction!r}"
            )
        layer = _l.number(layer, "layer", self.layers - 1)
        self._layers[layer] = (name, direction, bool(strict))
        return self

    def add_wall(self, a: Sequence[int], b: Sequence[int]) -> "Grid":
        """Adds a wall between two neighbouring cells: (x, y, layer), or (x, y) on layer 0. Returns
        the grid."""
        self._walls.extend((*cell_of(a), *cell_of(b)))
        return self

    def _create(self, name: str) -> _l.Design:
        handle = _l.Design()
        _l.call(
            "design_create",
            byref(handle),
            _l.text(name, "name"),
            self.width,
            self.height,
            self.layers,
        )
        return handle

    def _make_design(self, name: str) -> _l.Design:
        """Makes a design of the library with this grid and no nets."""
        handle = self._create(name)
        costs = [_l.number(c, w) for c, w in zip((self.via, self.bend, self.wrong_way), _COSTS)]
        _l.call("design_set_costs", handle, *costs)
        for layer, (title, direction, strict) in self._layers.items():
            encoded = None if title is None else _l.text(title, "the name of a layer")
            _l.call("design_set_layer", handle, layer, encoded, DIRECTIONS[direction], int(strict))
        blocked = self._input(self._blocked, 1, "blocked")
        _l.call("design_set_blocked", handle, blocked.address, blocked.count)
        if self.weights is not None:
            weights = self._input(self.weights, 4, "weights")
            _l.call("design_set_weights", handle, weights.address, weights.count)
        if self._walls:
            walls = _a.Input(self._walls, 4, "walls")
            _l.call("design_add_walls", handle, walls.address, walls.count // 6)
        return handle

    def _drawn(self) -> Tuple[str, Tuple[Any, ...]]:
        return "", (self._make_design("grid"), None)

    def __repr__(self) -> str:
        return f"Grid({self.width}, {self.height}, {self.layers})"


_COSTS = ("via", "bend", "wrong_way")


def cell_of(cell: Sequence[int]) -> Cell:
    """A cell as three numbers; the layer defaults to 0."""
    numbers = _l.items(cell, "a cell")
    if len(numbers) not in (2, 3):
        raise _l.InputError(f"expected a cell as x, y or x, y, layer, found {cell!r}")
    x, y, z = (*numbers, 0)[:3]
    return _l.number(x, "x"), _l.number(y, "y"), _l.number(z, "layer")
