"""Draws the sample photographs of the gallery: landscapes of gradients, ridges and light. Needs numpy and Pillow.

    python draw.py FOLDER
"""

import pathlib
import sys

import numpy as np
from PIL import Image, ImageFilter


def ridge(random, width, roughness, octaves=7):
    """A line of hills: heights from 0 to 1."""
    line = np.zeros(width)
    for octave in range(octaves):
        points = random.random(2 ** octave + 2)
        line += roughness ** octave * np.interp(np.linspace(0, len(points) - 1, width), range(len(points)), points)
    line = np.convolve(np.pad(line, 3, "edge"), np.ones(7) / 7, "valid")
    return (line - line.min()) / (line.max() - line.min())


def gradient(height, width, *colors):
    """A sky: colors from above to below, each with its place from 0 to 1."""
    places, values = zip(*colors)
    rows = np.linspace(0, 1, height)
    sky = np.stack([np.interp(rows, places, [value[channel] for value in values]) for channel in range(3)], 1)
    return np.repeat(sky[:, None, :], width, 1).astype(float)


def light(picture, x, y, radius, color, strength):
    """Adds the light of a sun, and its glow."""
    height, width, _ = picture.shape
    rows, columns = np.mgrid[0:height, 0:width]
    distance = np.hypot(columns - x * width, rows - y * height) / width
    glow = np.exp(-((distance / (radius * 6)) ** 1.2)) * strength
    disc = np.clip((radius - distance) * width / 2 + 0.5, 0, 1)
    amount = np.clip(glow + disc, 0, 1)[..., None]
    return picture * (1 - amount) + np.array(color) * amount


def hills(picture, random, count, first, last, near, far, roughness=0.5, height_of=0.22):
    """Ridges behind each other, the farthest first. Mist lies between them."""
    height, width, _ = picture.shape
    rows = np.arange(height)[:, None]
    for number in range(count):
        share = number / max(1, count - 1)
        top = (first + (last - first) * share) * height
        line = top - ridge(random, width, roughness) * height_of * height * (0.5 + share / 2)
        cover = np.clip(rows - line[None, :], 0, 1)[..., None]
        depth = np.clip((rows - line[None, :]) / (0.3 * height), 0, 1)[..., None]
        color = np.array(far) * (1 - share) + np.array(near) * share
        mist = np.array(far) * 0.75 + 60
        body = color * (1 - depth * (0.5 - share * 0.35)) + mist * depth * (0.5 - share * 0.35)
        picture = picture * (1 - cover) + body * cover
    return picture


def trees(picture, random, base, color, size, count):
    """Firs along a line."""
    height, width, _ = picture.shape
    shade = np.zeros((height, width))
    ground = (base + 0.03 * ridge(random, width, 0.5)) * height
    rows = np.arange(height)[:, None]
    for x in np.sort(random.integers(0, width, count)):
        tall = size * height * random.uniform(0.4, 1)
        foot = ground[x]
        y = np.clip((rows[:, 0] - (foot - tall)) / tall, 0, 1)
        half = np.where((y > 0) & (y <= 1), (y * tall * 0.2) * (0.72 + 0.28 * np.abs(np.sin(y * 24 + x))), 0)
        columns = np.arange(max(0, x - int(tall)), min(width, x + int(tall)))
        shade[:, columns] = np.maximum(shade[:, columns], np.clip(half[:, None] - np.abs(columns - x)[None, :], 0, 1))
    shade = np.maximum(shade, np.clip(rows - ground[None, :], 0, 1))[..., None]
    return picture * (1 - shade) + np.array(color) * shade


def water(picture, random, horizon, darken=0.82):
    """A lake below the horizon: what is above it, mirrored, with waves that grow toward the viewer."""
    height, width, _ = picture.shape
    line = int(horizon * height)
    depth = np.arange(height - line)
    waves = np.zeros(height - line)
    for octave in range(6):
        waves += np.sin(depth / (1.7 + octave * 2.1) + random.random() * 9) * (0.3 + depth / height * 6) / (octave + 1)
    source = np.clip(line - 1 - depth * 0.9 + waves, 0, line - 1).astype(int)
    shifts = (np.sin(depth / 3.1) * depth / 60).astype(int)
    mirrored = np.stack([np.roll(picture[row], shift, 0) for row, shift in zip(source, shifts)])
    fade = np.linspace(darken, darken * 0.8, height - line)[:, None, None]
    return np.concatenate([picture[:line], mirrored * fade])


def stars(picture, random, count, until):
    height, width, _ = picture.shape
    for _ in range(count):
        x, y = random.integers(1, width - 1), random.integers(1, int(until * height))
        power = random.random() ** 3
        picture[y, x] += 200 * power
        picture[y - 1 : y + 2, x] += 50 * power
        picture[y, x - 1 : x + 2] += 50 * power
    return picture


def aurora(picture, random):
    height, width, _ = picture.shape
    for color, base in (((40, 230, 150), 0.5), ((90, 200, 220), 0.42), ((150, 90, 220), 0.36)):
        foot = (base + 0.16 * (ridge(random, width, 0.35, 4) - 0.5)) * height
        rays = 0.35 + 0.65 * ridge(random, width, 0.8, 9)
        above = (foot[None, :] - np.arange(height)[:, None]) / height
        glow = np.where(above > 0, np.exp(-above * 7), np.exp(above * 60)) * rays[None, :] * 0.75
        picture = picture + np.array(color) * glow[..., None]
    return picture


def dunes(picture, random, count, sand, shade):
    height, width, _ = picture.shape
    rows, columns = np.mgrid[0:height, 0:width]
    for number in range(count):
        share = number / (count - 1)
        top = (0.5 + 0.38 * share) * height
        phase, length = random.random() * 6, random.uniform(0.6, 1.1) * width
        line = top + np.sin(np.arange(width) / length * 6.28 + phase) * height * (0.03 + 0.06 * share)
        slope = np.cos(np.arange(width) / length * 6.28 + phase)
        side = np.clip(0.5 + slope * 0.9, 0, 1)[None, :, None]
        fall = np.clip((rows - line[None, :]) / (0.28 * height), 0, 1)[..., None]
        color = (np.array(sand) * side + np.array(shade) * (1 - side)) * (1 - 0.25 * fall)
        ripples = np.sin((rows - line[None, :]) / (2.5 + 3 * share) + np.sin(columns / 47) * 2)[..., None] * 3 * share
        cover = np.clip(rows - line[None, :], 0, 1)[..., None]
        picture = picture * (1 - cover) + (color + ripples) * cover
    return picture


def clouds(picture, random, amount, color):
    height, width, _ = picture.shape
    field = np.zeros((height, width))
    for octave in range(2, 8):
        small = random.random((2 ** octave, 2 ** octave))
        scaled = Image.fromarray((small * 255).astype(np.uint8)).resize((width * 3, height), Image.BICUBIC)
        field += np.asarray(scaled, float)[:, :width] / 255 / 1.7 ** octave
    field = (field - field.min()) / (field.max() - field.min())
    cover = np.clip((field - (1 - amount)) * 3, 0, 1)[..., None] * 0.9
    return picture * (1 - cover) + np.array(color) * (0.82 + 0.18 * field[..., None]) * cover


def dawn(random, h, w):
    picture = gradient(h, w, (0, (86, 120, 170)), (0.45, (246, 190, 160)), (0.7, (252, 222, 190)), (1, (252, 222, 190)))
    picture = light(picture, 0.68, 0.5, 0.022, (255, 240, 214), 0.6)
    return hills(picture, random, 6, 0.58, 1.05, (28, 40, 62), (196, 168, 176), height_of=0.3)


def sea(random, h, w):
    picture = gradient(h, w, (0, (52, 62, 110)), (0.35, (190, 104, 120)), (0.55, (255, 176, 104)), (1, (255, 176, 104)))
    picture = clouds(picture, random, 0.36, (250, 168, 150))
    picture = light(picture, 0.4, 0.5, 0.03, (255, 236, 190), 0.7)
    return water(picture, random, 0.56)


def desert(random, h, w):
    picture = gradient(h, w, (0, (66, 136, 190)), (0.5, (196, 220, 226)), (1, (240, 226, 200)))
    return dunes(picture, random, 6, (232, 176, 112), (150, 92, 62))


def night(random, h, w):
    picture = gradient(h, w, (0, (8, 12, 34)), (0.6, (26, 44, 86)), (1, (58, 78, 120)))
    picture = stars(picture, random, 900, 0.75)
    picture = light(picture, 0.28, 0.22, 0.026, (244, 240, 224), 0.22)
    return trees(hills(picture, random, 3, 0.75, 0.9, (10, 14, 26), (34, 48, 84)), random, 0.88, (5, 8, 14), 0.3, 90)


def forest(random, h, w):
    picture = gradient(h, w, (0, (206, 216, 212)), (0.6, (226, 230, 222)), (1, (200, 210, 200)))
    for number in range(5):
        share = number / 4
        color = np.array((176, 192, 186)) * (1 - share) + np.array((24, 44, 38)) * share
        picture = trees(picture, random, 0.5 + 0.4 * share, color, 0.22 + 0.3 * share, 70 - number * 9)
        picture = picture * 0.94 + np.array((226, 232, 226)) * 0.06 if number < 4 else picture
    return picture


def lights(random, h, w):
    picture = gradient(h, w, (0, (6, 10, 26)), (1, (16, 34, 52)))
    picture = aurora(stars(picture, random, 600, 0.7), random)
    picture = hills(picture, random, 2, 0.74, 0.78, (8, 14, 22), (20, 34, 46), height_of=0.16)
    return water(picture, random, 0.77, 0.6)


def lake(random, h, w):
    picture = gradient(h, w, (0, (70, 140, 200)), (0.6, (196, 224, 238)), (1, (230, 238, 240)))
    picture = clouds(picture, random, 0.42, (255, 255, 255))
    picture = hills(picture, random, 4, 0.5, 0.57, (36, 74, 62), (132, 164, 184), roughness=0.55, height_of=0.34)
    return water(picture, random, 0.58, 0.86)


def snow(random, h, w):
    picture = gradient(h, w, (0, (98, 150, 206)), (0.7, (226, 232, 244)), (1, (250, 230, 226)))
    picture = hills(picture, random, 3, 0.55, 0.72, (206, 220, 238), (150, 176, 210), roughness=0.6, height_of=0.4)
    picture = hills(picture, random, 2, 0.85, 1.02, (248, 250, 255), (226, 234, 246), roughness=0.3)
    return trees(picture, random, 0.97, (30, 44, 52), 0.24, 16)


def meadow(random, h, w):
    picture = gradient(h, w, (0, (112, 176, 226)), (0.6, (214, 232, 236)), (1, (236, 236, 214)))
    picture = clouds(picture, random, 0.38, (255, 252, 246))
    picture = hills(picture, random, 5, 0.6, 0.98, (96, 138, 44), (150, 184, 150), roughness=0.3, height_of=0.14)
    for _ in range(900):
        y = 0.82 + 0.18 * random.random() ** 0.7
        x, size = random.random(), (y - 0.8) * 0.03 * w
        row, column, half = int(y * h), int(x * w), max(1, int(size))
        picture[max(0, row - half // 2) : row + half // 2 + 1, max(0, column - half // 2) : column + half // 2 + 1] = (
            (222, 60, 44) if random.random() < 0.75 else (244, 214, 92))
    return picture


def dusk(random, h, w):
    picture = gradient(h, w, (0, (38, 28, 74)), (0.5, (150, 70, 120)), (0.8, (250, 150, 110)), (1, (255, 190, 130)))
    picture = light(picture, 0.5, 0.72, 0.06, (255, 214, 160), 0.5)
    return hills(picture, random, 4, 0.8, 1, (20, 12, 34), (120, 62, 100), height_of=0.2)


def fog(random, h, w):
    picture = gradient(h, w, (0, (186, 204, 218)), (1, (236, 226, 214)))
    return hills(picture, random, 8, 0.36, 1.06, (46, 70, 84), (200, 210, 216), roughness=0.5, height_of=0.26)


def coast(random, h, w):
    picture = gradient(h, w, (0, (54, 128, 196)), (0.55, (206, 228, 236)), (1, (206, 228, 236)))
    picture = clouds(picture, random, 0.34, (255, 255, 255))
    picture = water(picture, random, 0.5, 0.7)
    picture[int(0.5 * h):] = picture[int(0.5 * h):] * 0.55 + np.array((20, 110, 130)) * 0.45
    return hills(picture, random, 3, 0.78, 1.04, (70, 92, 60), (120, 128, 100), roughness=0.5, height_of=0.3)


LANDSCAPE, PORTRAIT, SQUARE = (1200, 800), (800, 1200), (1000, 1000)
PHOTOS = [
    ("Ridges at dawn", dawn, LANDSCAPE, "2026:05:03 05:41:00"), ("Sea at sunset", sea, LANDSCAPE, "2026:05:03 20:52:00"),
    ("Dunes", desert, LANDSCAPE, "2026:05:16 09:20:00"), ("Moon over firs", night, PORTRAIT, "2026:05:16 23:10:00"),
    ("Firs in mist", forest, PORTRAIT, "2026:06:07 06:30:00"), ("Northern lights", lights, LANDSCAPE, "2026:06:07 23:48:00"),
    ("Lake", lake, LANDSCAPE, "2026:06:20 11:05:00"), ("Snow", snow, SQUARE, "2026:06:20 15:17:00"),
    ("Poppies", meadow, LANDSCAPE, "2026:07:04 10:40:00"), ("Dusk", dusk, PORTRAIT, "2026:07:04 21:26:00"),
    ("Hills in fog", fog, SQUARE, "2026:07:18 07:02:00"), ("Coast", coast, LANDSCAPE, "2026:07:18 12:33:00")]


def main(folder):
    for number, (name, draw, (width, height), taken) in enumerate(PHOTOS):
        random = np.random.default_rng(number + 20)
        pixels = np.clip(draw(random, height, width) + random.normal(0, 1.5, (height, width, 1)), 0, 255)
        image = Image.fromarray(pixels.astype(np.uint8)).filter(ImageFilter.GaussianBlur(0.6))
        exif = Image.Exif()
        exif[0x010E] = "A sample, drawn for Aviary"
        exif[0x8298] = "The contributors of Aviary; use it as you like"
        exif.get_ifd(0x8769)[0x9003] = taken
        file = pathlib.Path(folder) / f"{name.lower().replace(' ', '-')}.jpg"
        image.save(file, quality=80, optimize=True, progressive=True, exif=exif)


main(sys.argv[1])
