"""Pictures that tests make, in the formats that Python can write by itself."""

import random
import struct
import zlib


def png(width=60, height=40, seed=0, noise=False):
    """One color, or noise, which no compression makes smaller; another picture for each seed."""
    chance = random.Random(seed)
    color = chance.randbytes(3)
    rows = [b"\0" + (chance.randbytes(3 * width) if noise else color * width) for _ in range(height)]
    # A text makes each content another, whatever its color.
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) \
        + chunk(b"tEXt", b"Comment\0seed %d" % seed) + chunk(b"IDAT", zlib.compress(b"".join(rows))) + chunk(b"IEND", b"")


def png_header(width, height):
    """A file that says it is so large, with hardly a pixel behind."""
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) \
        + chunk(b"IDAT", zlib.compress(b"\0\0\0\0")) + chunk(b"IEND", b"")


def rows(png, count):
    """The first rows of a picture that a browser has made, each as its bytes, and how many bytes a pixel has."""
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert depth == 8 and kind in (2, 6)
    pixel, at, data = {2: 3, 6: 4}[kind], 8, b""
    while at < len(png):
        length, name = struct.unpack(">I4s", png[at:at + 8])
        if name == b"IDAT":
            data += png[at + 8:at + 8 + length]
        at += 12 + length
    data, size, found = zlib.decompress(data), width * pixel, [bytearray(width * pixel)]
    for number in range(min(count, height)):
        start = number * (size + 1)
        row, above = bytearray(data[start + 1:start + 1 + size]), found[-1]
        for place in range(size) if data[start] else ():
            left, up, corner = (row[place - pixel], above[place], above[place - pixel]) if place >= pixel else (0, above[place], 0)
            nearest = min((left, up, corner), key=lambda value: abs(left + up - corner - value))
            row[place] = (row[place] + [0, left, up, (left + up) // 2, nearest][data[start]]) & 255
        found.append(row)
    return found[1:], pixel


def gif(width=60, height=40, frames=2):
    """A picture that moves: red and blue in turns, a fifth of a second each."""
    def codes(color):
        """The pixels as codes of three bits. The table is cleared before it would need more."""
        numbers = [code for pixel in range(width * height) for code in ([4] if pixel % 2 == 0 else []) + [color]] + [5]
        bits = sum(number << 3 * place for place, number in enumerate(numbers))
        data = bits.to_bytes((3 * len(numbers) + 7) // 8, "little")
        return b"".join(bytes([len(part)]) + part for part in (data[at:at + 255] for at in range(0, len(data), 255))) + b"\0"

    palette = b"\xff\0\0" + b"\0\0\xff" + bytes(6)
    head = b"GIF89a" + struct.pack("<HHBBB", width, height, 0x81, 0, 0) + palette
    loop = b"\x21\xff\x0bNETSCAPE2.0\3\1\0\0\0"
    return head + loop + b"".join(
        b"\x21\xf9\4\0" + struct.pack("<H", 20) + b"\0\0" + b"\x2c" + struct.pack("<HHHHB", 0, 0, width, height, 0) + b"\2"
        + codes(number % 2) for number in range(frames)) + b"\x3b"


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def with_exif(jpeg, model="Finch", orientation=1, taken="2024:05:17 18:03:09", latitude=(52, 31, 12), longitude=(13, 24, 0)):
    """A JPEG with what a camera writes into it, the place among that."""
    def entries(start, tags):
        """A folder of EXIF: what does not fit into four bytes stands behind it."""
        behind = start + 2 + 12 * len(tags) + 4
        head, tail = struct.pack(">H", len(tags)), b""
        for tag, kind, count, value in tags:
            if len(value) > 4:
                head += struct.pack(">HHII", tag, kind, count, behind + len(tail))
                tail += value
            else:
                head += struct.pack(">HHI", tag, kind, count) + value.ljust(4, b"\0")
        return head + struct.pack(">I", 0) + tail

    def text(tag, value):
        return (tag, 2, len(value) + 1, value.encode() + b"\0")

    def numbers(tag, values):
        return (tag, 5, len(values), b"".join(struct.pack(">II", value, 1) for value in values))

    def folder(camera_at, place_at):
        return entries(8, [text(0x0110, model), (0x0112, 3, 1, struct.pack(">H", orientation)),
                           (0x8769, 4, 1, struct.pack(">I", camera_at)), (0x8825, 4, 1, struct.pack(">I", place_at))])

    camera_at = 8 + len(folder(0, 0))
    camera = entries(camera_at, [text(0x9003, taken)])
    place_at = camera_at + len(camera)
    place = entries(place_at, [text(1, "N"), numbers(2, latitude), text(3, "E"), numbers(4, longitude)])
    body = b"Exif\0\0MM\0\x2a\0\0\0\x08" + folder(camera_at, place_at) + camera + place
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


def damaged(picture, seed):
    """A file as disks and strangers make it: cut off, with bytes changed, doubled or gone."""
    chance = random.Random(seed)
    data = bytearray(picture)
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(data))
        match chance.randrange(5):
            case 0: del data[at:]
            case 1: data[at:at + chance.randint(1, 8)] = chance.randbytes(chance.randint(1, 8))
            case 2: data[at] = chance.choice([0, 0xff, 0x7f, 0x80])
            case 3: data[at:at] = data[at:at + chance.randint(1, 64)]
            case 4: del data[at:at + chance.randint(1, 64)]
        if not data:
            return b""
    return bytes(data)
