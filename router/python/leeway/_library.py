"""The C library: its location, functions, errors and handles. The header leeway.h is its manual.

ctypes loads the shared library and releases the interpreter's lock during calls.
"""

from __future__ import annotations

import ctypes
import operator
import os
import pathlib
import threading
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    byref,
    c_char,
    c_char_p,
    c_double,
    c_int,
    c_int64,
    c_size_t,
    c_uint32,
    c_uint64,
    c_void_p,
)
from typing import Any, Optional

SONAME = "libleeway.so.0"

OK, UNROUTED, BAD_INPUT, FAILED, INTERRUPTED = 0, 1, 2, 3, 130

UNREACHED = 0xFFFFFFFF
"""The label of an unreachable cell."""

NO_COST = 0xFFFFFFFFFFFFFFFF
"""The cost of a missing path."""

EVERY_LAYER = 0xFFFFFFFF


# ---- errors ------------------------------------------------------------------------------------


class Error(Exception):
    """An error and its place in a file.

    ``line`` and ``column`` count from 1; 0: there is no place. ``excerpt`` is the line.
    """

    def __init__(
        self, text: str, file: str = "", line: int = 0, column: int = 0, excerpt: str = ""
    ):
        place = ":".join(str(part) for part in (file, line, column) if part)
        super().__init__(f"{place}: {text}" if place else text)
        self.text, self.file, self.line, self.column = text, file, line, column
        self.excerpt = excerpt


class InputError(Error, ValueError):
    """A wrong argument, or a file that is missing, wrong or too large."""


class RunError(Error, RuntimeError):
    """Out of memory, a failed disk or device, or a missing library."""


# ---- the library's structs -----------------------------------------------------------------------


class ErrorRecord(Structure):
    _fields_ = [
        ("status", c_int),
        ("excerpt_column", c_uint32),
        ("line", c_uint64),
        ("column", c_uint64),
        ("text", c_char * 768),
        ("file", c_char * 512),
        ("excerpt", c_char * 200),
    ]


class ProgressRecord(Structure):
    _fields_ = [
        ("phase", c_char_p),
        ("iteration", c_uint32),
        ("done", c_uint32),
        ("total", c_uint32),
        ("conflicts", c_uint32),
        ("routed", c_uint32),
        ("cost", c_uint64),
    ]


ProgressFunction = CFUNCTYPE(c_int, c_void_p, POINTER(ProgressRecord))
FaultFunction = CFUNCTYPE(None, c_void_p, c_char_p)


class Options(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("engine", c_char_p),
        ("wave", c_char_p),
        ("order", c_char_p),
        ("threads", c_uint32),
        ("max_iterations", c_uint32),
        ("time_limit", c_double),
        ("alone", c_int),
        ("skip", c_void_p),
        ("skip_count", c_size_t),
        ("keep", c_void_p),
        ("progress", ProgressFunction),
        ("context", c_void_p),
        ("stop", POINTER(c_int)),
        ("effort", c_char_p),
        ("film", c_char_p),
        ("global", c_char_p),
    ]


class NetRecord(Structure):
    _fields_ = [
        ("cost", c_uint64),
        ("length", c_uint64),
        ("vias", c_uint64),
        ("bends", c_uint64),
        ("first_wire", c_uint64),
        ("wire_count", c_uint64),
        ("first_blocker", c_uint64),
        ("blocker_count", c_uint64),
        ("state", c_int),
        ("reserved", c_uint32),
    ]


class ReportRecord(Structure):
    _fields_ = [
        ("engine", c_char * 16),
        ("wave", c_char * 32),
        ("device", c_char * 128),
        ("end", c_char * 16),
        ("iterations", c_uint32),
        ("conflicts", c_uint32),
        ("searches", c_uint64),
        ("seconds", c_double),
        ("peak_host", c_uint64),
        ("peak_device", c_uint64),
    ]


class Picture(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("scale", c_uint32),
        ("cropped", c_int),
        ("crop", c_uint32 * 4),
        ("highlight", POINTER(c_char_p)),
        ("highlight_count", c_size_t),
        ("bare", c_int),
        ("show", c_char_p),
        ("other", c_void_p),
        ("width", c_uint32),
        ("layer", c_uint32),
        ("format", c_char_p),
    ]


class Levels(Structure):
    _fields_ = [("labels", c_void_p), ("parents", c_void_p), ("counts", c_void_p)]


class Explanation(Structure):
    _fields_ = [
        ("state", c_char_p),
        ("length", c_uint64),
        ("least", c_uint64),
        ("nets", POINTER(c_uint32)),
        ("net_count", c_size_t),
        ("faults", POINTER(c_char_p)),
        ("fault_count", c_size_t),
    ]


class LayoutReport(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("die", c_int64 * 4),
        ("length", c_uint64),
        ("vias", c_uint64),
        ("faults", c_uint64),
        ("units", c_uint32),
        ("net_count", c_uint32),
        ("wanted", c_uint32),
        ("open", c_uint32),
    ]


class LayoutNetRecord(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("state", c_char_p),
        ("length", c_uint64),
        ("least", c_uint64),
        ("vias", c_uint64),
        ("pins", c_uint32),
        ("reserved", c_uint32),
    ]


# ---- loading -------------------------------------------------------------------------------------

_HANDLE = c_void_p
_OUT = POINTER(c_void_p)
_ERROR = POINTER(ErrorRecord)

# name: (result, arguments); functions that return a status take the error record last.
_PROTOTYPES: dict[str, tuple[Any, list[Any]]] = {
    "version": (c_char_p, []),
    "design_read": (c_int, [_OUT, c_char_p, _ERROR]),
    "design_create": (c_int, [_OUT, c_char_p, c_uint32, c_uint32, c_uint32, _ERROR]),
    "design_destroy": (None, [_HANDLE]),
    "design_set_costs": (c_int, [_HANDLE, c_uint32, c_uint32, c_uint32, _ERROR]),
    "design_set_layer": (c_int, [_HANDLE, c_uint32, c_char_p, c_int, c_int, _ERROR]),
    "design_set_blocked": (c_int, [_HANDLE, c_void_p, c_size_t, _ERROR]),
    "design_set_weights": (c_int, [_HANDLE, c_void_p, c_size_t, _ERROR]),
    "design_borrow_weights": (c_int, [_HANDLE, c_void_p, c_size_t, _ERROR]),
    "design_add_walls": (c_int, [_HANDLE, c_void_p, c_size_t, _ERROR]),
    "design_set_alone": (c_int, [_HANDLE, c_int, _ERROR]),
    "design_add_net": (c_int, [_HANDLE, c_char_p, c_void_p, c_size_t, _ERROR]),
    "design_add_nets": (
        c_int,
        [_HANDLE, c_size_t, POINTER(c_char_p), c_void_p, c_void_p, c_size_t, _ERROR],
    ),
    "design_size": (None, [_HANDLE, POINTER(c_uint32)]),
    "design_net_count": (c_uint32, [_HANDLE]),
    "design_net_name": (c_char_p, [_HANDLE, c_uint32]),
    "options_init": (None, [POINTER(Options), c_size_t]),
    "route": (c_int, [_OUT, _HANDLE, POINTER(Options), _ERROR]),
    "routes_destroy": (None, [_HANDLE]),
    "routes_nets": (c_void_p, [_HANDLE, POINTER(c_size_t)]),
    "routes_wires": (c_void_p, [_HANDLE, POINTER(c_size_t)]),
    "routes_blockers": (c_void_p, [_HANDLE, POINTER(c_size_t)]),
    "routes_report": (POINTER(ReportRecord), [_HANDLE]),
    "state_name": (c_char_p, [c_int]),
    "check": (c_int, [_HANDLE, _HANDLE, FaultFunction, c_void_p, _ERROR]),
    "routes_read": (c_int, [_OUT, _HANDLE, c_char_p, _ERROR]),
    "routes_write": (c_int, [_HANDLE, _HANDLE, c_char_p, _ERROR]),
    "bfs": (c_int, [_HANDLE, POINTER(c_uint32), c_void_p, c_size_t, _ERROR]),
    "bfs_levels": (
        c_int,
        [_HANDLE, c_void_p, c_size_t, POINTER(Levels), c_size_t, _ERROR],
    ),
    "shortest_path": (c_int, [_OUT, _HANDLE, c_void_p, c_void_p, _ERROR]),
    "find_paths": (
        c_int,
        [_OUT, _HANDLE, c_void_p, c_void_p, c_size_t, POINTER(Options), _ERROR],
    ),
    "paths_destroy": (None, [_HANDLE]),
    "paths_costs": (c_void_p, [_HANDLE, POINTER(c_size_t)]),
    "paths_corners": (c_void_p, [_HANDLE, POINTER(c_size_t)]),
    "paths_first": (c_void_p, [_HANDLE, POINTER(c_size_t)]),
    "picture_init": (None, [POINTER(Picture), c_size_t]),
    "draw": (c_int, [_HANDLE, _HANDLE, POINTER(Picture), c_char_p, _ERROR]),
    "draw_image": (c_int, [_OUT, _HANDLE, _HANDLE, POINTER(Picture), _ERROR]),
    "image_bytes": (c_void_p, [_HANDLE, POINTER(c_size_t)]),
    "image_destroy": (None, [_HANDLE]),
    "explain": (c_int, [_OUT, _HANDLE, _HANDLE, c_uint32, _ERROR]),
    "layout_explain": (c_int, [_OUT, _HANDLE, c_uint32, _ERROR]),
    "explanation_destroy": (None, [_HANDLE]),
    "layout_read": (c_int, [_OUT, c_char_p, POINTER(c_char_p), c_size_t, _ERROR]),
    "layout_read_result": (c_int, [_OUT, _HANDLE, c_char_p, _ERROR]),
    "layout_destroy": (None, [_HANDLE]),
    "layout_route": (c_int, [_OUT, _HANDLE, POINTER(Options), _ERROR]),
    "layout_report": (POINTER(LayoutReport), [_HANDLE]),
    "layout_nets": (c_void_p, [_HANDLE, POINTER(c_size_t)]),
    "layout_check": (c_int, [_HANDLE, FaultFunction, c_void_p, _ERROR]),
    "layout_write": (c_int, [_HANDLE, c_char_p, _ERROR]),
    "layout_draw": (c_int, [_HANDLE, POINTER(Picture), c_char_p, _ERROR]),
    "layout_draw_image": (c_int, [_OUT, _HANDLE, POINTER(Picture), _ERROR]),
}


def _candidates() -> list[str]:
    """Paths of the library: named by the user, in the wheel, in the prefix, found by the loader."""
    package = pathlib.Path(__file__).resolve().parent
    named = os.environ.get("LEEWAY_LIBRARY")
    if named:
        return [named]
    found = [folder / SONAME for folder in (package, *package.parents[1:4])]
    return [str(path) for path in found if path.exists()] + [SONAME]


class Library:
    """The loaded library; its functions have no prefix."""

    def __init__(self) -> None:
        reasons = []
        for path in _candidates():
            try:
                self.file = ctypes.CDLL(path)
                self._bind()
                break
            except (OSError, AttributeError) as error:  # missing, or another library
                reasons.append(str(error))
        else:
            raise RunError(
                f"cannot load {SONAME} ({'; '.join(reasons)}): install leeway, or set the "
                "environment variable LEEWAY_LIBRARY to the file"
            )

    def _bind(self) -> None:
        for name, (result, arguments) in _PROTOTYPES.items():
            function = getattr(self.file, "leeway_" + name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)

    def __getattr__(self, name: str) -> Any:  # for type checkers
        raise AttributeError(name)


lib = Library()


class Handle(c_void_p):
    """An object of the library, destroyed with the last reference: copies share it, and a running
    call keeps it alive."""

    def __init__(self, destroy: str):
        super().__init__()
        self._destroy = getattr(lib, destroy)

    def __del__(self) -> None:
        destroy = getattr(self, "_destroy", None)
        if destroy is not None:
            destroy(self)

    def __reduce__(self) -> Any:
        raise TypeError("an object in leeway's memory cannot be copied or pickled")


class Design(Handle):
    """A design. Calls that read or change it are serialised; it cannot be changed while runs,
    searches, checks or pictures use it, several of which may run at the same time."""

    def __init__(self) -> None:
        super().__init__("design_destroy")
        self._turn = threading.Lock()
        self._users: set[object] = set()

    def look(self, function: Any, arguments: tuple[Any, ...]) -> Any:
        with self._turn:
            return function(*arguments)

    def change(self, function: Any, arguments: tuple[Any, ...]) -> Any:
        with self._turn:
            if self._users:
                raise InputError("a netlist cannot be changed while a call uses it")
            return function(*arguments)

    def use(self, function: Any, arguments: tuple[Any, ...]) -> Any:
        mark = object()
        try:
            with self._turn:
                self._users.add(mark)
            return function(*arguments)
        finally:
            self._users.discard(mark)


DEFAULTS = Options()
"""The default options; their texts are in the library."""
lib.options_init(byref(DEFAULTS), ctypes.sizeof(DEFAULTS))


def check(status: int, record: ErrorRecord) -> int:
    """Raises the exception of a failure; returns other statuses."""
    if status not in (BAD_INPUT, FAILED):
        return status
    kind = InputError if status == BAD_INPUT else RunError
    raise kind(
        record.text.decode(errors="replace"),
        record.file.decode(errors="replace"),
        record.line,
        record.column,
        record.excerpt.decode(errors="replace"),
    )


def call(name: str, *arguments: Any) -> int:
    """Calls a function whose last argument is an error record."""
    record = ErrorRecord()
    return check(use(name, *arguments, byref(record)), record)


def use(name: str, *arguments: Any) -> Any:
    """Calls a function; other calls cannot change a design among its arguments meanwhile."""
    function = getattr(lib, name)
    for argument in arguments:
        if isinstance(argument, Design):
            if name.startswith(("design_set", "design_add", "design_borrow")):
                return argument.change(function, arguments)
            if name.startswith("design_"):
                return argument.look(function, arguments)
            return argument.use(function, arguments)
    return function(*arguments)


def text(value: Any, what: str) -> bytes:
    """Encodes a name or a path for the library."""
    try:
        data = os.fsencode(value)
    except TypeError:
        raise InputError(f"{what}: expected a string, found {type(value).__name__}") from None
    except UnicodeEncodeError as error:
        raise InputError(f"{what}: {value!r} cannot be encoded: {error.reason}") from None
    if b"\0" in data:
        raise InputError(f"{what}: expected no NUL character")
    return data


def number(value: Any, what: str, most: int = 0xFFFFFFFF) -> int:
    """An integer of 0..most. (ctypes would cut off higher bits.)"""
    try:
        found = operator.index(value)
    except TypeError:
        raise InputError(f"{what}: expected an integer, found {value!r}") from None
    if not 0 <= found <= most:
        raise InputError(f"{what}: expected 0..{most}, found {found}")
    return found


def index(value: Any, count: int, what: str) -> int:
    """An index of `count` elements; negative ones count from the end."""
    try:
        return range(count)[operator.index(value)]
    except TypeError:
        raise InputError(f"{what}: expected an integer, found {value!r}") from None
    except IndexError:
        raise IndexError(f"there is no {what} {value}: there are {count}") from None


def items(values: Any, what: str) -> list[Any]:
    """The elements of a sequence that is not a string."""
    if not isinstance(values, (str, bytes)):
        try:
            return list(values)
        except (TypeError, NotImplementedError):  # the latter by a memoryview of other elements
            pass
    raise InputError(f"{what}: expected a sequence, found {values!r}")
