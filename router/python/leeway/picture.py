"""Pictures of grids, netlists, results and layouts: PNG, SVG and HTML."""

from __future__ import annotations

import ctypes
import html
import os
from ctypes import byref, c_char_p, c_size_t
from typing import Any, Literal, Optional, Sequence, Tuple, Union

from . import _library as _l
from ._beside import beside

Show = Literal["routes", "failures", "congestion", "detours", "diff"]
Format = Literal["png", "svg", "html"]

SVG_LARGEST = 1 << 20  # bytes up to which a notebook shows an SVG
PAGE_HEIGHT = 640  # of a page in a notebook, in pixels


class Svg(str):
    """An SVG; a notebook shows it."""

    def _repr_svg_(self) -> str:
        return str(self)


class Page(str):
    """An HTML page with zoom, search and layers; a notebook shows it in a frame."""

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{html.escape(self)}" width="100%" height="{PAGE_HEIGHT}" '
            'style="border: 0"></iframe>'
        )


class Drawable:
    """Something that the library draws.

    All methods take the same options. scale: pixels per cell or micron, 1 to 256; 0: chosen by the
    size. width: of the whole picture in pixels, if scale is 0. crop: (x0, y0, x1, y1), corners
    included. highlight: a net's name, or several. bare: no title, coordinates and legend. show:
    what a picture of a result answers: "failures", "congestion", "detours", or "diff" to the result
    ``other``. layer: of "congestion", from 1; 0: all.
    """

    def _drawn(self) -> Tuple[str, Tuple[Any, ...]]:
        """The prefix of the library's functions, and the handles to draw."""
        raise NotImplementedError

    def draw(
        self,
        path: Union[str, "os.PathLike[str]"],
        *,
        scale: int = 0,
        width: int = 0,
        crop: Optional[Sequence[int]] = None,
        highlight: Union[str, Sequence[str]] = (),
        bare: bool = False,
        show: Show = "routes",
        other: Optional["Drawable"] = None,
        layer: int = 0,
    ) -> None:
        """Draws to a file: PNG, SVG, HTML or GIF by the extension."""
        options = _options(scale, width, crop, highlight, bare, show, other, layer, "png", self)
        prefix, handles = self._drawn()
        name = _l.text(path, "path")
        beside(lambda: _l.call(prefix + "draw", *handles, byref(options), name))

    def picture(
        self,
        *,
        format: Format = "png",
        scale: int = 0,
        width: int = 0,
        crop: Optional[Sequence[int]] = None,
        highlight: Union[str, Sequence[str]] = (),
        bare: bool = False,
        show: Show = "routes",
        other: Optional["Drawable"] = None,
        layer: int = 0,
    ) -> bytes:
        """The picture as bytes."""
        options = _options(scale, width, crop, highlight, bare, show, other, layer, format, self)
        prefix, handles = self._drawn()
        image, size = _l.Handle("image_destroy"), c_size_t()
        beside(lambda: _l.call(prefix + "draw_image", byref(image), *handles, byref(options)))
        return ctypes.string_at(_l.lib.image_bytes(image, byref(size)), size.value)

    def svg(self, **how: Any) -> Svg:
        """The picture as an SVG, which a notebook shows."""
        return Svg(self.picture(format="svg", **how).decode())

    def html(self, **how: Any) -> Page:
        """The picture as a page with zoom, search and layers, which a notebook shows."""
        return Page(self.picture(format="html", **how).decode())

    def _repr_png_(self) -> bytes:
        return self.picture()

    def _repr_svg_(self) -> Optional[str]:
        """An SVG, sharper than the PNG, unless it is large."""
        drawn = self.svg()
        return drawn if len(drawn) <= SVG_LARGEST else None


def _options(
    scale: int,
    width: int,
    crop: Optional[Sequence[int]],
    highlight: Union[str, Sequence[str]],
    bare: bool,
    show: str,
    other: Optional[Drawable],
    layer: int,
    format: str,
    drawn: Drawable,
) -> _l.Picture:
    options = _l.Picture()
    _l.lib.picture_init(byref(options), ctypes.sizeof(options))
    options.scale = _l.number(scale, "scale")
    options.width = _l.number(width, "width")
    options.layer = _l.number(layer, "layer")
    options.show = _l.text(show, "show")
    options.format = _l.text(format, "format")
    if crop is not None:
        box = [_l.number(value, "crop") for value in _l.items(crop, "crop")]
        if len(box) != 4:
            raise _l.InputError("crop: expected x, y of the low corner and x, y of the high one")
        options.cropped, options.crop[:] = 1, box
    if isinstance(highlight, str):
        highlight = (highlight,)
    names = [_l.text(name, "a name in highlight") for name in _l.items(highlight, "highlight")]
    options.highlight = (c_char_p * len(names))(*names)
    options.highlight_count = len(names)
    options.bare = int(bool(bare))
    if other is not None:
        if type(other) is not type(drawn):
            raise _l.InputError(
                f"other: expected a {type(drawn).__name__}, found {type(other).__name__}"
            )
        options.kept = handle = other._drawn()[1][-1]
        options.other = handle
    return options
