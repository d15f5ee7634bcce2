"""Table of Excel's paper sizes that LibreOffice would print as letter or in another wrong size."""
import struct

# Width and height in tenths of a millimetre, by the number that Excel passes to the printer (DMPAPER_* in wingdi.h).
JAPANESE_ENVELOPES = {71: (2400, 3320), 72: (2160, 2770), 73: (1200, 2350), 74: (900, 2050), 91: (1050, 2350)}
CHINESE = {
    **{93: (1460, 2150), 94: (970, 1510), 95: (970, 1510), 96: (1020, 1650), 97: (1020, 1760), 98: (1250, 1760)},
    **{99: (1100, 2080), 100: (1100, 2200), 101: (1200, 2300), 102: (1600, 2300), 103: (1200, 3090), 104: (2290, 3240)},
    105: (3240, 4580),
}
JAPANESE_POSTCARD = {43: (1000, 1480)}
# Numbers of rotated papers, mapped to the numbers of the same papers in upright orientation.
ROTATED = {**{84 + n: 71 + n for n in range(4)}, 92: 91, **{106 + n: 93 + n for n in range(13)}}
UPRIGHT = JAPANESE_POSTCARD | JAPANESE_ENVELOPES | CHINESE
SIZES = UPRIGHT | {number: UPRIGHT[upright][::-1] for number, upright in ROTATED.items()}
# Paper sizes with the number `FIRST_OF_PRINTER` or a higher number are specific to a printer, such as custom envelopes.
# The printer settings contain the sizes of printer-specific papers.
FIRST_OF_PRINTER = 119

# Offsets in the structure DEVMODEW. The flags at the offset FIELDS state which members of the structure are set. The
# member at the offset PAPER is the paper size. The two members after the paper size are length and width, in tenths of
# a millimetre.
FIELDS, PAPER = 72, 78
HAS_LENGTH, HAS_WIDTH = 0x4, 0x8


def size_of(number: int, printer_settings: bytes = b'') -> tuple[int, int] | None:
    """Returns the width and the height, in tenths of a millimetre, of a paper that LibreOffice does not support.
    Returns None for a paper that LibreOffice supports."""
    if number < FIRST_OF_PRINTER:
        return SIZES.get(number)
    return _size_of_printer(printer_settings)


def _size_of_printer(settings: bytes) -> tuple[int, int] | None:
    """Returns the paper size from a DEVMODEW structure, which contains the settings of a Windows printer. Returns None
    if the structure contains no paper size."""
    if len(settings) < PAPER + 6:
        return None
    (fields,) = struct.unpack_from('<I', settings, FIELDS)
    _, length, width = struct.unpack_from('<3h', settings, PAPER)
    has_size = fields & HAS_LENGTH and fields & HAS_WIDTH and length > 0 and width > 0
    return (width, length) if has_size else None
