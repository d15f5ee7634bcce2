"""Adds the sheet's name as a heading to each table in LibreOffice's web page of a workbook, and removes the list of
sheets."""
import html
import re

OVERVIEW = re.compile(r'<hr>\s*<p><center>\s*<h1>.*?</center></p>\s*<hr>', re.DOTALL)
HEADING = re.compile(r'<A NAME="table\d+"><h1>[^<]*<em>(.*?)</em></h1></A>', re.DOTALL)
# Formats without sheet names and page styles. LibreOffice invents a sheet name, a header and a footer for a file in a
# format without them.
SHEETLESS = ('csv', 'tsv', 'dif', 'dbf', 'slk')


def settled(text: str, source: str, names: list[str], target: str) -> str:
    """Returns the web page with the names of the sheets as headings. A single sheet gets a heading only in Markdown."""
    text, found = HEADING.subn(r'<h1>\1</h1>', OVERVIEW.sub('', text, count=1))
    if not found and len(names) == 1 and source not in SHEETLESS and target == 'md':
        heading = f'<body>\n<h1>{html.escape(names[0])}</h1>'
        text = re.sub('<body[^>]*>', lambda _: heading, text, count=1)
    return text.replace('<hr>', '')


def with_content_behind(text: str, sheet: str, content: str) -> str:
    """Returns the page with `content` after the cells of `sheet`, or at the end of the page if the sheet has no
    heading."""
    anchors = list(HEADING.finditer(text))
    ends = [*(anchor.start() for anchor in anchors[1:]), text.rfind('</body>')]
    places = {html.unescape(anchor[1]): (anchor.end(), end) for anchor, end in zip(anchors, ends)}
    start, end = places.get(sheet, (0, text.rfind('</body>')))
    # If the sheet contains only a title, a paragraph has replaced the table of the sheet, and the content is placed
    # after this paragraph.
    at = text.rfind('</table>', start, end)
    at = end if at < 0 or text.find('<p>', at, end) >= 0 else at + len('</table>')
    return f'{text[:at]}\n{content}{text[at:]}'
