"""Restores spaces between words of an imported PDF. LibreOffice joins words that are close to each other, such as a
number and its heading."""
import subprocess

from engines.tools.libreoffice.documents.shapes import shapes_in

# Maximum length of a word, and maximum number of occurrences that are checked for a word on a page. Few words occur on
# a page more often than `MOST_PLACES` times.
LONGEST, MOST_PLACES = 200, 50


def separate(document, request: dict) -> None:
    """Separates words that LibreOffice joined when it imported a PDF. `document` is the imported drawing, and
    `request['readable']` is the path of the PDF."""
    pages = document.DrawPages
    texts = _texts_of_pages(request['readable'])
    for number in range(min(pages.Count, len(texts))):
        words = texts[number].split()
        places = places_of(words)
        for shape in shapes_in(pages.getByIndex(number)):
            if shape.supportsService('com.sun.star.drawing.Text'):
                _separate(shape, words, places)


def cuts_of(token: str, words: list[str], places: dict[str, list[int]]) -> list[int]:
    """Returns the positions at which `token` must be cut to get consecutive words of the page. Returns an empty list if
    the token is itself a word of the page."""
    if token in places or len(token) > LONGEST:
        return []
    for end in range(len(token) - 1, 0, -1):
        for at in places.get(token[:end], ())[:MOST_PLACES]:
            cuts, length = [end], end
            while length < len(token) and (at := at + 1) < len(words) and token.startswith(words[at], length):
                length += len(words[at])
                cuts.append(length)
            if length == len(token):
                return cuts[:-1]
    return []


def places_of(words: list[str]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for at, word in enumerate(words):
        places.setdefault(word, []).append(at)
    return places


def _texts_of_pages(file: str) -> list[str]:
    found = subprocess.run(['pdftotext', file, '-'], capture_output=True, check=False)
    return found.stdout.decode('utf-8', 'replace').split('\f')


def _separate(shape, words: list[str], places: dict[str, list[int]]) -> None:
    text = shape.String
    offset = 0
    cuts = []
    for token in text.split():
        offset = text.index(token, offset)
        cuts += [offset + cut for cut in cuts_of(token, words, places)]
        offset += len(token)
    # Starts at the end, because an inserted space moves the following text.
    for cut in reversed(cuts):
        cursor = shape.createTextCursor()
        cursor.gotoStart(False)
        cursor.goRight(cut, False)
        shape.insertString(cursor, ' ', False)
