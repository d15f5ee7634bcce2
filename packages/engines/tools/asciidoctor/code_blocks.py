"""Highlights code blocks in an Asciidoctor page, because Asciidoctor relies on a script from the network."""
import html
import re

from engines.tools.asciidoctor.written_by_pandoc import written_by_pandoc
from engines.tools.pandoc.code_styles import token_css

BLOCK = re.compile(
    r'(?P<start><pre class="highlight(?: nowrap)?"><code class="language-(?P<language>[^"]+)"[^>]*>)(?P<code>.*?)(?P<end></code></pre>)',
    re.DOTALL,
)
# Matches callout numbers, which refer to explanations below the block. A callout number is a font icon or plain text.
CALLOUTS = re.compile(r'(?:\s*(?:<i class="conum"[^>]*></i><b>\(\d+\)</b>|<b class="conum">\(\d+\)</b>))+$')
# Matches the element that pandoc puts around each line of code. The element that encloses a line begins with an empty
# link.
LINE = re.compile(r'<span id="[^"]*"><a href="[^"]*" aria-hidden="true" tabindex="-1"></a>(.*)</span>')
CODE = re.compile(r'<code class="sourceCode [^"]*">(.*)</code>', re.DOTALL)
TAG = re.compile(r'<[^>]*>')
END = '<!--end of block-->'


def highlighted(page: str) -> str:
    # Skips code blocks that contain markup, because the author of the document requested this markup.
    found = [block for block in BLOCK.finditer(page) if '<' not in without_callouts(block['code'])]
    if not found:
        return page
    codes = [html.unescape(without_callouts(block['code'])) for block in found]
    blocks = [part for block, code in zip(found, codes) for part in (code_block(block['language'], code), end_of_block())]
    written = written_by_pandoc(blocks).split(END)
    coloured = {block.start(): with_tokens(block['code'], code, part) for block, code, part in zip(found, codes, written)}
    page = BLOCK.sub(lambda block: f"{block['start']}{coloured.get(block.start(), block['code'])}{block['end']}", page)
    return page.replace('</head>', f'<style>\n{token_css()}</style>\n</head>', 1)


def code_block(language: str, code: str) -> dict:
    return {'t': 'CodeBlock', 'c': [['', [html.unescape(language)], []], code]}


def end_of_block() -> dict:
    return {'t': 'RawBlock', 'c': ['html', END]}


def without_callouts(code: str) -> str:
    return '\n'.join(CALLOUTS.sub('', line) for line in code.split('\n'))


def with_tokens(code: str, text: str, written: str) -> str:
    """Returns the code with the highlighting markup that pandoc wrote. Returns the code unchanged if pandoc does not
    know the language."""
    tokens = CODE.search(written)
    lines = [LINE.sub(r'\1', line) for line in tokens[1].split('\n')] if tokens else []
    if html.unescape(TAG.sub('', '\n'.join(lines))) != text:
        return code
    callouts = [match[0] if (match := CALLOUTS.search(line)) else '' for line in code.split('\n')]
    return '\n'.join(map(''.join, zip(lines, callouts)))
