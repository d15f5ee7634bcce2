"""Reads parts of an ebook: the visible content of an HTML page, the metadata in the package file (OPF), and the size
and corner colour of a picture."""
import io
from html.parser import HTMLParser
from xml.etree import ElementTree

from PIL import Image

DC = '{http://purl.org/dc/elements/1.1/}'
BLOCKS = {
    'p', 'div', 'li', 'dt', 'dd', 'td', 'th', 'tr', 'h1', 'h2', 'h3', 'br', 'title', 'pre', 'figcaption', 'figure', 'caption', 'blockquote',
}


class Page(HTMLParser):
    """Collects the visible text of an HTML page, and its headings, list items, table rows, links and images."""

    def __init__(self, text):
        super().__init__()
        self.shown, self.open, self.parts = [], [], {'headings': [], 'items': [], 'rows': [], 'links': [], 'images': []}
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag in BLOCKS:
            self.shown.append('\n')
        if tag == 'a' and attrs.get('href'):
            self.parts['links'].append(attrs['href'])
        if tag in ('img', 'image'):
            self.parts['images'].append(attrs.get('src') or attrs.get('xlink:href') or attrs.get('recindex'))
        kind = {'h1': 'headings', 'h2': 'headings', 'h3': 'headings', 'li': 'items', 'tr': 'rows'}.get(tag)
        if kind:
            self.open.append((tag, kind, len(self.shown)))

    def handle_endtag(self, tag):
        if tag in BLOCKS:
            self.shown.append('\n')
        if self.open and self.open[-1][0] == tag:
            _, kind, start = self.open.pop()
            self.parts[kind].append(' '.join(''.join(self.shown[start:]).split()))

    def handle_data(self, data):
        if self.lasttag not in ('style', 'script'):
            self.shown.append(data)


def from_page(html):
    page = Page(html)
    return {'text': ''.join(page.shown), **page.parts}


def body_of(html):
    return html[max(html.find('<body'), 0):]


def from_package(opf):
    # Converts tag names to lower case, because older OPF files capitalize them.
    metadata = {element.tag.lower(): element.text for element in reversed(list(ElementTree.fromstring(opf).iter()))}
    return {'title': metadata.get(f'{DC}title'), 'author': metadata.get(f'{DC}creator')}


def picture(data):
    image = Image.open(io.BytesIO(data)).convert('RGB')
    image.load()
    return {'width': image.width, 'height': image.height, 'corner': image.getpixel((image.width // 8, image.height // 6))}
