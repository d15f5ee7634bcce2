"""Cleans web pages: removes authors, times, names of editing programs, and HTML comments. Pictures that are embedded in
a web page are cleaned too."""
import re
from html.parser import HTMLParser

from engines.passes.metadata.cleaners import markup
from engines.passes.metadata.cleaners.markup import DROP
from engines.passes.metadata.cleaners.notes import Notes

# Names of `meta` elements that affect the display. A `meta` element with any other name is metadata.
SHOWN = {'viewport', 'color-scheme', 'theme-color', 'format-detection', 'referrer'}
PEOPLE = {'author', 'me', 'publisher', 'generator', 'created', 'owner', 'pingback', 'edituri', 'wlwmanifest', 'c2pa-manifest'}
EDITORS = re.compile(r'^(xmlns:[ovwxmp]|sodipodi:|inkscape:|data-(author|date|source-file|generator|created|modified|user))', re.IGNORECASE)


class PageRules(markup.Rules):
    html = True

    def __init__(self, notes: Notes):
        self.notes = notes

    def element(self, name: str, attributes: dict[str, str]):
        values = {key.lower(): value for key, value in attributes.items()}
        if is_about_page(name.lower(), values):
            self.notes.credentials |= 'c2pa-manifest' in values.get('rel', '')
            return DROP
        return None

    def attribute(self, element: str, name: str, value: str) -> str | None:
        if EDITORS.match(name):
            return None
        return markup.with_clean_pictures(value, self.notes) if name.lower() in ('src', 'href', 'xlink:href', 'poster') else value


def is_about_page(name: str, values: dict[str, str | None]) -> bool:
    """Returns whether the element contains metadata that the page does not show."""
    if name == 'meta':
        return 'charset' not in values and 'http-equiv' not in values and (values.get('name') or '').lower() not in SHOWN
    if name == 'link':
        return not PEOPLE.isdisjoint((values.get('rel') or '').lower().split())
    if name == 'script':
        return 'ld+json' in (values.get('type') or '')
    return name in ('metadata', 'o:documentproperties', 'o:p-properties')


def clean(data: bytes, notes: Notes) -> bytes:
    return markup.rewrite(data, PageRules(notes))


class PageReader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found: list[str] = []

    def handle_comment(self, data: str) -> None:
        self.found.append('a comment')

    def handle_starttag(self, tag: str, attrs) -> None:
        values = dict(attrs)
        if is_about_page(tag, values):
            self.found.append(f'<{tag}>')
        for value in values.values():
            if value and 'data:image' in value:
                self.found += markup.traces_of_data_uris(value)


def traces(data: bytes) -> list[str]:
    reader = PageReader()
    reader.feed(markup.decoded(data))
    reader.close()
    return reader.found
