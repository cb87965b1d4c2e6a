"""Each format that is read, from its import by a worker process to its thumbnail: its size, colors and shape."""

import struct
import zlib

import pytest
from found_pictures import decoder_tests
from photo_gallery import thumbnail
from pictures import chunk, with_exif
from test_photos import Album, folder, import_from  # noqa: F401
from vips_pictures import CannotWrite, Examined, encoded, ppm

PROGRAM = Album
WIDTH, HEIGHT = 640, 480
RED, GREEN, BLUE, OCHRE = QUARTERS = [(190, 70, 60), (80, 150, 90), (70, 90, 160), (180, 160, 90)]
LYING = ppm(WIDTH, HEIGHT, QUARTERS)
# The same picture from a camera that was held on its side: EXIF's 6 says that it has to be turned to the right.
TURNED = ppm(HEIGHT, WIDTH, [GREEN, OCHRE, RED, BLUE])
MODEL = {"exif-ifd0-Model": "Finch"}
# EXIF with that model, and the place.
TIFF = with_exif(b"\xff\xd8", orientation=6)[12:]
LYING_TIFF = with_exif(b"\xff\xd8", orientation=1)[12:]


def body(ppm):
    return ppm.split(b"\n", 1)[1]


def png(width, height, samples, exif, bits=8, kind=2):
    """libvips writes no EXIF into PNG, and Python writes PNG by itself."""
    row = len(samples) // height
    rows = b"".join(b"\0" + samples[start:start + row] for start in range(0, len(samples), row))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, kind, 0, 0, 0)) \
        + chunk(b"eXIf", exif) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def with_alpha(samples):
    result = bytearray(b"\xff" * (len(samples) // 3 * 4))
    for part in range(3):
        result[part::4] = samples[part::3]
    return bytes(result)


def film():
    """A GIF of two pictures: the second one is grey."""
    grey = ppm(WIDTH, HEIGHT, [(128, 128, 128)] * 4)
    frames = b"P6 %d %d 255\n" % (WIDTH, 2 * HEIGHT) + body(LYING) + body(grey)
    return encoded(frames, ".gif", numbers={"page-height": HEIGHT})


# By file name: its content, its type, the type of its smaller picture, and the tolerance for each channel of a color.
FORMATS = {
    "lying.jpg": (lambda: with_exif(encoded(LYING, ".jpg[Q=95,strip]"), orientation=1), "image/jpeg", "image/jpeg", 5),
    "turned.jpg": (lambda: with_exif(encoded(TURNED, ".jpg[Q=95,strip]"), orientation=6), "image/jpeg", "image/jpeg", 5),
    "without-end.jpg": (
        lambda: with_exif(encoded(LYING, ".jpg[Q=95,strip]"), orientation=1)[:-2], "image/jpeg", "image/jpeg", 5),
    "wide-gamut.jpg": (lambda: encoded(LYING, ".jpg[Q=95]", profile="p3", texts=MODEL), "image/jpeg", "image/jpeg", 6),
    # On the way to inks and back colors change by themselves.
    "cmyk.jpg": (lambda: encoded(LYING, ".jpg[Q=95]", profile="cmyk", texts=MODEL), "image/jpeg", "image/jpeg", 24),
    "turned.png": (lambda: png(HEIGHT, WIDTH, body(TURNED), TIFF), "image/png", "image/jpeg", 5),
    "sixteen-bits.png": (
        lambda: png(WIDTH, HEIGHT, body(ppm(WIDTH, HEIGHT, QUARTERS, deep=True)), LYING_TIFF, bits=16), "image/png", "image/jpeg", 5),
    "alpha.png": (lambda: png(WIDTH, HEIGHT, with_alpha(body(LYING)), LYING_TIFF, kind=6), "image/png", "image/webp", 8),
    # Browsers ignore the orientation of a WebP.
    "marked-as-turned.webp": (lambda: encoded(LYING, ".webp[Q=95]", texts=MODEL, numbers={"orientation": 6}), "image/webp", "image/jpeg", 6),
    "film.gif": (film, "image/gif", "image/webp", 8),
    "photo.avif": (lambda: encoded(LYING, ".avif[Q=90]", texts=MODEL), "image/avif", "image/jpeg", 6),
    "photo.heic": (lambda: encoded(LYING, ".heic[compression=hevc,Q=90]", texts=MODEL), "image/heic", "image/jpeg", 6),
}


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_becomes_a_small_upright_picture_in_srgb_that_says_nothing_of_its_camera(gallery, folder, name):  # noqa: F811
    make, kind, small_kind, tolerance = FORMATS[name]
    try:
        content = make()
    except CannotWrite as reason:
        pytest.skip(f"libvips writes no {name} here: {reason}")
    (folder / name).write_bytes(content)
    assert import_from(gallery, folder).stdout.startswith("Added 1 photo to ")
    (digest, *stored), = gallery.rows("SELECT digest, type, width, height FROM photo")
    assert stored == [kind, WIDTH, HEIGHT]
    for side in (320, 960):
        answer = gallery.get(thumbnail(side, digest))
        # A drawing that is not made smaller is written without loss.
        shown_kind = "image/webp" if side == 960 and kind in ("image/png", "image/gif") else small_kind
        assert answer.status == 200 and answer.getheader("Content-Type") == shown_kind
        small = Examined(answer.content)
        assert (small.width, small.height) == ((320, 240) if side == 320 else (WIDTH, HEIGHT)) and small.is_srgb
        assert not any(secret in answer.content for secret in (b"Finch", b"2024:05:17"))
        # libvips 8.14 writes into every WebP how many pixels an inch has, as EXIF.
        assert small.metadata <= ({"exif-data"} if shown_kind == "image/webp" else set())
        for shown, meant in zip(small.quarters(), QUARTERS):
            assert all(abs(one - other) <= tolerance for one, other in zip(shown, meant)), (shown, meant)


def test_avif_stands_upright_however_it_is_stored(gallery):
    """One photograph, turned and mirrored in eight ways, with the transformation that takes that back."""
    files = sorted((decoder_tests() / "avif").glob("rot?mir?.avif"))
    assert len(files) == 8
    assert import_from(gallery, *files).stdout.startswith("Added 8 photos to ")
    assert gallery.rows("SELECT DISTINCT type, width, height FROM photo") == [("image/avif", 640, 427)]
    for digest, name in gallery.rows("SELECT digest, name FROM photo"):
        small = Examined(gallery.get(thumbnail(320, digest)).content)
        assert (small.width, small.height) in [(320, 213), (320, 214)], name
        sky, ground = (small.color(1 / 8, y) for y in (1 / 8, 7 / 8))
        assert min(sky) > 150 and max(ground) < 90, name
