"""Gives an untitled book a title from its text, because calibre would write “Unknown”."""

HEADINGS = ('h1', 'h2', 'h3')
MAX_TITLE_LENGTH = 120
# calibre's placeholder, and the title of a book without text.
UNKNOWN, UNTITLED = 'Unknown', 'Untitled'
MADE_UP = ('index', UNKNOWN, '')


def settle(metadata, pages: list, file_name: str) -> None:
    """Replaces a title that calibre made up. `file_name` is the name of the converted file, which calibre uses as the
    title of a document without a title."""
    if not metadata.title or str(metadata.title[0]) in (file_name, *MADE_UP):
        title = likely_title(pages) or first_words(pages) or UNTITLED
        metadata.clear('title')
        metadata.add('title', title)
    for page in pages:
        for title in page.iter('{*}title'):
            if title.text == UNKNOWN:
                title.text = str(metadata.title[0])


def likely_title(pages: list) -> str:
    """Returns the first line if it looks like a title, otherwise the first heading."""
    first = True
    for line, is_heading in lines_of(pages):
        if len(line) <= MAX_TITLE_LENGTH and (is_heading or first and line[-1] not in '.,:;'):
            return line
        first = False
    return ''


def first_words(pages: list) -> str:
    """Returns the first words of the text. The text is cut only between words."""
    line = next((line for line, _ in lines_of(pages)), '')
    return line if len(line) <= MAX_TITLE_LENGTH else line[:MAX_TITLE_LENGTH].rpartition(' ')[0] + '…'


def lines_of(pages: list):
    """Yields each non-empty paragraph and heading, and whether it is a heading."""
    for page in pages:
        for element in page.iter('{*}p', '{*}div', *(f'{{*}}{name}' for name in HEADINGS)):
            # In FictionBook, paragraphs are `div` elements with text. A `div` that begins with another element is not a
            # paragraph.
            if element.tag.rpartition('}')[2] == 'div' and not (element.text or '').strip():
                continue
            if line := ' '.join(''.join(element.itertext()).split()):
                yield line, element.tag.rpartition('}')[2] in HEADINGS
