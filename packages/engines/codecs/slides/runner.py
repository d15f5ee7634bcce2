"""Converts the slides of a PowerPoint file to one HTML page, in the order of the presentation."""
import functools
import json
import re
import sys
import zipfile
from xml.etree import ElementTree

from engines.shared.html.html_page import READABLE, html_page
from engines.shared.runner.nothing import tell_nothing
from engines.shared.office.open_xml_package import Package, TooLarge
from engines.shared.runner.warn import listed, warn
from engines.codecs.slides.formulas import Formulas
from engines.codecs.slides.names import P, R
from engines.codecs.slides.notes import comments_of, notes_of, quotation
from engines.codecs.slides.slide import Slide, printed_shapes

MAIN = 'ppt/presentation.xml'


def main():
    step = json.loads(sys.argv[1])
    formulas = Formulas()
    with zipfile.ZipFile(step['input']) as file:
        body = formulas.filled_in('\n'.join(filter(None, blocks_of(Package(file), formulas, step))))
    if not re.search(r'<img|>[^<\s]', body):
        tell_nothing()
    first = re.search(r'<h[12]>(.*?)</h[12]>', body)
    title = re.sub('<[^>]*>', ' ', first[1]) if first else 'Untitled'
    with open(step['output'], 'w', encoding='utf-8') as out:
        out.write(html_page(title, body, READABLE))


def blocks_of(package: Package, formulas: Formulas, step: dict):
    """Yields the content of the presentation in slide order. Text that repeats in the margins of several slides is
    written only once."""
    slides = slides_of(package, formulas)
    hidden = [str(number) for number, slide in enumerate(slides, 1) if slide.is_hidden]
    shown = [slide for slide in slides if not slide.is_hidden]
    with_comments = step['options'].get('comments')
    comments, written = 0, set()
    for number, slide in enumerate(slides, 1):
        if slide.is_hidden:
            continue
        if step['options'].get('page_markers'):
            yield f'<div data-marked-page="{number}"></div>'
        # The engine in codecs/document reads the slide number from `data-page`.
        yield f'<section data-page="{number}" data-kind="slide">'
        yield from slide.blocks(first=slide is shown[0])
        for line in slide.margins():
            if line not in written:
                written.add(line)
                yield f'<p>{line}</p>'
        yield notes_of(package, slide.part, slide.writer)
        said = list(comments_of(package, slide.part))
        comments += len(said)
        if with_comments:
            yield quotation('Comments:', said)
        yield '</section>'
    if missing := [name for slide in shown for name in slide.missing]:
        warn(step, 'files_missing', listed(missing))
    if unreadable := sum(slide.unreadable for slide in shown):
        warn(step, 'content_left_out', f'pictures {unreadable}')
    if hidden:
        warn(step, 'hidden_slides', listed(hidden))
    if comments and not with_comments:
        warn(step, 'comments_left_out', str(comments))


def slides_of(package: Package, formulas: Formulas) -> list[Slide]:
    presentation = package.xml(MAIN)
    first = presentation.get('firstSlideNum', '1')
    start = int(first) if first.isdecimal() else 1
    targets = package.relations(MAIN)
    order = [each.get(R + 'id') for each in presentation.iter(P + 'sldId')]
    printed = functools.cache(printed_shapes)
    return [Slide(package, targets[name], start + n, printed, formulas.placeholder) for n, name in enumerate(order)]


if __name__ == '__main__':
    try:
        main()
    except TooLarge as error:
        sys.exit(str(error))
    except (zipfile.BadZipFile, KeyError, ElementTree.ParseError) as error:
        sys.exit(f'it is damaged or not a presentation: {error}')
