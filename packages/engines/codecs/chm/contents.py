"""The contents of a help file: what an .hhc file lists, in its order and with its depth."""
from dataclasses import dataclass
from html.parser import HTMLParser

# Contents list topics, of which MAX_FILES are read, some of them twice.
MAX_ENTRIES = 100_000


@dataclass
class Entry:
    # 1 for those at the top.
    depth: int
    title: str
    # The address of the page; empty for those that only group others.
    address: str


class _Reader(HTMLParser):
    """Lists nest by their elements; where an entry's own element ends is left out by many tools."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.entries: list[Entry] = []
        self._depth = 0
        self._open: dict[str, str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        if tag == 'ul':
            self._depth += 1
        elif tag == 'object':
            self._open = {} if (known.get('type') or '').lower() == 'text/sitemap' else None
        elif tag == 'param' and self._open is not None:
            self._open.setdefault((known.get('name') or '').lower(), (known.get('value') or '').strip())

    def handle_endtag(self, tag: str) -> None:
        if tag == 'ul':
            self._depth = max(0, self._depth - 1)
        elif tag == 'object' and self._open is not None:
            title, address = self._open.get('name', ''), self._open.get('local', '')
            if (title or address) and len(self.entries) < MAX_ENTRIES:
                self.entries.append(Entry(max(1, self._depth), title, address))
            self._open = None


def read(text: str) -> list[Entry]:
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader.entries
