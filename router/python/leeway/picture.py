"""Pictures of designs and results as PNG."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_char_p, c_size_t
from typing import Any, Mapping, Optional

from . import _library as _l

_KEYS = ("scale", "crop", "highlight", "bare")


def _options(how: Mapping[str, Any]) -> _l.Picture:
    options = _l.Picture()
    _l.lib.picture_init(byref(options), ctypes.sizeof(options))
    for key in how:
        if key not in _KEYS:
            raise TypeError(f"a picture has no {key!r}: it has {', '.join(_KEYS)}")
    options.scale = _l.number(how.get("scale", 0), "scale")
    if how.get("crop") is not None:
        crop = [_l.number(value, "crop") for value in _l.items(how["crop"], "crop")]
        if len(crop) != 4:
            raise _l.InputError("crop: expected x, y of the low corner and x, y of the high one")
        options.cropped, options.crop[:] = 1, crop
    wanted = _l.items(how.get("highlight", ()), "highlight")
    names = [_l.text(name, "a name in highlight") for name in wanted]
    options.highlight = (c_char_p * len(names))(*names)
    options.highlight_count = len(names)
    options.bare = int(bool(how.get("bare", False)))
    return options


def _routes(result: Optional[Any]) -> Optional[_l.Handle]:
    return None if result is None else result._handle


def draw(design: _l.Design, result: Optional[Any], path: Any, how: Mapping[str, Any]) -> None:
    """Draws a design with a result, or None, to a file."""
    options = _options(how)
    _l.call("draw", design, _routes(result), byref(options), _l.text(path, "path"))


def picture(design: _l.Design, result: Optional[Any], how: Mapping[str, Any]) -> bytes:
    """The same picture as the bytes of a PNG."""
    options, image, size = _options(how), _l.Handle("image_destroy"), c_size_t()
    _l.call("draw_image", byref(image), design, _routes(result), byref(options))
    return ctypes.string_at(_l.lib.image_bytes(image, byref(size)), size.value)
