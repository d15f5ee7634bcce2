"""Gives the sheets of a combined workbook unique names that Excel accepts."""
import re

MAX_CHARACTERS = 31
FORBIDDEN = re.compile(r"[\[\]:*?/\\\x00-\x1f]")


class SheetTitles:
    def __init__(self) -> None:
        # Excel ignores case in sheet names, and reserves the sheet name `history`.
        self.taken = {'history'}

    def take(self, file: str, sheet: str, *, alone: bool) -> str:
        """Returns the name of the file if it has a single sheet, otherwise the names of file and sheet. Adds a number
        if this sheet name is taken."""
        stem = clean(file) or clean(sheet) or 'Sheet'
        again = 1
        while True:
            number = f' ({again})' if again > 1 else ''
            title = named(stem, '' if alone else clean(sheet), number)
            if title.casefold() not in self.taken:
                self.taken.add(title.casefold())
                return title
            again += 1


def clean(name: str) -> str:
    return FORBIDDEN.sub('_', name).strip().strip("'").strip()


def named(stem: str, sheet: str, number: str) -> str:
    """Returns the title of a sheet. If the title is too long, the name of the file is shortened first, but keeps a
    third of the maximum length. If the title is still too long, the name of the sheet is shortened too."""
    room = MAX_CHARACTERS - len(number)
    if not sheet or sheet == stem:
        return cut(stem, room) + number
    sheet = cut(sheet, room - 3 - min(len(stem), room // 3))
    return f'{cut(stem, room - 3 - len(sheet))} - {sheet}{number}'


def cut(text: str, length: int) -> str:
    """Returns a name cut to `length` UTF-16 units, as Excel counts, without splitting a character."""
    encoded = text.encode('utf-16-le')[: 2 * length]
    return encoded.decode('utf-16-le', 'ignore').rstrip().rstrip("'")
