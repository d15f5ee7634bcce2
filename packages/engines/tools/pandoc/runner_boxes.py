"""Adds features to a Word or OpenDocument text, because pandoc's writers do not support the features. The features are
alerts as boxes, border lines and several header rows of tables, code frames, highlighted and centred text, alternative
text of pictures, and page breaks."""
import html
import json
import os
import re
import shutil
import sys
import zipfile

from engines.tools.pandoc import code_styles, highlights, page_breaks
from engines.shared.runner.package_copy import write_copy

# Line and background colours of GitHub's alerts.
COLOURS = {
    'note': ('0969da', 'ddf4ff'),
    'tip': ('1a7f37', 'dafbe1'),
    'important': ('8250df', 'fbefff'),
    'warning': ('9a6700', 'fff8c5'),
    'caution': ('cf222e', 'ffebe9'),
}
RULE = 'bfbfbf'
# The border lines of a table in the order of Word's schema.
ROWS = ('top', 'bottom', 'insideH')
GRID = ('top', 'left', 'bottom', 'right', 'insideH', 'insideV')
# Matches an alert between the two `alert` marks that admonitions.lua writes.
ALERT = re.compile(rf'<!--alert ({"|".join(COLOURS)})-->((?:(?!<!--alert ).)*)<!--alert end-->', re.DOTALL)
MARK = re.compile(r'<!--alert \w+-->')
# Matches a table with lines in the source page. filter.lua writes the marks around such a table.
RULED = re.compile(r'<!--table ruled-->((?:(?!<!--table ).)*)<!--table end-->', re.DOTALL)
# highlights.lua writes the marks `<!--alt …-->` before pictures.
DESCRIBED = re.compile(r'<!--alt (\w+)-->(\s*<draw:frame\b(?:(?!</?draw:frame\b).)*?)(?=</draw:frame>)', re.DOTALL)
WEB_PAGES = ['html', 'xhtml', 'epub']

TABLE = re.compile(r'<table:table .*?</table:table>', re.DOTALL)
HEADER_ROWS = '<table:table-header-rows>'
# Matches the header rows of a table. filter.lua writes a mark in the first cell of each row.
MARKED_ROWS = re.compile(
    r'(?:<table:table-row>\s*<table:table-cell\b[^>]*>\s*<!--header row-->(?:(?!</?table:table-row>).)*</table:table-row>\s*)+',
    re.DOTALL,
)
LINE = f'0.5pt solid #{RULE}'
CELL_STYLES = ''.join(
    f'<style:style style:name="{name}Cell" style:family="table-cell"><style:table-cell-properties {lines} fo:padding="0.03in" /></style:style>'
    for name, lines in {
        'Ruled': f'fo:border-top="none" fo:border-left="none" fo:border-right="none" fo:border-bottom="{LINE}"',
        'Grid': f'fo:border="{LINE}"',
    }.items()
)

# Lengths in twentieths of a point. QUOTE is the margin of pandoc's quotations, MARGIN is the position of the line
# beside an alert, LEVEL is the indentation of one list level, and HANGING is the hanging indent.
QUOTE, MARGIN, LEVEL, HANGING = 480, 400, 720, 480
# Word's upper bound on the space between a line and the text, in points.
MOST_SPACE = 31


def main() -> None:
    step = json.loads(sys.argv[1])
    part, named, drawn = {
        'docx': ('word/document.xml', 'word/styles.xml', of_word),
        'odt': ('content.xml', 'styles.xml', of_open_document),
    }[step['to']]
    copy = os.path.join(step['work'], 'boxes')
    with zipfile.ZipFile(step['output']) as document:
        content, styles = (document.read(name).decode('utf-8') for name in (part, named))
        content, styles = drawn(content, styles, step['from'] in WEB_PAGES)
        write_copy(document, copy, {part: content.encode(), named: styles.encode()})
    shutil.copyfile(copy, step['output'])


def of_word(content: str, styles: str, is_page: bool) -> tuple[str, str]:
    content, styles = code_styles.in_word(content, styles)
    content = highlights.in_word(MARK.sub('', highlights.innermost_first(ALERT, word_alert, content)))
    content = highlights.innermost_first(RULED, lambda table: word_rules(table[1], GRID), content)
    # An empty paragraph separates adjacent tables, because Word joins them.
    content = re.sub(r'(?<=</w:tbl>)(\s*)(?=<w:tbl>)', '<w:p />', page_breaks.in_word(content))
    return word_rules(content, ROWS, needs_header=is_page), styles


def word_alert(alert: re.Match) -> str:
    line, background = COLOURS[alert[1]]

    def boxed(part: str) -> str:
        # Paragraphs in a table stay unchanged, because the table sets their position.
        if part.startswith('<w:tbl>'):
            return part
        return re.sub(
            r'<w:p>(?:<w:pPr>(.*?)</w:pPr>)?',
            lambda paragraph: f'<w:p><w:pPr>{word_paragraph(paragraph[1] or "", line, background)}</w:pPr>',
            part,
            flags=re.DOTALL,
        )

    paragraphs = ''.join(map(boxed, re.split(r'(<w:tbl>.*</w:tbl>)', alert[2], flags=re.DOTALL)))
    title, end, rest = paragraphs.partition('</w:p>')
    title = re.sub(r'</w:rPr>', f'<w:color w:val="{line}" /></w:rPr>', title)
    return title + end + rest


def word_paragraph(properties: str, line: str, background: str) -> str:
    if '<w:shd ' in properties:
        return properties
    level = re.search(r'<w:ilvl w:val="(\d+)"', properties)
    left = QUOTE + (LEVEL * (int(level[1]) + 1) if level else 0)
    hanging = HANGING if level else 0
    space = min((left - hanging - MARGIN) // 20, MOST_SPACE)
    box = f'<w:pBdr><w:left w:val="single" w:sz="24" w:space="{space}" w:color="{line}" /></w:pBdr>'
    box += f'<w:shd w:val="clear" w:color="auto" w:fill="{background}" />'
    indent = f'<w:ind w:left="{left}" w:right="{QUOTE}" w:hanging="{hanging}" />'
    # The schema prescribes the order of the elements in paragraph properties.
    before = re.match(r'(?:<w:(?:pStyle|keepNext|keepLines) [^>]*>|<w:numPr>.*?</w:numPr>)*', properties, re.DOTALL)[0]
    after = re.sub(r'<w:ind [^>]*>', '', properties[len(before) :])
    return f'{before}{box}{indent}{after}'


def word_rules(content: str, edges: tuple[str, ...], needs_header: bool = False) -> str:
    """Returns the content with border lines added to its tables. With `needs_header`, skips tables without a header,
    because web pages often use tables without a header for layout."""
    rules = ''.join(f'<w:{edge} w:val="single" w:sz="4" w:space="0" w:color="{RULE}" />' for edge in edges)

    def ruled(table: re.Match) -> str:
        if needs_header and 'w:firstRow="1"' not in table[0] or '<w:tblBorders>' in table[0]:
            return table[0]
        return re.sub(r'(?=<w:tbl(?:Layout|CellMar|Look)\b)', f'<w:tblBorders>{rules}</w:tblBorders>', table[0], count=1)

    return re.sub(r'<w:tblPr>.*?</w:tblPr>', ruled, content, flags=re.DOTALL)


def of_open_document(content: str, styles: str, is_page: bool) -> tuple[str, str]:
    content = MARKED_ROWS.sub(header_rows, content).replace('<!--header row-->', '')
    content, styles = code_styles.in_open_document(DESCRIBED.sub(with_description, content), styles)
    content = re.sub(r'<!--alt \w+-->', '', content)
    used: dict[str, None] = {}
    parts, end, depth = [], 0, 0
    for alert in ALERT.finditer(content):
        parts.append(content[end : alert.start()])
        depth += parts[-1].count('<text:list-item') - parts[-1].count('</text:list-item')
        end = alert.end()
        # List items cannot contain sections.
        parts.append(alert[2] if depth else section(alert))
        used[alert[1]] = None
    content = MARK.sub('', ''.join([*parts, content[end:]]))
    drawn = ''.join(map(alert_styles, used))
    content = highlights.innermost_first(RULED, lambda table: with_cell_style(table[1], 'Grid'), content)
    content = TABLE.sub(lambda table: table[0] if is_page and HEADER_ROWS not in table[0] else with_cell_style(table[0], 'Ruled'), content)
    content = content.replace('<style:table-properties ', '<style:table-properties fo:margin-bottom="0.1in" ')
    content = content.replace(highlights.STYLES_END, drawn + CELL_STYLES + highlights.STYLES_END, 1)
    return highlights.in_open_document(page_breaks.in_open_document(content)), styles


def header_rows(rows: re.Match) -> str:
    styled = rows[0].replace('"TableRowCell"', '"TableHeaderRowCell"').replace('"Table_20_Contents"', '"Table_20_Heading"')
    return f'{HEADER_ROWS}{styled}</table:table-header-rows>'


def with_description(picture: re.Match) -> str:
    return f'{picture[2]}<svg:desc>{html.escape(bytes.fromhex(picture[1]).decode(), quote=False)}</svg:desc>'


def section(alert: re.Match) -> str:
    title, end, rest = alert[2].partition('</text:p>')
    # In LibreOffice the style of the innermost span applies.
    coloured = rf'<text:span text:style-name="alert-{alert[1]}-title">\1</text:span>'
    title = re.sub(r'(?<=>)([^<>]+)(?=<)', coloured, title)
    name = f'alert-{alert.start()}'
    return f'<text:section text:style-name="alert-{alert[1]}" text:name="{name}">{title}{end}{rest}</text:section>'


def alert_styles(kind: str) -> str:
    line, background = COLOURS[kind]
    return (
        f'<style:style style:name="alert-{kind}" style:family="section"><style:section-properties '
        f'fo:background-color="#{background}" fo:margin-left="0.4in" fo:margin-right="0.4in">'
        '<style:columns fo:column-count="1" fo:column-gap="0in" /></style:section-properties></style:style>'
        f'<style:style style:name="alert-{kind}-title" style:family="text">'
        f'<style:text-properties fo:color="#{line}" fo:font-weight="bold" /></style:style>'
    )


def with_cell_style(table: str, name: str) -> str:
    return re.sub(r'(<table:table-cell table:style-name=)"Table(?:Header)?RowCell"', rf'\1"{name}Cell"', table)


if __name__ == '__main__':
    main()
