"""Arrays to and from the library, without copies if their layout allows it."""

from __future__ import annotations

import ctypes
import sys
from ctypes import c_uint8, c_uint32, c_uint64
from typing import Any, Optional

from . import _library as _l

numpy: Any
try:
    import numpy
except ImportError:  # arrays are memoryviews
    numpy = None

_CODES = {1: "B", 4: "I", 8: "Q"}
_CTYPES = {1: c_uint8, 4: c_uint32, 8: c_uint64}
_DIMENSIONS = 8  # of nested sequences, at most
_ORDER = "<" if sys.byteorder == "little" else ">"


def _formats(size: int) -> tuple[str, ...]:
    """The buffer formats of unsigned elements of this size in native byte order."""
    return tuple(order + _CODES[size] for order in ("", "@", "=", _ORDER))


class Input:
    """An array that the library reads: its address, its length, its shape, and its owner.

    It is not copied if it is contiguous, aligned and has unsigned elements of this size (any bytes
    for size 1).
    """

    __slots__ = ("address", "count", "owner", "shape")
    address: int
    count: int
    owner: Any
    shape: tuple[int, ...]

    def __init__(self, values: Any, size: int, what: str):
        if numpy is not None:
            self._take_numpy(values, size, what)
            return
        try:
            view = memoryview(values)
            fits = view.itemsize == size and view.format in _formats(size)
        except TypeError:
            fits = False
        if fits:
            self.shape = view.shape or ()
        else:
            view = memoryview(self._flatten(values, size, what))
        if not view.c_contiguous:
            view = memoryview(view.tobytes())
        self.count = view.nbytes // size
        kind = _CTYPES[size] * self.count
        self.owner = kind.from_buffer_copy(view) if view.readonly else kind.from_buffer(view)
        if ctypes.addressof(self.owner) % size:
            self.owner = kind.from_buffer_copy(view)
        self.address = ctypes.addressof(self.owner)

    def _take_numpy(self, values: Any, size: int, what: str) -> None:
        if isinstance(values, (bytes, bytearray)):
            values = memoryview(values)
        try:
            array = numpy.asarray(values)
        except ValueError as error:
            raise _l.InputError(f"{what}: {error}") from None
        if array.dtype == bool and size == 1:
            array = array.view(numpy.uint8)
        self.shape = array.shape
        if array.size == 0:
            array = numpy.zeros(0, dtype=f"u{size}")
        if array.dtype.kind not in "iu":
            raise _l.InputError(f"{what}: expected integers, found {array.dtype}")
        if array.dtype != numpy.dtype(f"u{size}"):
            if array.size and (int(array.min()) < 0 or int(array.max()) >= 1 << 8 * size):
                raise _l.InputError(
                    f"{what}: expected 0..{(1 << 8 * size) - 1}, found a value out of range"
                )
        self.owner = numpy.ascontiguousarray(array, dtype=f"u{size}")
        if not self.owner.flags.aligned:
            self.owner = self.owner.copy()
        self.count = self.owner.size
        self.address = self.owner.ctypes.data

    def _flatten(self, values: Any, size: int, what: str) -> Any:
        """The numbers of nested sequences of one length each, as an array."""
        rows = _l.items(values, what)
        shape = [len(rows)]
        while any(_is_row(row) for row in rows):
            parts = [_l.items(row, what) if _is_row(row) else None for row in rows]
            lengths = {-1 if part is None else len(part) for part in parts}
            if len(shape) == _DIMENSIONS or len(lengths) > 1:
                raise _l.InputError(f"{what}: expected rows of one length")
            shape.append(lengths.pop())
            rows = [value for part in parts for value in part or ()]
        self.shape = tuple(shape)
        most = (1 << 8 * size) - 1
        return (_CTYPES[size] * len(rows))(*[_l.number(value, what, most) for value in rows])

    def expect_rows(self, numbers: int, what: str) -> None:
        """Refuses an array that is neither flat nor of shape (n, numbers)."""
        if self.count % numbers or (len(self.shape) > 1 and self.shape[0] * numbers != self.count):
            raise _l.InputError(
                f"{what}: expected {numbers} numbers each, shape (n, {numbers}), found {self.shape}"
            )


def _is_row(value: Any) -> bool:
    return hasattr(value, "__iter__") and not isinstance(value, (str, bytes))


def output(
    address: Optional[int], count: int, size: int, shape: tuple[int, ...], owner: Any
) -> Any:
    """A read-only view of an array of the library, without a copy: a NumPy array, or a memoryview
    without NumPy. The view keeps the owner alive.
    """
    memory: Any
    if count == 0 or not address:
        memory = (_CTYPES[size] * 0)()
    else:
        memory = (_CTYPES[size] * count).from_address(address)
    memory._owner = owner
    if numpy is not None:
        array = numpy.frombuffer(memory, dtype=f"u{size}").reshape(shape)
        array.flags.writeable = False
        return array
    view = memoryview(memory).toreadonly().cast("B")
    return view.cast(_CODES[size], shape) if count else view.cast(_CODES[size])
