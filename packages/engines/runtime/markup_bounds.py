"""Refuses markup whose shape costs its readers far more than its size says: nesting, and tables and columns of more
than they hold."""
import re

from engines.runtime.text_encoding import NotText

# Documents that people write stay below thirty.
DEEPEST = 200
DEEPEST_ELEMENTS = 1000
# Cells of tables that are not there: a row has as many as its header, whatever it holds itself.
MAX_MISSING_CELLS = 100_000
MAX_TABLE_COLUMNS = 2_000
# Of tables drawn with + and -, which cost pandoc 0.2 ms and 20 KB a cell.
MAX_GRID_CELLS = 50_000
# What may be a row of a table is read in a time that grows with the square of its bars.
MAX_SQUARED_BARS = 200_000_000
# Notes within notes, each as often as it is named; and aliases, of which two a line double what there is.
MAX_NOTES = 100_000
MAX_ALIASES = 20
# Columns side by side on paper.
MAX_COLUMNS = 100

XML = ('docbook', 'jats', 'opml')
PAGES = ('html', 'xhtml', *XML)
# Elements that may be left open are not counted, or old pages of many paragraphs would nest.
# Quotes are not looked at: they need not end, and marks in them are few.
MARK = re.compile(r'<!--|<!\[CDATA\[|<(/?)([A-Za-z][\w:.-]*)([^<>]*)>')
STYLED = re.compile(r'\b(style)\s*=', re.IGNORECASE)
COMMENT_END = re.compile('--!?>')
CDATA_END = re.compile(r'\]\]>')
RAW_ENDS = {name: re.compile(f'</{name}(?=[\\s/>])[^<>]*>', re.IGNORECASE) for name in ('script', 'style', 'textarea')}
LEFT_OPEN = frozenset(
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
QUOTED = re.compile(r'[ \t]{0,3}((?:>[ \t]?)+)')
FENCED_DIVISION = re.compile(r':{3,}[ \t]*[^\s:]')
GRID_RULE = re.compile(r'[ \t]*\+[-=:+]+\+[ \t]*')
RULE = re.compile(r'[ \t]*[|+]?[ \t]*:?-+:?[ \t]*(?:[|+][ \t]*:?-+:?[ \t]*)*[|+]?[ \t]*')


class LimitExceeded(NotText):
    """Told to the caller by its reason."""

    def __init__(self, reason: str):
        super().__init__(f'protean-reason: {reason}')


def check(text: str, kind: str) -> None:
    """Raises `LimitExceeded` where `text`, markup of the format `kind`, is beyond the bounds."""
    if kind in PAGES:
        check_page(text, kind)
    elif kind != 'txt':
        check_indents(text)
        check_grids(text)
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
        if attributes.endswith('/') or name in LEFT_OPEN:
            continue
        depth = max(0, depth + (-1 if closing else 1))
        if name in LISTS:
            lists = max(0, lists + (-1 if closing else 1))
        if depth > DEEPEST_ELEMENTS or lists > DEEPEST:
            raise LimitExceeded('too_deep')


def elements_of(text: str, kind: str):
    """The tags of a page, and the text of those that hold nothing else; what comments and programs hold are no tags."""
    position = drawings = 0
    # What does not end is not looked for again: the time would grow with the square of the size.
    endless: set[str] = set()
    while mark := MARK.search(text, position):
        position = mark.end()
        start, closing, name, attributes = mark[0], mark[1], (mark[2] or '').lower(), mark[3] or ''
        if start == '<!--':
            end = COMMENT_END
            # One that begins with the sign of its end is over.
            position -= 2
        elif start == '<![CDATA[':
            end = CDATA_END if kind in XML else None
        else:
            # In drawings and formulas all elements are alike.
            end = RAW_ENDS.get(name) if not (closing or drawings or attributes.endswith('/')) else None
            if name in ('svg', 'math') and not attributes.endswith('/'):
                drawings = max(0, drawings + (-1 if closing else 1))
        inside = ''
        if end and end.pattern not in endless:
            if found := end.search(text, position):
                inside, position = text[position:found.start()], found.end()
                # With its end it is left behind, as one that ends at once.
                attributes += '/'
            else:
                endless.add(end.pattern)
        if name:
            yield closing, name, attributes, inside if name == 'style' else ''


def check_columns(style: str) -> None:
    if any(int(number[:9]) > MAX_COLUMNS for number in COLUMNS.findall(style)):
        raise LimitExceeded('too_complex')


def check_indents(text: str) -> None:
    """Lists nest by their indents: each deeper one than the last is one level more."""
    levels: list[int] = []
    for line in text.splitlines():
        bare = line.lstrip()
        if not bare:
            continue
        indent = len(line) - len(bare)
        while levels and levels[-1] >= indent:
            levels.pop()
        levels.append(indent)
        if len(levels) > DEEPEST:
            raise LimitExceeded('too_deep')


def check_grids(text: str) -> None:
    cells = 0
    for line in text.splitlines():
        if '+' in line and GRID_RULE.fullmatch(line):
            cells += line.count('+') - 1
            if cells > MAX_GRID_CELLS:
                raise LimitExceeded('too_many_cells')


def check_markdown(text: str) -> None:
    columns = missing = divisions = squared_bars = 0
    for line in text.splitlines():
        quoted = QUOTED.match(line)
        if quoted and quoted[1].count('>') > DEEPEST:
            raise LimitExceeded('too_deep')
        if FENCED_DIVISION.match(line):
            divisions += 1
            if divisions > DEEPEST:
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
    """Notes are put where they are named, also in other notes."""
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
            elif len(waiting) > DEEPEST:
                raise LimitExceeded('too_deep')
            else:
                waiting.append(new)
            if sizes.get(note, 0) > MAX_NOTES:
                raise LimitExceeded('too_complex')


def notes_of(text: str) -> dict[str, list[str]]:
    """The names in each note, which goes on through lines without a gap, and through those that are indented."""
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
    """Entries that take over from each other, in a circle, have no end."""
    depth = 0
    for brace in BRACE.finditer(text):
        depth = max(0, depth + (1 if brace[0] == '{' else -1))
        if depth > DEEPEST:
            raise LimitExceeded('too_deep')
    parents: dict[str, set[str]] = {}
    names: set[str] = set()
    for entry in ENTRY.finditer(text):
        if entry[1]:
            names = parents.setdefault(entry[1].lower(), set())
        else:
            names.update(name.strip().lower() for name in entry[2].split(','))
    # What has no parents left is taken away until nothing is, or only circles are.
    children: dict[str, list[str]] = {}
    left = {}
    for child, named in parents.items():
        known = named & parents.keys()
        left[child] = len(known)
        for parent in known:
            children.setdefault(parent, []).append(child)
    ready = [child for child, count in left.items() if count == 0]
    done = 0
    while ready:
        done += 1
        for child in children.get(ready.pop(), ()):
            left[child] -= 1
            if left[child] == 0:
                ready.append(child)
    if done < len(parents):
        raise LimitExceeded('too_complex')
