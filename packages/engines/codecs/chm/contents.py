"""Reads the table of contents of a help file from its .hhc file: the entries in order, each with its depth."""
from dataclasses import dataclass
from html.parser import HTMLParser

# Maximum number of entries. MAX_ENTRIES exceeds MAX_FILES, the maximum number of topics, because a topic can have two
# entries.
MAX_ENTRIES = 100_000


@dataclass
class Entry:
    # Depth in the tree; the top level is 1.
    depth: int
    title: str
    # Path or URL of the page, or an empty string if the entry only groups other entries.
    address: str


class _Reader(HTMLParser):
    """Determines the depth of an entry only from the `<ul>` elements around it, because many tools omit the end tags of
    `<li>` elements."""

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
