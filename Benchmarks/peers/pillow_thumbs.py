"""Thumbnails by Pillow in two processes: pillow_thumbs.py FOLDER TARGET, or `--make FOLDER COUNT` to make photographs
of 12 megapixels for it."""

import multiprocessing
import pathlib
import random
import sys

from PIL import Image, ImageFilter


def thumbnail(paths):
    source, target = paths
    with Image.open(source) as image:
        image.thumbnail((320, 320))
        image.convert("RGB").save(target, quality=80)


def make(paths):
    """Makes a picture of large soft forms, edges, and the noise of a sensor: about 3 MB at the quality of a camera."""
    path, seed = paths
    chance = random.Random(seed)
    small = Image.frombytes("RGB", (40, 30), chance.randbytes(40 * 30 * 3))
    image = small.resize((4000, 3000), Image.Resampling.BICUBIC)
    noise = Image.effect_noise((4000, 3000), 24).filter(ImageFilter.GaussianBlur(0.8))
    Image.blend(image, Image.merge("RGB", [noise] * 3), 0.25).save(path, quality=90)


def main():
    with multiprocessing.Pool(2) as pool:
        if sys.argv[1] == "--make":
            pool.map(make, [(f"{sys.argv[2]}/{number:04}.jpg", number) for number in range(int(sys.argv[3]))], 1)
        else:
            files = sorted(pathlib.Path(sys.argv[1]).iterdir())
            pool.map(thumbnail, [(file, pathlib.Path(sys.argv[2]) / file.name) for file in files], 4)


if __name__ == "__main__":
    main()
