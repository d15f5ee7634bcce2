"""Writes the speaker notes and the comments of a slide as HTML."""
import html
from typing import Iterator

from engines.shared.office.open_xml_package import Package
from engines.codecs.slides.names import P, kind_of
from engines.codecs.slides.text import Writer


def notes_of(package: Package, part: str, writer: Writer) -> str:
    """Returns a quotation with the notes of the slide in `part`, or an empty string."""
    notes = package.related(part, 'notesSlide')
    if notes is None:
        return ''
    bodies = (shape.find(P + 'txBody') for shape in package.xml(notes).iter(P + 'sp') if kind_of(shape) == 'body')
    return quotation('Notes:', [line for body in bodies if body is not None for line in writer.lines(body)])


def comments_of(package: Package, part: str) -> Iterator[str]:
    """Yields author and text of each comment and reply, as HTML."""
    for _, kind, target in package.relationships(part):
        if kind != 'comments':
            continue
        authors = _authors(package)
        root = package.xml(target)
        for comment in root.iter():
            if comment.tag.endswith(('}cm', '}reply')):
                words = _text_of(comment)
                author = authors.get(comment.get('authorId', ''), '')
                if words:
                    yield html.escape(f'{author}: {words}' if author else words, quote=False).replace('\n', '<br>')


def quotation(heading: str, lines: list[str]) -> str:
    """Returns an HTML quotation with `heading` and the lines, or an empty string if there are no lines. The class of
    the surrounding `div` is the heading in lower case."""
    if not lines:
        return ''
    paragraphs = ''.join(f'<p>{each}</p>' for each in [heading, *lines])
    return f'<div class="{heading.lower().rstrip(":")}"><blockquote>{paragraphs}</blockquote></div>'


def _text_of(comment) -> str:
    """Returns the text of a comment without the text of its replies. Since 2021, PowerPoint stores the text of comments
    as rich text."""
    plain = comment.find('{*}text')
    if plain is not None:
        return (plain.text or '').strip()
    body = comment.find('{*}txBody')
    lines = (''.join(text.text or '' for text in paragraph.iter() if text.tag.endswith('}t')) for paragraph in body.findall('{*}p')) if body is not None else ()
    return '\n'.join(filter(None, lines)).strip()


def _authors(package: Package) -> dict[str, str]:
    authors = {}
    for _, kind, target in package.relationships('ppt/presentation.xml'):
        if kind in ('commentAuthors', 'authors'):
            authors.update({each.get('id', ''): each.get('name', '') for each in package.xml(target)})
    return authors
