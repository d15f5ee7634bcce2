"""Heads each table of a page that LibreOffice made of a workbook with the name of its sheet, and removes the list of them."""
import html
import re

OVERVIEW = re.compile(r'<hr>\s*<p><center>\s*<h1>.*?</center></p>\s*<hr>', re.DOTALL)
HEADING = re.compile(r'<A NAME="table\d+"><h1>[^<]*<em>(.*?)</em></h1></A>', re.DOTALL)
# Formats without sheets, for which LibreOffice makes up a name.
SHEETLESS = ('csv', 'tsv', 'dif', 'dbf', 'slk')


def settle(file: str, source: str, names: list[str]) -> None:
    """`names` are those of the sheets that are shown."""
    with open(file, encoding='utf-8', newline='') as page:
        text = page.read()
    text, found = HEADING.subn(r'<h1>\1</h1>', OVERVIEW.sub('', text, count=1))
    if not found and len(names) == 1 and source not in SHEETLESS:
        heading = f'<body>\n<h1>{html.escape(names[0])}</h1>'
        text = re.sub('<body[^>]*>', lambda _: heading, text, count=1)
    with open(file, 'w', encoding='utf-8', newline='') as page:
        page.write(text.replace('<hr>', ''))
