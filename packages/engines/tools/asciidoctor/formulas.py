"""Converts the TeX formulas of a page made by Asciidoctor to MathML: browsers here do not load the script that would draw them."""
import html
import json
import re
import subprocess
import sys

VERBATIM = re.compile(r'(<(pre|code|script|style)\b.*?</\2>)', re.DOTALL)
FORMULA = re.compile(r'\\\[(?P<display>.+?)\\\]|\\\((?P<inline>.+?)\\\)', re.DOTALL)
DRAWN = re.compile(r'<math\b.*?</math>', re.DOTALL)
PARAGRAPH = re.compile(r'<p>(.*?)</p>', re.DOTALL)


def main() -> None:
    output = json.loads(sys.argv[1])['output']
    with open(output, encoding='utf-8') as file:
        page = file.read()
    pieces = VERBATIM.split(page)
    # The split gives text, verbatim element, its name, text and so on.
    found = [match for text in pieces[::3] for match in FORMULA.finditer(text)]
    if not found:
        return
    drawn = iter(mathml(found))
    pieces[::3] = [FORMULA.sub(lambda match: next(drawn) or match[0], text) for text in pieces[::3]]
    result = ''.join(piece for n, piece in enumerate(pieces) if n % 3 != 2)
    with open(output, 'w', encoding='utf-8') as file:
        file.write(result)


def mathml(found: list[re.Match[str]]) -> list[str | None]:
    """Returns the MathML of each formula, or None if pandoc does not support it."""
    blocks = [
        {'t': 'Para', 'c': [{'t': 'Math', 'c': [{'t': kind(match)}, html.unescape(match['display'] or match['inline']).strip()]}]}
        for match in found
    ]
    tree = json.dumps({'pandoc-api-version': version(), 'meta': {}, 'blocks': blocks})
    command = ['pandoc', '--sandbox', '--quiet', '-f', 'json', '-t', 'html', '--mathml', '--wrap=none']
    written = subprocess.run(command, input=tree, capture_output=True, text=True, check=True).stdout
    paragraphs = PARAGRAPH.findall(written)
    if len(paragraphs) != len(found):
        return [None] * len(found)
    return [match[0] if (match := DRAWN.search(paragraph)) else None for paragraph in paragraphs]


def version() -> list[int]:
    empty = subprocess.run(['pandoc', '-f', 'markdown', '-t', 'json'], input='', capture_output=True, text=True, check=True)
    return json.loads(empty.stdout)['pandoc-api-version']


def kind(match: re.Match[str]) -> str:
    return 'InlineMath' if match['display'] is None else 'DisplayMath'


if __name__ == '__main__':
    main()
