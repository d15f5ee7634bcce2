"""Refuses markup that takes far longer to read than its size suggests, such as deep nesting, or many short rows under a
wide header."""
import re

from engines.shared.encoding.text_encoding import NotText

# Maximum nesting depth of lists and other blocks, and of elements. Ordinary documents have fewer than 30 levels.
MAX_DEPTH = 200
MAX_ELEMENT_DEPTH = 1000
# Maximum number of cells that readers add to short rows to match the header.
MAX_MISSING_CELLS = 100_000
MAX_TABLE_COLUMNS = 2_000
# Maximum number of cells in grid tables. pandoc needs 0.2 ms and 20 KB per cell.
MAX_GRID_CELLS = 50_000
# Maximum sum, over all lines, of the squared number of bars (`|`) in a line. In a line with many bars, readers need
# quadratic time to decide whether the line is a table row.
MAX_SQUARED_BARS = 200_000_000
# Maximum number of footnotes after expansion, and of YAML aliases. If each line contains 2 aliases of the previous
# line, every line doubles the size.
MAX_NOTES = 100_000
MAX_ALIASES = 20
# Maximum number of CSS columns.
MAX_COLUMNS = 100

XML = ('docbook', 'jats', 'opml')
PAGES = ('html', 'xhtml', *XML)
# Matches a comment, a CDATA section or a tag. Quotation marks are ignored, because quoted values may be unterminated
# and rarely contain tags.
MARK = re.compile(r'<!--|<!\[CDATA\[|<(/?)([A-Za-z][\w:.-]*)([^<>]*)>')
STYLED = re.compile(r'\b(style)\s*=', re.IGNORECASE)
COMMENT_END = re.compile('--!?>')
CDATA_END = re.compile(r'\]\]>')
RAW_ENDS = {name: re.compile(f'</{name}(?=[\\s/>])[^<>]*>', re.IGNORECASE) for name in ('script', 'style', 'textarea')}
OPTIONAL_END = frozenset(
    'p li td th tr dt dd option optgroup thead tbody tfoot colgroup rt rp html head body '
    'area base br col embed hr img input link meta param source track wbr'.split()
)
LISTS = frozenset('ul ol dl blockquote itemizedlist orderedlist variablelist list'.split())
COLUMNS = re.compile(r'\bcolumn(?:s|-count)\s*:[^;}"\'<]{0,80}?\b(\d{3,})(?![\w.%])')
ENTRY = re.compile(r'@\w+[ \t]*[{(]\s*([^\s,={}()]+)\s*,|\b(?:crossref|xdata|xref)[ \t]*=[ \t]*["{]?([^"{}\n]{1,2000})', re.IGNORECASE)
BRACE = re.compile(r'[{}]')
NOTE = re.compile(r'\[\^([^\s\]]+)\]')
DEFINITION = re.compile(r' {0,3}\[\^([^\s\]]+)\]:')
FENCE = re.compile(r' {0,3}(?:```|~~~)')
METADATA = re.compile(r'---[ \t]*\r?\n(.*?)^(?:---|\.\.\.)[ \t]*$', re.MULTILINE | re.DOTALL)
ALIAS = re.compile(r'(?:^|[\s\[{,:])\*\w[\w-]*(?=[\s,\]}]|$)')
# AsciiDoc nests a list or a delimited block only in one with a different marker, such as `**` in `*`.
ASCIIDOC_ITEM = re.compile(r'^[ \t]*(\*+|\.+)[ \t]+\S', re.MULTILINE)
# Wikis repeat the marker of a list for each level, such as `***` for the third.
WIKI_ITEM = re.compile(r'^[*#:;]{%d}' % (MAX_DEPTH + 1), re.MULTILINE)
ASCIIDOC_BLOCK = re.compile(r'^([=*_])(\1{3,})[ \t]*$', re.MULTILINE)
QUOTED = re.compile(r'[ \t]{0,3}((?:>[ \t]?)+)')
FENCED_DIVISION = re.compile(r':{3,}[ \t]*[^\s:]')
GRID_RULE = re.compile(r'[ \t]*\+[-=:+]+\+[ \t]*')
RULE = re.compile(r'[ \t]*[|+]?[ \t]*:?-+:?[ \t]*(?:[|+][ \t]*:?-+:?[ \t]*)*[|+]?[ \t]*')


class LimitExceeded(NotText):
    """Raised for markup beyond a limit. `reason` is a name in reasons.ts, which the caller receives as
    `details.reason`."""

    def __init__(self, reason: str):
        super().__init__(f'protean-reason: {reason}')


def check(text: str, kind: str) -> None:
    """Raises LimitExceeded if `text`, in the format `kind`, exceeds a limit."""
    if kind in PAGES:
        check_page(text, kind)
    elif kind != 'txt':
        check_indents(text)
        check_grids(text)
    if kind == 'adoc':
        check_asciidoc(text)
    # pandoc needs cubic time for nested lists of these formats.
    if kind in ('mediawiki', 'creole') and WIKI_ITEM.search(text):
        raise LimitExceeded('too_deep')
    if kind == 'md':
        check_markdown(text)
        check_notes(text)
        check_metadata(text)
    if kind == 'bib':
        check_references(text)


def check_page(text: str, kind: str = 'html') -> None:
    depth = lists = 0
    for closing, name, attributes, inside in elements_of(text, kind):
        if 'style' in (name, *STYLED.findall(attributes)):
            check_columns(attributes + inside)
        if attributes.endswith('/') or name in OPTIONAL_END:
            continue
        depth = max(0, depth + (-1 if closing else 1))
        if name in LISTS:
            lists = max(0, lists + (-1 if closing else 1))
        if depth > MAX_ELEMENT_DEPTH or lists > MAX_DEPTH:
            raise LimitExceeded('too_deep')


def elements_of(text: str, kind: str):
    """Yields each tag. For the tag of a style element, also yields the content of the element. Skips comments and raw
    text elements."""
    position = foreign_depth = 0
    # End marks that do not occur in the rest of the text. Repeated searches for a missing end mark would take quadratic
    # time.
    unterminated: set[str] = set()
    while mark := MARK.search(text, position):
        position = mark.end()
        start, closing, name, attributes = mark[0], mark[1], (mark[2] or '').lower(), mark[3] or ''
        if start == '<!--':
            end = COMMENT_END
            # `<!-->` is a complete comment.
            position -= 2
        elif start == '<![CDATA[':
            end = CDATA_END if kind in XML else None
        else:
            # SVG and MathML have no raw text elements.
            end = RAW_ENDS.get(name) if not (closing or foreign_depth or attributes.endswith('/')) else None
            if name in ('svg', 'math') and not attributes.endswith('/'):
                foreign_depth = max(0, foreign_depth + (-1 if closing else 1))
        inside = ''
        if end and end.pattern not in unterminated:
            if found := end.search(text, position):
                inside, position = text[position:found.start()], found.end()
                # The end tag was skipped together with the content, so the start tag is marked as self-closing.
                attributes += '/'
            else:
                unterminated.add(end.pattern)
        if name:
            yield closing, name, attributes, inside if name == 'style' else ''


def check_columns(style: str) -> None:
    if any(int(number[:9]) > MAX_COLUMNS for number in COLUMNS.findall(style)):
        raise LimitExceeded('too_complex')


def check_indents(text: str) -> None:
    """Checks the nesting of lists, in which each deeper indentation adds a level."""
    levels: list[int] = []
    for line in text.splitlines():
        bare = line.lstrip()
        if not bare:
            continue
        indent = len(line) - len(bare)
        while levels and levels[-1] >= indent:
            levels.pop()
        levels.append(indent)
        if len(levels) > MAX_DEPTH:
            raise LimitExceeded('too_deep')


def check_grids(text: str) -> None:
    cells = 0
    for line in text.splitlines():
        if '+' in line and GRID_RULE.fullmatch(line):
            cells += line.count('+') - 1
            if cells > MAX_GRID_CELLS:
                raise LimitExceeded('too_many_cells')


def check_asciidoc(text: str) -> None:
    """Checks the nesting of lists and delimited blocks, by the number of different markers. Asciidoctor needs cubic time
    for nested lists, and has no stack left at about 2,000 nested blocks."""
    items = {item[1] for item in ASCIIDOC_ITEM.finditer(text)}
    blocks = {block[0].rstrip() for block in ASCIIDOC_BLOCK.finditer(text)}
    if len(items) > MAX_DEPTH or len(blocks) > MAX_ELEMENT_DEPTH:
        raise LimitExceeded('too_deep')


def check_markdown(text: str) -> None:
    columns = missing = divisions = squared_bars = 0
    for line in text.splitlines():
        quoted = QUOTED.match(line)
        if quoted and quoted[1].count('>') > MAX_DEPTH:
            raise LimitExceeded('too_deep')
        if FENCED_DIVISION.match(line):
            divisions += 1
            if divisions > MAX_DEPTH:
                raise LimitExceeded('too_deep')
        elif line.startswith(':::'):
            divisions = max(0, divisions - 1)
        if '-' in line and ('|' in line or '+' in line) and RULE.fullmatch(line):
            columns = line.count('|') + line.count('+') + 1
            if columns > MAX_TABLE_COLUMNS:
                raise LimitExceeded('too_many_cells')
        elif not line.strip():
            columns = 0
        bars = line.count('|')
        missing += max(0, columns - bars - 1)
        squared_bars += bars**2
        if missing > MAX_MISSING_CELLS or squared_bars > MAX_SQUARED_BARS:
            raise LimitExceeded('too_many_cells')


def check_notes(text: str) -> None:
    """Checks footnotes, which are expanded at every reference, including references in other footnotes."""
    named = notes_of(text)
    sizes: dict[str, int] = {}
    for first in named:
        waiting = [first]
        while waiting:
            note = waiting[-1]
            inside = [name for name in named[note] if name in named]
            new = next((name for name in inside if name not in sizes), None)
            if new is None:
                sizes[note] = 1 + sum(sizes[name] for name in inside)
                waiting.pop()
            elif len(waiting) > MAX_DEPTH:
                raise LimitExceeded('too_deep')
            else:
                waiting.append(new)
            if sizes.get(note, 0) > MAX_NOTES:
                raise LimitExceeded('too_complex')


def notes_of(text: str) -> dict[str, list[str]]:
    """Returns the references in each footnote. A footnote ends at an empty line unless the next line is indented."""
    named: dict[str, list[str]] = {}
    names: list[str] | None = None
    is_code = after_gap = False
    for line in text.splitlines():
        if FENCE.match(line):
            is_code = not is_code
        definition = None if is_code else DEFINITION.match(line)
        if definition:
            names = named.setdefault(definition[1], [])
            line = line[definition.end():]
        elif after_gap and line.strip() and not line.startswith(('    ', '\t')):
            names = None
        after_gap = not line.strip()
        if names is not None and not is_code:
            names.extend(NOTE.findall(line))
    return named


def check_metadata(text: str) -> None:
    metadata = METADATA.match(text)
    if metadata and len(ALIAS.findall(metadata[1])) > MAX_ALIASES:
        raise LimitExceeded('too_complex')


def check_references(text: str) -> None:
    """Refuses bibliographies with entries that inherit from each other in a circle, which readers would follow
    endlessly."""
    depth = 0
    for brace in BRACE.finditer(text):
        depth = max(0, depth + (1 if brace[0] == '{' else -1))
        if depth > MAX_DEPTH:
            raise LimitExceeded('too_deep')
    parents: dict[str, set[str]] = {}
    names: set[str] = set()
    for entry in ENTRY.finditer(text):
        if entry[1]:
            names = parents.setdefault(entry[1].lower(), set())
        else:
            names.update(name.strip().lower() for name in entry[2].split(','))
    # Topological sorting: repeatedly removes the entries that have no parents left. The remaining entries are part of
    # an inheritance cycle, or inherit from an entry in a cycle.
    children: dict[str, list[str]] = {}
    parent_count = {}
    for child, named in parents.items():
        known = named & parents.keys()
        parent_count[child] = len(known)
        for parent in known:
            children.setdefault(parent, []).append(child)
    ready = [child for child, count in parent_count.items() if count == 0]
    done = 0
    while ready:
        done += 1
        for child in children.get(ready.pop(), ()):
            parent_count[child] -= 1
            if parent_count[child] == 0:
                ready.append(child)
    if done < len(parents):
        raise LimitExceeded('too_complex')
