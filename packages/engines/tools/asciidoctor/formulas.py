"""Converts the TeX formulas of an Asciidoctor page to MathML, because Protean's browser does not load the script that
draws TeX."""
import html
import re

from engines.tools.asciidoctor.written_by_pandoc import written_by_pandoc

VERBATIM = re.compile(r'(<(pre|code|script|style)\b.*?</\2>)', re.DOTALL)
FORMULA = re.compile(r'\\\[(?P<display>.+?)\\\]|\\\((?P<inline>.+?)\\\)', re.DOTALL)
DRAWN = re.compile(r'<math\b.*?</math>', re.DOTALL)
PARAGRAPH = re.compile(r'<p>(.*?)</p>', re.DOTALL)


def with_mathml(page: str) -> str:
    pieces = VERBATIM.split(page)
    # `split` returns groups of three: text, a verbatim element and the tag name of this element.
    found = [match for text in pieces[::3] for match in FORMULA.finditer(text)]
    if not found:
        return page
    drawn = iter(mathml(found))
    pieces[::3] = [FORMULA.sub(lambda match: next(drawn) or match[0], text) for text in pieces[::3]]
    return ''.join(piece for n, piece in enumerate(pieces) if n % 3 != 2)


def mathml(found: list[re.Match[str]]) -> list[str | None]:
    """Returns for each formula its MathML, or None if pandoc does not support the formula."""
    blocks = [
        {'t': 'Para', 'c': [{'t': 'Math', 'c': [{'t': kind(match)}, html.unescape(match['display'] or match['inline']).strip()]}]}
        for match in found
    ]
    written = written_by_pandoc(blocks, '--mathml', '--wrap=none')
    paragraphs = PARAGRAPH.findall(written)
    if len(paragraphs) != len(found):
        return [None] * len(found)
    return [match[0] if (match := DRAWN.search(paragraph)) else None for paragraph in paragraphs]


def kind(match: re.Match[str]) -> str:
    return 'InlineMath' if match['display'] is None else 'DisplayMath'
