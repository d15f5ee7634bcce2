"""Marks code and the content of alerts in a Word or OpenDocument text. `filters/code_blocks.lua` reads the marks.

pandoc joins adjacent code blocks in Word documents, does not recognize code in OpenDocument texts, and moves lists and
code out of alerts."""
import html
import re

from engines.tools.pandoc.code_styles import PARAGRAPH_STYLE
from engines.tools.pandoc.runner_boxes import COLOURS

# Characters that do not occur in text.
CODE, CODE_END, IN_ALERT = '\ufdd4', '\ufdd5', '\ufdd6'
# Names of code styles in lower case: pandoc's style, Word's style for HTML, and LibreOffice's style.
NAMES = {PARAGRAPH_STYLE.lower(), 'html preformatted', 'preformatted text'}

WORD_STYLE = re.compile(r'<w:style\b(?=[^>]*w:type="paragraph")[^>]*w:styleId="([^"]+)"[^>]*>(.*?)</w:style>', re.DOTALL)
WORD_PARAGRAPH = re.compile(r'<w:p(?: [^>]*)?>((?:(?!<w:p[ >]).)*?)</w:p>', re.DOTALL)
WORD_ALERT = re.compile(rf'<w:shd\b[^>]*w:fill="(?:{"|".join(fill for _, fill in COLOURS.values())})"', re.IGNORECASE)
# XML that may occur in a code paragraph. Paragraphs with any other XML stay unchanged.
WORD_RUN_PARTS = re.compile(
    r'<w:[pr]Pr\b[^>]*/>|<w:pPr\b.*?</w:pPr>|<w:rPr\b.*?</w:rPr>|</?w:r\b[^>]*>|<w:(?:bookmark(?:Start|End)|proofErr|lastRenderedPageBreak)\b[^>]*/>'
    r'|<w:(t)\b[^>]*?(?:/>|>([^<]*)</w:t>)|<w:(br|cr|tab|noBreakHyphen)\b[^>]*/>|\s+',
    re.DOTALL,
)
WORD_CHARACTERS = {'br': '\n', 'cr': '\n', 'tab': '\t', 'noBreakHyphen': '-'}

OPEN_STYLE = re.compile(r'<style:style\b(?=[^>]*style:family="paragraph")([^>]*)>')
OPEN_PARAGRAPH = re.compile(r'<text:p\b(?=[^>]*text:style-name="([^"]+)")[^>]*?(?:/>|>((?:(?!<text:p\b).)*?)</text:p>)', re.DOTALL)
OPEN_ALERT = re.compile(r'<text:section\b[^>]*text:name="alert-\d+"[^>]*>(?:(?!<text:section\b).)*?</text:section>', re.DOTALL)
OPEN_LIST = re.compile(r'<text:list\b.*</text:list>', re.DOTALL)
OPEN_TEXT_PARTS = re.compile(
    r'</?text:(?:span|a)\b[^>]*>|<text:(?:bookmark|bookmark-start|bookmark-end|soft-page-break)\b[^>]*/>'
    r'|<text:(s|tab|line-break)\b[^>]*?(?:text:c="(\d+)"[^>]*)?/>|([^<]+)'
)


def of_word(content: str, styles: str) -> str:
    """Returns the content of a Word document with its code marked. `content` and `styles` are the XML of `document.xml`
    and `styles.xml`."""
    codes = _word_codes(styles)
    if not any(f'"{style}"' in content for style in codes) and not WORD_ALERT.search(content):
        return content

    def code_of(paragraph: re.Match) -> tuple[str, str] | None:
        style = re.search(r'<w:pStyle w:val="([^"]+)"', paragraph[1])
        name = codes.get(style[1]) if style else None
        text = _text(paragraph[1], WORD_RUN_PARTS, _word_text) if name else None
        return None if text is None else (name, text)

    def encoded(paragraph: re.Match, name: str, text: str) -> str:
        listed = re.search(r'<w:numPr>.*?</w:numPr>', paragraph[1], re.DOTALL)
        properties = f'<w:pPr>{listed[0]}</w:pPr>' if listed else ''
        alert = IN_ALERT if WORD_ALERT.search(paragraph[1]) else ''
        return f'<w:p>{properties}<w:r><w:t>{_code(name, text)}{alert}</w:t></w:r></w:p>'

    def marked(paragraph: re.Match) -> str:
        properties = re.search(r'<w:pPr>.*?</w:pPr>', paragraph[1], re.DOTALL)
        if not properties or '<w:numPr>' not in properties[0] or not WORD_ALERT.search(properties[0]):
            return paragraph[0]
        return paragraph[0].removesuffix('</w:p>') + f'<w:r><w:t>{IN_ALERT}</w:t></w:r></w:p>'

    return _rewritten(content, WORD_PARAGRAPH, code_of, encoded, marked)


def with_alerts(content: str, styles: str) -> str:
    """Returns the content of an OpenDocument text. Marks the lists and the code within the sections of alerts. The
    marks are needed because later steps remove the sections of alerts."""
    codes = _open_codes(styles + content)

    def listed(paragraph: re.Match) -> str:
        return paragraph[0].removesuffix('</text:p>') + f'{IN_ALERT}</text:p>' if paragraph[2] else paragraph[0]

    def code(paragraph: re.Match) -> str:
        return listed(paragraph) if paragraph[1] in codes and IN_ALERT not in paragraph[0] else paragraph[0]

    def in_section(section: re.Match) -> str:
        lists = OPEN_LIST.sub(lambda found: OPEN_PARAGRAPH.sub(listed, found[0]), section[0])
        return OPEN_PARAGRAPH.sub(code, lists)

    return OPEN_ALERT.sub(in_section, content)


def of_open_document(content: str, styles: str) -> str:
    """Returns the content of an OpenDocument text with its code marked. `content` and `styles` are the XML of
    `content.xml` and `styles.xml`."""
    codes = _open_codes(styles + content)
    if not any(f'"{style}"' in content for style in codes):
        return content

    def code_of(paragraph: re.Match) -> tuple[str, str] | None:
        name = codes.get(paragraph[1])
        text = _text(paragraph[2] or '', OPEN_TEXT_PARTS, _open_text) if name else None
        return None if text is None else (name, text)

    def encoded(_paragraph: re.Match, name: str, text: str) -> str:
        alert = IN_ALERT if IN_ALERT in text else ''
        return f'<text:p text:style-name="Standard">{_code(name, text.replace(IN_ALERT, ""))}{alert}</text:p>'

    return _rewritten(content, OPEN_PARAGRAPH, code_of, encoded, lambda paragraph: paragraph[0])


def _rewritten(content: str, pattern: re.Pattern, code_of, encoded, other) -> str:
    """Replaces the paragraphs of code in `content`. Consecutive lines of one block are joined first. All paragraphs
    without code are replaced with the result of the function `other`."""
    parts, end = [], 0
    open_code: tuple[re.Match, str, list[str]] | None = None

    def close() -> None:
        nonlocal open_code
        if open_code:
            parts.append(encoded(open_code[0], open_code[1], '\n'.join(open_code[2])))
            open_code = None

    for paragraph in pattern.finditer(content):
        between = content[end : paragraph.start()]
        end = paragraph.end()
        code = code_of(paragraph)
        if code and open_code and not between.strip() and open_code[1] == code[0] and _is_one_block(open_code[2][-1], *code):
            open_code[2].append(code[1])
            continue
        close()
        parts.append(between)
        if code:
            open_code = (paragraph, code[0], [code[1]])
        else:
            parts.append(other(paragraph))
    close()
    return ''.join([*parts, content[end:]])


def _is_one_block(last: str, name: str, text: str) -> bool:
    """Returns whether a paragraph continues the code block of the previous paragraph. Both paragraphs must have only
    one line. The style of the paragraphs must not be from `code_styles.py`, because a paragraph in a style from
    `code_styles.py` is a complete block."""
    return not name.startswith(f'{PARAGRAPH_STYLE.lower()} ') and '\n' not in last and '\n' not in text


def _code(name: str, text: str) -> str:
    language = name.removeprefix(PARAGRAPH_STYLE.lower()).strip()
    language = language if re.fullmatch(r'[a-z0-9]+', language) and language != 'none' and language not in NAMES else ''
    return f'{CODE}{language}-{text.encode().hex()}{CODE_END}'


def _text(content: str, pattern: re.Pattern, text_of) -> str | None:
    """Returns the text of a paragraph, or None if it has elements other than text."""
    if pattern.sub('', content):
        return None
    return ''.join(map(text_of, pattern.finditer(content)))


def _word_text(part: re.Match) -> str:
    return html.unescape(part[2] or '') if part[1] else WORD_CHARACTERS.get(part[3], '')


def _open_text(part: re.Match) -> str:
    """Returns the decoded text of a part of a paragraph. Line breaks and runs of spaces in the markup count as a single
    space."""
    if part[3]:
        return html.unescape(re.sub(r'[ \t\r\n]+', ' ', part[3]))
    return {'s': ' ' * int(part[2] or 1), 'tab': '\t', 'line-break': '\n'}.get(part[1], '')


def _is_code(name: str) -> bool:
    return name.lower() in NAMES or name.lower().startswith(f'{PARAGRAPH_STYLE.lower()} ')


def _with_based(names: dict[str, str], parents: dict[str, str]) -> dict[str, str]:
    """Returns the names of code styles, and of styles based on them, by style identifier."""
    codes = {style: name.lower() for style, name in names.items() if _is_code(name)}
    while more := {style: codes[parent] for style, parent in parents.items() if parent in codes and style not in codes}:
        codes |= more
    return codes


def _word_codes(styles: str) -> dict[str, str]:
    names, parents = {}, {}
    for style, inside in WORD_STYLE.findall(styles):
        name, parent = (re.search(rf'<w:{element} w:val="([^"]+)"', inside) for element in ('name', 'basedOn'))
        names[style] = name[1] if name else style
        parents[style] = parent[1] if parent else ''
    return _with_based(names, parents)


def _open_codes(styles: str) -> dict[str, str]:
    names, parents = {}, {}
    for attributes in OPEN_STYLE.findall(styles):
        style, shown, parent = (
            re.search(rf'style:{name}="([^"]+)"', attributes) for name in ('name', 'display-name', 'parent-style-name')
        )
        if style:
            names[style[1]] = shown[1] if shown else style[1].replace('_20_', ' ')
            parents[style[1]] = parent[1] if parent else ''
    return _with_based(names, parents)
