"""Rewrites an OpenDocument text so that pandoc reads its title as a heading, links without emphasis, and its text boxes."""
import json
import re
import sys
import zipfile

from engines.runtime import text_boxes
from engines.runtime.charts.open_document_tables import with_tables


def main():
    step = json.loads(sys.argv[1])
    with zipfile.ZipFile(step['input']) as old, zipfile.ZipFile(step['text'], 'w', zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            data = old.read(entry)
            if entry.filename == 'content.xml':
                content = text_boxes.without_open_document_boxes(with_tables(old, data.decode('utf-8')))
                data = with_formulas(with_header_rows(without_link_styles(with_heading(content)))).encode()
            new.writestr(entry, data)


def without_link_styles(content):
    """pandoc reads underlined text as emphasis, and the style of links is underlined."""
    return re.sub(r'<text:span text:style-name="Internet_20_link">([^<]*)</text:span>', r'\1', content)


def with_header_rows(content):
    """pandoc drops the rows that are repeated on each page unless they are ordinary rows."""
    return re.sub(r'</?table:table-header-rows>', '', content)


def with_formulas(content):
    """pandoc finds an embedded formula by the name of its folder without the slash that other writers put behind it."""
    return re.sub(r'(<draw:object\b[^>]*xlink:href="[^"]+?)/"', r'\1"', content)


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
