"""Names the sheets of a workbook that is made of several: each unlike every other, and as Excel takes them."""
import re

MAX_CHARACTERS = 31
FORBIDDEN = re.compile(r"[\[\]:*?/\\\x00-\x1f]")


class SheetTitles:
    def __init__(self) -> None:
        # Excel tells no names apart by case, and keeps this one for itself.
        self.taken = {'history'}

    def take(self, file: str, sheet: str, *, alone: bool) -> str:
        """The name of the file where its sheet is alone, else of file and sheet; with a number where another has it."""
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
    """Where both are too long the file's name gives way, down to a third of the room."""
    room = MAX_CHARACTERS - len(number)
    if not sheet or sheet == stem:
        return cut(stem, room) + number
    sheet = cut(sheet, room - 3 - min(len(stem), room // 3))
    return f'{cut(stem, room - 3 - len(sheet))} - {sheet}{number}'


def cut(text: str, length: int) -> str:
    """Excel counts UTF-16; half a letter is no letter."""
    encoded = text.encode('utf-16-le')[: 2 * length]
    return encoded.decode('utf-16-le', 'ignore').rstrip().rstrip("'")
