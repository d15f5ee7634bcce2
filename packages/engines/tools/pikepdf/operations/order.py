"""Reorders, repeats and removes pages as requested."""
from engines.shared.pdf.page_ranges import pages_in
from engines.tools.pikepdf.document import Document
from engines.tools.pikepdf.selection.pages import Selection


def apply(document: Document) -> None:
    numbers = ordered(document.options['page_order'], len(document.pages))
    if not numbers:
        raise SystemExit('protean-reason: no_such_page')
    selection = Selection(document.pdf)
    selection.keep(numbers)
    for code in selection.warnings_of(numbers):
        document.warn(code)


def ordered(text: str, count: int) -> list[int]:
    """Returns the pages of a list such as `3,1-2,9-7` or `!2,!5-6`, counted from 0. In the list, `last` means the last
    page."""
    wanted: list[int] = []
    unwanted: set[int] = set()
    for part in text.split(','):
        pages = pages_in(part.lstrip('!'), count)
        if part.startswith('!'):
            unwanted.update(pages)
        else:
            wanted += pages
    only_unwanted = all(part.startswith('!') for part in text.split(','))
    return [n - 1 for n in (range(1, count + 1) if only_unwanted else wanted) if n not in unwanted]
