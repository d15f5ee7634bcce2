"""Rewrites an OpenDocument text so that pandoc reads the displayed content, reads the title as a heading, and reads
links without emphasis."""
import json
import re
import sys
import zipfile

from engines.tools.pandoc import code_paragraphs
from engines.tools.pandoc.odt_quotations import with_quotations
from engines.shared.office.charts.open_document_tables import objects_left, with_tables
from engines.shared.office.open_document import shown
from engines.shared.runner.package_copy import write_copy
from engines.shared.runner.warn import warn

CONTENT, STYLES = 'content.xml', 'styles.xml'
# Matches header rows that contain no other header rows.
HEADER_ROWS = re.compile(
    r'<table:table-header-rows\b[^>]*>((?:(?!<table:table-header-rows\b).)*?)</table:table-header-rows>', re.DOTALL
)
# Matches the start tag of a paragraph that is not marked yet.
PARAGRAPH = re.compile(r'(<text:(p|h)\b[^>]*?)\s*(/?)>(?!\ufdd7)')
# Mark at the start of each paragraph of a header row. header_rows.lua removes this mark.
HEADER = '\ufdd7'
# Matches the start of a frame, its description and its end.
DESCRIBED = re.compile(
    r'(<draw:frame\b[^>]*>\s*<draw:image\b(?:(?!</?draw:frame\b).)*?)<svg:desc>([^<]+)</svg:desc>((?:(?!</?draw:frame\b).)*?</draw:frame>)',
    re.DOTALL,
)


def main():
    step = json.loads(sys.argv[1])
    with zipfile.ZipFile(step['input']) as document:
        styles = document.read(STYLES).decode('utf-8') if STYLES in document.namelist() else ''
        whole = with_tables(document, document.read(CONTENT).decode('utf-8'))
        result = shown.as_shown(code_paragraphs.with_alerts(whole, styles), styles, step['to'], step['options'])
        content = with_formulas(with_header_rows(without_link_styles(with_heading(result.content))))
        content = with_described_pictures(code_paragraphs.of_open_document(with_quotations(content, styles), styles))
        write_copy(document, step['text'], {CONTENT: content.encode()})
        if left := objects_left(document, whole):
            warn(step, 'content_left_out', f'embedded objects {left}')
    for code, detail in result.warnings.items():
        warn(step, code, detail)


def without_link_styles(content):
    """Returns the content without the underlined style of links, which pandoc reads as emphasis."""
    return re.sub(r'<text:span text:style-name="Internet_20_link">([^<]*)</text:span>', r'\1', content)


def with_header_rows(content):
    """Returns the content with ordinary rows in place of rows that are repeated on each page, because pandoc drops
    repeated rows. Marks the replacement rows for header_rows.lua."""
    # Starts with the innermost tables, because a cell may contain another table with header rows.
    count = 1
    while count:
        content, count = HEADER_ROWS.subn(lambda rows: PARAGRAPH.sub(_marked, rows[1]), content)
    return content


def _marked(paragraph):
    start, name, is_empty = paragraph.groups()
    return f'{start}>{HEADER}</text:{name}>' if is_empty else f'{start}>{HEADER}'


def with_formulas(content):
    """Returns the content without the slash after the folder names of embedded formulas, because pandoc does not find
    names with a slash at the end."""
    return re.sub(r'(<draw:object\b[^>]*xlink:href="[^"]+?)/"', r'\1"', content)


def with_described_pictures(content):
    """Returns the content with each frame's description as text of the frame, because pandoc uses this text as the
    alternative text of the picture."""
    return DESCRIBED.sub(lambda frame: f'{frame[1]}{frame[2]}{frame[3]}', content)


def with_heading(content):
    based = r'<style:style(?=[^>]*style:name="([^"]+)")(?=[^>]*style:parent-style-name="Title")'
    names = '|'.join(map(re.escape, ['Title', *re.findall(based, content)]))
    title = re.compile(rf'<text:p (?=[^>]*text:style-name="(?:{names})")([^>/]*)>(.*?)</text:p>', re.DOTALL)
    if not title.search(content):
        return content
    lower = re.sub(r'(?<=text:outline-level=")\d+', lambda level: str(min(int(level[0]) + 1, 10)), content)
    return title.sub(r'<text:h text:outline-level="1" \1>\2</text:h>', lower)


if __name__ == '__main__':
    main()
