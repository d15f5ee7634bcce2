"""Describes the colour spaces whose stored values may be averaged and coded as JPEG without changing their meaning."""
from dataclasses import dataclass

import pikepdf

from engines.shared.pdf.objects import get, listed, name_of, number_of

DEVICE = {'/DeviceGray': 1, '/G': 1, '/DeviceRGB': 3, '/RGB': 3, '/DeviceCMYK': 4, '/CMYK': 4}
# Number of values per colour in each colour space that is stored as an array. A Separation colour space (one ink) has
# one value per pixel. JPEG cannot code the values of Lab and DeviceN (several inks), so pictures in these colour spaces
# stay unchanged.
CALIBRATED = {'/CalGray': 1, '/CalRGB': 3, '/Separation': 1}
MODES = {1: 'L', 3: 'RGB', 4: 'CMYK'}


@dataclass
class Palette:
    """The palette of a picture whose pixels are indexes of colours."""

    base: pikepdf.Object
    # Pillow's mode of a picture in the colour space `base`.
    mode: str
    # One table for each component of a colour, such as red. A table contains the component of all 256 palette entries.
    tables: list[bytes]


def mode_of(space) -> str | None:
    """Returns Pillow's mode of a picture in the colour space, or None for an unsupported colour space."""
    return MODES.get(components(space))


def components(space) -> int | None:
    """Returns the number of values of a colour, or None for an unsupported colour space."""
    parts = listed(space)
    kind = name_of(parts[0]) if parts else ''
    if len(parts) == 1:
        return DEVICE.get(kind)
    if kind == '/ICCBased':
        return int(number_of(get(parts[1], '/N')))
    return CALIBRATED.get(kind)


def is_indexed(space) -> bool:
    parts = listed(space)
    return len(parts) == 4 and name_of(parts[0]) in ('/Indexed', '/I')


def palette_of(space) -> Palette | None:
    """Returns the palette of an indexed colour space, or None if its base is unsupported."""
    _, base, last, lookup = listed(space)
    count, mode = components(base), mode_of(base)
    if count is None or mode is None:
        return None
    colours = lookup.read_bytes() if isinstance(lookup, pikepdf.Stream) else bytes(lookup)
    used = min(int(number_of(last)) + 1, len(colours) // count, 256)
    if used < 1:
        return None
    # For a number that is too high for the palette, PDF readers show the last colour of the palette.
    padded = colours[:used * count] + colours[(used - 1) * count:used * count] * (256 - used)
    return Palette(base, mode, [padded[n::count] for n in range(count)])
