"""Converts an unpacked help file to one page. This page contains each help topic once, with its pictures. The topics
are in the order of the table of contents."""
import json
import sys

from engines.codecs.chm.book import Book
from engines.codecs.chm.help_file import HelpFile, HelpRefused
from engines.shared.html.single_page import Asset, PageRefused, SinglePage
from engines.shared.runner.warn import warn
from engines.codecs.html_archive.members import kind_of

# Base address of the files, with a host name that never exists.
ORIGIN = 'http://help.invalid/'


def main() -> None:
    step = json.loads(sys.argv[1])
    files = HelpFile(step['files'], step['input'])

    def find(address: str) -> Asset | None:
        name = files.named(address[len(ORIGIN) :]) if address.startswith(ORIGIN) else None
        if name is None:
            return None
        content = files.read(name)
        return Asset(address, kind_of(name), content, lambda: files.as_text(content))

    tree = Book(files, ORIGIN).tree()
    page = SinglePage(ORIGIN, '', find, own=ORIGIN)
    text = page.written(tree)
    if page.lacks_assets:
        warn(step, 'asset_missing')
    with open(step['output'], 'w', encoding='utf-8', errors='replace') as file:
        file.write(text)


if __name__ == '__main__':
    try:
        main()
    except (HelpRefused, PageRefused) as refusal:
        sys.exit(str(refusal))
