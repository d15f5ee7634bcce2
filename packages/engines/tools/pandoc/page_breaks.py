"""Breaks the page at the marks of `filters/page_breaks.lua` in a Word or OpenDocument text."""
import re

from engines.tools.pandoc.highlights import STYLES_END

MARK = '<!--page-break-->'
# The patterns below match a page break mark and the next block. A bookmark, list or section may start between a page
# break mark and the next block.
BEFORE_WORD = re.compile(
    rf'(?:{MARK}\s*)+((?:<w:bookmark(?:Start|End)\b[^>]*>\s*)*)(?:<w:p>(?:\s*<w:pPr>(.*?)</w:pPr>)?|(?=<w:tbl>))', re.DOTALL
)
BEFORE_OPEN = re.compile(
    rf'(?:{MARK}\s*)+((?:<text:(?:list|list-item|section|bookmark-start|bookmark)\b[^>]*>\s*|{MARK}\s*)*)'
    r'<((?:text:[ph]|table:table)\b[^>]*?\s(?:text|table):style-name=)"([^"]+)"',
    re.DOTALL,
)
EMPTY_PAGE = '<w:p><w:r><w:br w:type="page" /></w:r></w:p>'
FIRST_WORD, FIRST_OPEN = re.compile(rf'(<w:body>\s*)(?:{MARK}\s*)+'), re.compile(rf'(<office:text\b[^>]*>\s*)(?:{MARK}\s*)+')


def in_word(content: str) -> str:
    """Returns the content with its page breaks. Before a table, inserts a paragraph with the break, because a table
    cannot begin a page by itself."""
    def broken(block: re.Match) -> str:
        if not block[0].endswith(('<w:p>', '</w:pPr>')):
            return f'{EMPTY_PAGE}{block[1]}'
        properties = block[2] or ''
        # The schema prescribes the order of the paragraph properties.
        first = re.match(r'(?:\s*<w:(?:pStyle|keepNext|keepLines) [^>]*>)*', properties)[0]
        return f'{block[1]}<w:p><w:pPr>{first}<w:pageBreakBefore />{properties[len(first) :]}</w:pPr>'

    return BEFORE_WORD.sub(broken, FIRST_WORD.sub(r'\1', content)).replace(MARK, '')


def in_open_document(content: str) -> str:
    added: dict[str, str] = {}

    def broken(block: re.Match) -> str:
        name = f'page-{block[3]}'
        added[name] = _style(block[3], name, content, 'table' if block[2].startswith('table') else 'paragraph')
        return f'{block[1].replace(MARK, "")}<{block[2]}"{name}"'

    changed = BEFORE_OPEN.sub(broken, FIRST_OPEN.sub(r'\1', content)).replace(MARK, '')
    return changed.replace(STYLES_END, ''.join(added.values()) + STYLES_END, 1)


def _style(name: str, broken: str, content: str, family: str) -> str:
    """Returns the style `broken`, which adds a page break to the style `name`. If the style `name` is automatic, the
    style `broken` is a changed copy of it, because an automatic style cannot be based on another automatic style."""
    page = f'<style:{family}-properties fo:break-before="page"'
    automatic = re.search(rf'<style:style style:name="{re.escape(name)}"(?:[^>]*/>|[^>]*>.*?</style:style>)', content, re.DOTALL)
    if not automatic or automatic[0].endswith('/>'):
        return f'<style:style style:name="{broken}" style:family="{family}" style:parent-style-name="{name}">{page} /></style:style>'
    copy = automatic[0].replace(f'style:name="{name}"', f'style:name="{broken}"', 1)
    if f'<style:{family}-properties' in copy:
        return copy.replace(f'<style:{family}-properties', page, 1)
    return re.sub(r'>', f'>{page} />', copy, count=1)
