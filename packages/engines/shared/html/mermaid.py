"""Rewrites Mermaid diagrams as code with the language `mermaid`, the only notation that pandoc and Asciidoctor read as
code."""
import re
from typing import Callable

CLASS = r'(?=[^<>]{0,200}\bclass\s{0,9}=\s{0,9}["\']?[^"\'<>]{0,99}(?<![\w-])mermaid(?![\w-]))'
ELEMENT = re.compile(rf'<(div|pre)\b{CLASS}([^<>]{{0,400}})>', re.IGNORECASE)
ENDS = {name: re.compile(rf'</{name}\s{{0,9}}>', re.IGNORECASE) for name in ('div', 'pre')}
FENCED = re.compile(r'^ {0,3}(`{3,9}|~{3,9}).*?^ {0,3}\1', re.DOTALL | re.MULTILINE)
# Matches the start of a diagram in the notation of Azure DevOps.
COLONS = re.compile(r'^:{3,9}[ \t]{0,9}mermaid[ \t]{0,9}\n', re.MULTILINE)
END_OF_COLONS = re.compile(r'^:{3,9}[ \t]{0,9}$', re.MULTILINE)


def of_page(text: str) -> str:
    return replaced(text, ELEMENT, lambda opening: ENDS[opening[1].lower()], as_preformatted)


def as_preformatted(opening: re.Match, content: str) -> str | None:
    if re.search(r'<(?:div|pre|code|svg)\b', content, re.IGNORECASE):
        return None
    # Escapes line break tags in labels, which pandoc would convert to line ends.
    lines = re.sub(r'<br\s{0,9}/?>', '&lt;br/&gt;', content)
    return f'<pre{opening[2]}>{lines}</pre>'


def of_markdown(text: str) -> str:
    """Rewrites the diagrams of a Markdown document. Fenced code stays unchanged, because it may show how to write a
    diagram."""
    parts, end = [], 0
    for code in FENCED.finditer(text):
        parts += [outside_code(text[end : code.start()]), code[0]]
        end = code.end()
    return ''.join([*parts, outside_code(text[end:])])


def outside_code(text: str) -> str:
    fenced = replaced(text, COLONS, lambda _: END_OF_COLONS, lambda _, content: f'```mermaid\n{content}```')
    return of_page(fenced)


def of_restructured_text(text: str) -> str:
    return re.sub(r'^([ \t]*\.\. )mermaid::[ \t]*$', r'\1code-block:: mermaid', text, flags=re.MULTILINE)


def of_asciidoc(text: str) -> str:
    return re.sub(r'^\[mermaid\b[^\]\n]*\]$', '[source,mermaid]', text, flags=re.MULTILINE)


def replaced(
    text: str,
    start: re.Pattern,
    end_of: Callable[[re.Match], re.Pattern],
    rewrite: Callable[[re.Match, str], str | None],
) -> str:
    """Replaces each block with the string that `rewrite` returns, if any. Stops at the first block that has no end."""
    parts, at = [], 0
    while opening := start.search(text, at):
        closing = end_of(opening).search(text, opening.end())
        if not closing:
            break
        block = rewrite(opening, text[opening.end() : closing.start()])
        parts += [text[at : opening.start()], text[opening.start() : closing.end()] if block is None else block]
        at = closing.end()
    return ''.join([*parts, text[at:]])


NOTATIONS = {
    'html': of_page,
    'xhtml': of_page,
    'md': of_markdown,
    'rst': of_restructured_text,
    'adoc': of_asciidoc,
}


def as_code(text: str, source: str) -> str:
    return NOTATIONS[source](text) if source in NOTATIONS else text
