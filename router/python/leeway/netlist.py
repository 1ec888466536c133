"""Netlists: nets with pins on a grid, from memory or from a file."""

from __future__ import annotations

import os
from ctypes import byref, c_char_p, c_uint32
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

from . import _arrays as _a
from . import _library as _l
from .explain import Explanation, explain
from .grid import Grid
from .picture import Drawable

Pin = Sequence[Any]


class Netlist(Drawable):
    """Nets on a copy of a grid. Nets cannot be added while a call uses the netlist.

    A pin is (x, y), (x, y, layer), or (x, y, "*") for the cells at x, y on all layers, which are
    connected. With ``alone``, nets are queries: each is routed as if it were the only one, and nets
    may share pins.
    """

    def __init__(self, grid: Grid, name: str = "design", *, alone: bool = False):
        if not isinstance(grid, Grid):
            raise _l.InputError(f"grid: expected a Grid, found {type(grid).__name__}")
        self._handle = grid._make_design(name)
        self.name, self._shape = name, grid.shape
        self._numbers: Dict[str, int] = {}
        if alone:
            _l.call("design_set_alone", self._handle, 1)

    @classmethod
    def _of(cls, handle: _l.Design, name: str) -> "Netlist":
        netlist = cls.__new__(cls)
        netlist._handle, netlist.name, netlist._numbers = handle, name, {}
        size = (c_uint32 * 3)()
        _l.use("design_size", handle, size)
        netlist._shape = (size[2], size[1], size[0])
        return netlist

    def add(self, name: Optional[str], pins: Iterable[Pin]) -> "Netlist":
        """Adds a net; the first pin is the root of its tree. name None: the number of the net, from
        0. Returns the netlist."""
        flat: List[int] = []
        for pin in _l.items(pins, "pins"):
            flat.extend(_pin(pin))
        data = (c_uint32 * len(flat))(*flat)
        encoded = None if name is None else _l.text(name, "the name of a net")
        _l.call("design_add_net", self._handle, encoded, data, len(flat) // 3)
        return self

    def add_many(
        self, pins: Any, first_pin: Any, names: Optional[Sequence[str]] = None
    ) -> "Netlist":
        """Adds many nets from flat arrays, without a Python object per net.

        pins: x, y, layer of each pin, unsigned 32 bits. first_pin: unsigned 64 bits, one element
        more than nets; net i has the pins first_pin[i] to first_pin[i + 1] - 1. On an error the
        nets before the wrong one are kept. Returns the netlist.
        """
        pin_array = _a.Input(pins, 4, "pins")
        first = _a.Input(first_pin, 8, "first_pin")
        pin_array.expect_rows(3, "pins")
        if len(first.shape) != 1 or first.count == 0:
            raise _l.InputError(
                f"first_pin: expected a number more than nets in a row, found shape {first.shape}"
            )
        count = first.count - 1
        encoded = None
        if names is not None:
            names = _l.items(names, "names")
            if len(names) != count:
                raise _l.InputError(f"names: expected {count}, one per net, found {len(names)}")
            encoded = (c_char_p * count)(*[_l.text(name, "the name of a net") for name in names])
        _l.call(
            "design_add_nets",
            self._handle,
            count,
            encoded,
            first.address,
            pin_array.address,
            pin_array.count // 3,
        )
        return self

    @property
    def shape(self) -> Tuple[int, int, int]:
        """Layers, height, width of the grid."""
        return self._shape

    def __len__(self) -> int:
        return int(_l.use("design_net_count", self._handle))

    def name_of(self, net: int) -> str:
        """The name of a net by its number, from 0."""
        net = _l.index(net, len(self), "net")
        name: bytes = _l.use("design_net_name", self._handle, net)
        return name.decode()

    @property
    def names(self) -> List[str]:
        """The names of all nets, in order."""
        return [self.name_of(net) for net in range(len(self))]

    def _find(self, name: str) -> Optional[int]:
        """The number of a net by its name; None: there is none. Reads each name once."""
        for net in range(len(self._numbers), len(self)):
            self._numbers.setdefault(self.name_of(net), net)
        return self._numbers.get(name)

    def explain(self, net: Union[int, str]) -> Explanation:
        """Whether the grid alone, without other nets, blocks the net: by its number or name."""
        return explain("explain", (self._handle, None, number_of(self, net)), self.name_of)

    def _drawn(self) -> Tuple[str, Tuple[Any, ...]]:
        return "", (self._handle, None)

    def __repr__(self) -> str:
        layers, height, width = self.shape
        return f"<Netlist {self.name}: {len(self)} nets on {width} x {height} x {layers} cells>"


def _pin(pin: Pin) -> Tuple[int, int, int]:
    numbers = _l.items(pin, "a pin")
    if len(numbers) not in (2, 3):
        raise _l.InputError(f"expected a pin as x, y or x, y, layer, found {pin!r}")
    x, y, layer = (*numbers, 0)[:3]
    z = _l.EVERY_LAYER if isinstance(layer, str) and layer == "*" else _l.number(layer, "layer")
    return _l.number(x, "x"), _l.number(y, "y"), z


def number_of(nets: Any, net: Union[int, str]) -> int:
    """The number of a net of a netlist, a result or a layout."""
    if isinstance(net, str):
        number = nets._find(net)
        if number is None:
            raise KeyError(f"there is no net {net!r}")
        net = number
    return _l.index(net, len(nets), "net")


def skipped(nets: Any, skip: Iterable[Union[int, str]]) -> Optional[_a.Input]:
    """A byte per net, 1 for those to skip, by number or name; None: no net is skipped."""
    wanted = _l.items(skip, "skip")
    if not wanted:
        return None
    left = bytearray(len(nets))
    for net in wanted:
        index = nets._find(net) if isinstance(net, str) else _l.number(net, "skip")
        if index is None or index >= len(left):
            raise _l.InputError(f"skip: there is no net {net!r}")
        left[index] = 1
    return _a.Input(left, 1, "skip")


def read(path: Union[str, "os.PathLike[str]"]) -> Netlist:
    """Reads a netlist and the grid that it names, in any of leeway's formats."""
    handle = _l.Design()
    encoded = _l.text(path, "path")
    _l.call("design_read", byref(handle), encoded)
    return Netlist._of(handle, os.path.basename(os.fsdecode(encoded)))
