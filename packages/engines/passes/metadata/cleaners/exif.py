"""Reads the orientation from EXIF and TIFF data, writes EXIF with only an orientation, and cleans the directories of a
TIFF."""
import struct

from engines.passes.metadata.cleaners.notes import Refused

ORIENTATION = 274
SUB_DIRECTORIES = (34665, 34853, 40965)
PAGES = 330
# Tags that are kept, because they describe the storage and display of pixels, the colour profile, or the page number.
KEPT = {
    *(254, 255, 256, 257, 258, 259, 262, 263, 264, 265, 266, 273, 274, 277, 278, 279, 280, 281, 282, 283, 284, 285, 286, 287),
    *(288, 289, 290, 291, 292, 293, 296, 297, 301, 317, 318, 319, 320, 321, 322, 323, 324, 325, 326, 327, 328, PAGES, 332),
    *(333, 334, 336, 337, 338, 339, 340, 341, 342, 343, 347, 512, 513, 514, 515, 517, 518, 519, 520, 521, 529, 530, 531, 532),
    *(32995, 32996, 32997, 32998, 34675, 34676, 34677),
}
SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8}
MAX_DIRECTORIES = 2000


class Directories:
    """Reads the image file directories of a TIFF in place. `data` must be a bytearray if the caller changes it."""

    def __init__(self, data):
        self.data = data
        order = {b'II': '<', b'MM': '>'}.get(bytes(data[:2]))
        if order is None or len(data) < 8:
            raise Refused('not a TIFF')
        self.order = order
        self.is_big = self.number('H', 2) == 43
        self.first = self.number('Q', 8) if self.is_big else self.number('I', 4)
        self.head, self.size = (8, 20) if self.is_big else (2, 12)

    def number(self, kind: str, at: int) -> int:
        try:
            return struct.unpack_from(self.order + kind, self.data, at)[0]
        except struct.error as error:
            raise Refused('a TIFF is truncated') from error

    def offset(self, at: int) -> int:
        return self.number('Q' if self.is_big else 'I', at)

    def entries(self, at: int):
        """Yields the tag and position of each entry, and the position and length of its value."""
        count = self.number('Q' if self.is_big else 'H', at)
        if at + self.head + count * self.size > len(self.data):
            raise Refused('a TIFF is truncated')
        for n in range(count):
            place = at + self.head + n * self.size
            tag, kind = self.number('H', place), self.number('H', place + 2)
            amount = self.offset(place + 4)
            length = SIZES.get(kind, 1) * amount
            inline = 8 if self.is_big else 4
            where = place + (12 if self.is_big else 8)
            yield tag, place, where if length <= inline else self.offset(where), length

    def following(self, at: int) -> int:
        count = self.number('Q' if self.is_big else 'H', at)
        return self.offset(at + self.head + count * self.size)

    def walk(self):
        """Yields the position of each page directory. A damaged file may refer to a directory several times, but each
        directory is yielded once."""
        waiting, seen = [self.first], set()
        while waiting:
            at = waiting.pop()
            if at == 0 or at in seen:
                continue
            seen.add(at)
            if len(seen) > MAX_DIRECTORIES:
                raise Refused('too many directories', 'too_many_pages')
            yield at
            for tag, _, where, length in list(self.entries(at)):
                if tag == PAGES:
                    size = 8 if self.is_big else 4
                    waiting.extend(self.offset(where + n) for n in range(0, length, size))
            waiting.append(self.following(at))


def without_tags(data: bytes) -> bytes:
    """Returns the TIFF with only the tags in `KEPT`. Overwrites the data of the removed tags with zeros, so that all
    offsets stay valid."""
    cleaned = bytearray(data)
    tiff = Directories(cleaned)
    for at in list(tiff.walk()):
        following = tiff.following(at)
        entries = list(tiff.entries(at))
        kept = [bytes(cleaned[place:place + tiff.size]) for tag, place, _, _ in entries if tag in KEPT]
        for tag, _, where, length in entries:
            if tag in KEPT:
                continue
            if tag in SUB_DIRECTORIES:
                erase_directory(tiff, tiff.offset(where), 0)
            blank(cleaned, where, length)
        end = at + tiff.head + len(entries) * tiff.size + (8 if tiff.is_big else 4)
        blank(cleaned, at, end - at)
        order = tiff.order
        written = struct.pack(order + ('Q' if tiff.is_big else 'H'), len(kept)) + b''.join(kept)
        written += struct.pack(order + ('Q' if tiff.is_big else 'I'), following)
        cleaned[at:at + len(written)] = written
    return bytes(cleaned)


def erase_directory(tiff: Directories, at: int, depth: int) -> None:
    """Blanks an EXIF directory and all of its values."""
    if depth > 3 or not 0 < at < len(tiff.data):
        return
    try:
        entries = list(tiff.entries(at))
    except Refused:
        return
    for tag, _, where, length in entries:
        if tag in SUB_DIRECTORIES:
            erase_directory(tiff, tiff.offset(where), depth + 1)
        blank(tiff.data, where, length)
    blank(tiff.data, at, tiff.head + len(entries) * tiff.size)


def blank(data: bytearray, at: int, length: int) -> None:
    end = min(len(data), at + length)
    if at < end:
        data[at:end] = bytes(end - at)


def traces_of_tiff(data: bytes) -> list[str]:
    tiff = Directories(data)
    return [f'TIFF tag {tag}' for at in tiff.walk() for tag, _, _, _ in tiff.entries(at) if tag not in KEPT]


def orientation_of(exif: bytes) -> int:
    """Returns the orientation, or 1 if it is absent or unreadable."""
    try:
        tiff = Directories(exif.removeprefix(b'Exif\0\0'))
        for tag, place, where, _ in tiff.entries(tiff.first):
            if tag == ORIENTATION:
                value = tiff.number('H', where)
                return value if 1 <= value <= 8 else 1
    except (Refused, struct.error):
        pass
    return 1


def only_orientation(orientation: int) -> bytes:
    """Returns EXIF data with a single entry, without the prefix that is used in a JPEG."""
    return struct.pack('<2sHIHHHIHHI', b'II', 42, 8, 1, ORIENTATION, 3, 1, orientation, 0, 0)


def is_bare(exif: bytes) -> bool:
    """Returns whether the EXIF data contains only an orientation, exactly as `only_orientation` writes it."""
    bare = exif.removeprefix(b'Exif\0\0')
    return bare == only_orientation(orientation_of(exif))
