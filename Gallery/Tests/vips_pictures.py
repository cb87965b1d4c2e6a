"""Pictures in the formats that cameras and programs write, made and examined by libvips, which the gallery needs anyway."""

import ctypes
import ctypes.util
import sys

elsewhere = "/opt/homebrew/lib/libvips.dylib" if sys.platform == "darwin" else "libvips.so.42"
library = ctypes.CDLL(ctypes.util.find_library("vips") or elsewhere)
pointer, text, number, size = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_size_t


def function(name, *arguments, result=number):
    """One of libvips. Where it takes options, they are names and texts behind these arguments, and a `None` ends them."""
    function = getattr(library, name)
    function.argtypes, function.restype = arguments, result
    return function


load = function("vips_image_new_from_buffer", text, size, text, result=pointer)
save = function("vips_image_write_to_buffer", pointer, text, ctypes.POINTER(pointer), ctypes.POINTER(size))
convert = function("vips_icc_transform", pointer, ctypes.POINTER(pointer), text)
set_number = function("vips_image_set_int", pointer, text, number, result=None)
set_text = function("vips_image_set_string", pointer, text, text, result=None)
has_field = function("vips_image_get_typeof", pointer, text, result=size)
pixels = function("vips_image_write_to_memory", pointer, ctypes.POINTER(size), result=pointer)
width, height, bands, interpretation = (
    function(f"vips_image_{name}", pointer) for name in ("get_width", "get_height", "get_bands", "guess_interpretation"))
last_error = function("vips_error_buffer", result=text)
clear_error = function("vips_error_clear", result=None)
free = function("g_free", pointer, result=None)
release = function("g_object_unref", pointer, result=None)
assert function("vips_init", text)(b"tests") == 0

SRGB = 22


class CannotWrite(Exception):
    """The library was built without an encoder for a format."""


def ppm(width, height, quarters, deep=False):
    """A picture whose quarters have a color each: at the left and the right above, then below."""
    def row(left, right):
        return b"".join(
            b"".join((value * 257).to_bytes(2, "big") if deep else bytes([value]) for value in color) * (width // 2)
            for color in (left, right))

    above, below = row(*quarters[:2]), row(*quarters[2:])
    return b"P6 %d %d %d\n" % (width, height, 65_535 if deep else 255) + above * (height // 2) + below * (height // 2)


def encoded(plain, form, profile=None, texts=None, numbers=None):
    """A picture in another format.

    `plain` is a file that libvips reads. `form` is an ending with options, `.jpg[Q=95]`. `profile` is a color profile of
    libvips, `p3` or `cmyk`, which the picture is converted to. `texts` and `numbers` are metadata by libvips's names.
    """
    picture = load(plain, len(plain), b"", None)
    assert picture, last_error()
    if profile:
        converted = pointer()
        assert convert(picture, ctypes.byref(converted), profile.encode(), b"input_profile", b"srgb", None) == 0, last_error()
        release(picture)
        picture = converted.value
    for name, value in (texts or {}).items():
        set_text(picture, name.encode(), value.encode())
    for name, value in (numbers or {}).items():
        set_number(picture, name.encode(), value)
    content, count = pointer(), size()
    result = save(picture, form.encode(), ctypes.byref(content), ctypes.byref(count), None)
    release(picture)
    if result:
        reason = last_error().decode()
        clear_error()
        raise CannotWrite(reason)
    data = ctypes.string_at(content, count.value)
    free(content)
    return data


class Examined:
    """The stored content of a picture file, without rotation or conversion."""

    def __init__(self, content):
        picture = load(content, len(content), b"", None)
        assert picture, last_error()
        self.width, self.height, self.bands = width(picture), height(picture), bands(picture)
        self.is_srgb = interpretation(picture) == SRGB
        self.metadata = {
            name for name in ("exif-data", "xmp-data", "iptc-data", "icc-profile-data") if has_field(picture, name.encode())}
        count = size()
        memory = pixels(picture, ctypes.byref(count))
        self.pixels = ctypes.string_at(memory, count.value)
        free(memory)
        release(picture)

    def color(self, x, y):
        """The color at a point, each part from 0 to 1 of the sides."""
        start = (int(y * self.height) * self.width + int(x * self.width)) * self.bands
        return tuple(self.pixels[start:start + 3])

    def quarters(self):
        return [self.color(x, y) for y in (0.25, 0.75) for x in (0.25, 0.75)]
