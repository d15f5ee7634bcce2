"""Counts the words, headings, lists, tables, links and pictures of web pages, Markdown and plain text."""
import re
from html.parser import HTMLParser
from typing import Iterator

from engines.passes.file_info.bounds import text_of
from engines.passes.file_info.words import known_links, words_in

PAGES = ('html', 'xhtml')
FORMATS = (*PAGES, 'md', 'txt')

ADDRESS = re.compile(r'[a-z][a-z0-9+.-]*:', re.IGNORECASE)
INLINE = frozenset('b i em strong span a u s sub sup code font small big mark abbr cite q kbd var samp tt del ins bdi bdo wbr'.split())

FRONT_MATTER = re.compile(r'\A---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)', re.DOTALL)
FENCE = re.compile(r'^ {0,3}(`{3,}|~{3,})[^\n]*\n.*?(?:^ {0,3}\1[`~]*[ \t]*$|\Z)', re.MULTILINE | re.DOTALL)
CODE = re.compile(r'(?<!`)(`+)(?!`)[^`\n]+(?<!`)\1(?!`)')
HEADING = re.compile(r'^ {0,3}#{1,6}[ \t]+\S|^(?! {4}|[ \t]*[#>|+*-]|[ \t]*\d+[.)])[^\n]*\S[^\n]*\n {0,3}(?:=+|-{2,})[ \t]*$', re.MULTILINE)
DELIMITER_ROW = re.compile(r'(?<=\|\n)^ {0,3}\|[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|[ \t]*$', re.MULTILINE)
PICTURE = re.compile(r'!\[[^\]\n]*\][(\[]')
LINK = re.compile(
    r'(?<!!)\[[^\]\n]*\]\(<?([^\s)>]+)|^ {0,3}\[[^\]^\n][^\]\n]*\]:[ \t]*<?([^\s>]+)|<([a-z][a-z0-9+.-]*:[^\s<>]+)>',
    re.MULTILINE | re.IGNORECASE,
)
NOTE = re.compile(r'\[\^[^\]\s]+\](?!:)')


def read(file) -> Iterator[dict]:
    text = text_of(file.path)
    if file.format in PAGES:
        yield page_of(text)
    elif file.format == 'md':
        yield markdown(text.replace('\r\n', '\n'))
    else:
        yield {'words': words_in(text)}


class Page(HTMLParser):
    HIDDEN = ('script', 'style', 'head', 'template')
    HEADINGS = ('h1', 'h2', 'h3', 'h4', 'h5', 'h6')

    def __init__(self) -> None:
        super().__init__()
        self.counts = {'headings': 0, 'lists': 0, 'tables': 0}
        self.pictures = 0
        self.outward: set[str] = set()
        self.has_inward = False
        self.text: list[str] = []
        self.hidden: list[str] = []
        # Index in `text` of the start of the heading that is still open.
        self.heading_at: int | None = None

    def handle_starttag(self, tag, attrs):
        at = dict(attrs)
        if tag in self.HIDDEN:
            self.hidden.append(tag)
        if tag in self.HEADINGS:
            self.heading_at = len(self.text)
        self.counts['lists'] += tag in ('ul', 'ol', 'dl')
        self.counts['tables'] += tag == 'table'
        self.pictures += tag in ('img', 'svg', 'object', 'video', 'canvas')
        if tag == 'a' and at.get('href'):
            if ADDRESS.match(at['href']):
                self.outward.add(at['href'])
            else:
                self.has_inward = True
        if tag not in INLINE:
            self.text.append(' ')

    def handle_endtag(self, tag):
        if self.hidden and tag == self.hidden[-1]:
            self.hidden.pop()
        if tag == 'body':
            self.hidden.clear()
        if tag in self.HEADINGS and self.heading_at is not None:
            self.counts['headings'] += bool(''.join(self.text[self.heading_at:]).strip())
            self.heading_at = None
        if tag not in INLINE:
            self.text.append(' ')

    def handle_data(self, data):
        if not self.hidden:
            self.text.append(data)


def page_of(text: str) -> dict:
    page = Page()
    page.feed(text)
    page.close()
    # Omits a picture count of 0 if the page contains `url(`, because a style sheet may then show pictures.
    pictures = {} if not page.pictures and 'url(' in text else {'pictures': page.pictures}
    return {'words': words_in(''.join(page.text)), **page.counts, **known_links(page.outward, page.has_inward), **pictures}


def markdown(text: str) -> dict:
    prose = CODE.sub('', FENCE.sub('\n', FRONT_MATTER.sub('', text)))
    targets = [inline or defined or bare for inline, defined, bare in LINK.findall(prose)]
    outward = {target for target in targets if ADDRESS.match(target)}
    return {
        'words': words_in(text),
        'headings': len(HEADING.findall(prose)),
        'tables': len(DELIMITER_ROW.findall(prose)),
        **known_links(outward, len(outward) < len(set(targets))),
        'pictures': len(PICTURE.findall(prose)),
        'footnotes': len(NOTE.findall(prose)),
    }
