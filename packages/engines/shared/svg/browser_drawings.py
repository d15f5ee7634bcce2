"""Draws SVG in a browser, for engines whose sandbox has a browser. The environment variable DRAWINGS contains the
command of the drawing program."""
import os
import subprocess
from typing import NamedTuple


class Picture(NamedTuple):
    content: bytes
    # Width in CSS pixels. The picture has several pixels per CSS pixel.
    width: int


def drawn(drawings: list[bytes], folder: str, *, draws_all: bool = False) -> dict[int, Picture]:
    """Returns PNG pictures by the index of the drawing. With `draws_all`, draws all drawings, otherwise only drawings
    with features that need a browser.

    The drawing command writes a warning for each drawing that it cannot draw."""
    if not drawings:
        return {}
    names = [f'picture-{n}.svg' for n in range(1, len(drawings) + 1)]
    for name, drawing in zip(names, drawings):
        with open(os.path.join(folder, name), 'wb') as file:
            file.write(drawing)
    command = [*os.environ['DRAWINGS'].split(), folder, *(['all'] if draws_all else [])]
    done = subprocess.run(command, input='\n'.join(names), stdout=subprocess.PIPE, text=True, check=False)
    lines = [line.split() for line in done.stdout.splitlines()]
    return {int(n) - 1: Picture(content(os.path.join(folder, f'picture-drawn{n}.png')), int(width)) for n, width in lines}


def content(path: str) -> bytes:
    with open(path, 'rb') as file:
        return file.read()
