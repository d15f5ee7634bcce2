"""Rewrites XML and HTML tag by tag. Removes comments, and changes only elements and attributes to which a rule applies.
Bytes to which no rule applies stay unchanged."""
import base64
import binascii
import re
from xml.parsers import expat

from engines.passes.metadata.cleaners import pictures
from engines.passes.metadata.cleaners.notes import Notes, Refused

TOKEN = re.compile(
    r'<!--(?P<comment>.*?)-->|<!\[CDATA\[.*?\]\]>|<\?(?P<instruction>.*?)\?>|<!DOCTYPE(?P<doctype>[^\[>]*+(?:\[.*?\]\s*+)?)>'
    r'|</(?P<end>[^\s>]++)\s*+>|<(?P<start>[^\s/>!?<"\']++)(?P<rest>(?:[^>"\']++|"[^"]*+"|\'[^\']*+\')*+)>',
    re.DOTALL | re.IGNORECASE,
)
ATTRIBUTE = re.compile(r'\s+([^\s=/>"\']++)(?:\s*+=\s*+("[^"]*+"|\'[^\']*+\'|[^\s"\'>]++))?')
ENTITY = re.compile(r'<!ENTITY\s+([\w.-]{1,64})\s+(?:"([^"&%<]{0,1000})"|\'([^\'&%<]{0,1000})\')\s*>')
DATA_URI = re.compile(r'data:image/[\w.+-]{1,40}(?:;charset=[\w-]{1,20})?;base64,([A-Za-z0-9+/=\s]{40,})')
DECLARED = re.compile(r'\bxmlns:([\w.-]+)\s*=\s*(?:"([^"]*)"|\'([^\']*)\')')
# The void elements of HTML, which have no end tag.
VOID = {'meta', 'link', 'img', 'br', 'hr', 'input', 'base', 'source', 'area', 'col', 'embed', 'track', 'wbr', 'param'}
RAW = ('script', 'style', 'textarea', 'title')
# Result of a rule that removes an element with its content.
DROP = object()


class Rules:
    """Base class of cleaning rules. Names of elements and attributes are passed as written, with their prefix.
    `namespaces` maps each prefix that the text declares to its namespace."""

    html = False
    namespaces: dict[str, str] = {}

    def namespace(self, name: str) -> str:
        return self.namespaces.get(name.rpartition(':')[0], '')

    def element(self, name: str, attributes: dict[str, str]):
        """Returns None to keep the element, DROP to remove it, or a string that replaces its content."""
        return None

    def attribute(self, element: str, name: str, value: str) -> str | None:
        """Returns the new value of the attribute, or None to remove it."""
        return value

    def keeps_instruction(self, text: str) -> bool:
        return True

    def keeps_doctype(self) -> bool:
        return True


def local(name: str) -> str:
    return name.rsplit(':', 1)[-1]


def declared(text: str) -> list[tuple[str, str]]:
    """Returns all namespace prefixes that the text declares, with their namespaces."""
    return [(prefix, one or other) for prefix, one, other in DECLARED.findall(text)]


def decoded(data: bytes) -> str:
    """Decodes each byte as one character, which preserves all bytes. UTF-16 is converted to UTF-8 first."""
    if data[:2] in (b'\xff\xfe', b'\xfe\xff'):
        text = data.decode('utf-16', 'strict').encode().decode('latin-1')
        return re.sub(r'encoding=("|\')utf-16(?:le|be)?("|\')', 'encoding="UTF-8"', text, count=1, flags=re.IGNORECASE)
    return data.decode('latin-1')


def rewrite(data: bytes, rules: Rules) -> bytes:
    try:
        text = decoded(data)
    except UnicodeDecodeError as error:
        raise Refused(f'not in UTF-16: {error}') from error
    if not rules.html:
        text = without_entities(text)
        rules.namespaces = dict(declared(text))
    return ''.join(pieces(text, rules)).encode('latin-1')


def without_entities(text: str) -> str:
    """If a doctype declares entities as plain text, replaces the entities with their text. Rejects entities that refer
    to files or expand without limit."""
    head = re.search(r'<!DOCTYPE[^\[>]*\[(.*?)\]\s*>', text[:65_536], re.DOTALL)
    if head is None:
        if '<!ENTITY' in text:
            raise Refused('entities are declared outside the doctype')
        return text
    values = {name: first or second for name, first, second in ENTITY.findall(head[1])}
    if '<!ENTITY' in ENTITY.sub('', head[1]):
        raise Refused('entities other than plain text are not supported')
    rest, room = text[:head.start()] + text[head.end():], 4 * len(text) + 1_000_000
    for name, value in values.items():
        room -= rest.count(f'&{name};') * len(value)
        if room < 0:
            raise Refused('entities expand without limit', 'too_complex')
        rest = rest.replace(f'&{name};', value)
    return rest


def pieces(text: str, rules: Rules):
    at, dropped, depth, replaced = 0, '', 0, None
    while True:
        opening = text.find('<', at)
        if opening < 0:
            opening = len(text)
        if not dropped:
            yield text[at:opening]
        if opening == len(text):
            break
        token = TOKEN.match(text, opening)
        if token is None:
            if not rules.html:
                raise Refused('a tag is not closed')
            if not dropped:
                yield '<'
            at = opening + 1
            continue
        at = token.end()
        start, end = token['start'], token['end']
        if dropped:
            # Skips the content of the removed element up to its end tag. Nested elements of the same name are counted
            # to find this end tag.
            if start == dropped and not token['rest'].endswith('/'):
                depth += 1
            elif end == dropped:
                depth -= 1
            if depth == 0:
                if replaced is not None:
                    yield f'{replaced}</{dropped}>'
                dropped, replaced = '', None
            continue
        if start is None:
            yield from passive(token, rules)
            continue
        attributes = attributes_of(token['rest'])
        action = rules.element(start, attributes)
        has_end = not token['rest'].endswith('/') and not (rules.html and start.lower() in VOID)
        if action is DROP:
            dropped, depth = (start, 1) if has_end else ('', 0)
            continue
        tag = written_tag(start, token, attributes, rules)
        yield tag
        if isinstance(action, str) and has_end:
            dropped, depth, replaced = start, 1, action
        elif rules.html and start.lower() in RAW and has_end:
            close = re.compile(f'</{start}', re.IGNORECASE).search(text, at)
            stop = close.start() if close else len(text)
            yield text[at:stop]
            at = stop
    if dropped and not rules.html:
        raise Refused('an element is not closed')


def passive(token, rules: Rules):
    if token['comment'] is not None:
        return
    if token['doctype'] is not None:
        if rules.keeps_doctype():
            yield token[0]
    elif token['instruction'] is not None:
        if token['instruction'].startswith('xml ') or rules.keeps_instruction(token['instruction']):
            yield token[0]
    else:
        yield token[0]


def attributes_of(rest: str) -> dict[str, str]:
    found = {}
    for name, value in ATTRIBUTE.findall(' ' + rest.rstrip('/') if rest[:1] != ' ' else rest):
        found.setdefault(name, value[1:-1] if value[:1] in ('"', "'") else value)
    return found


def written_tag(start: str, token, attributes: dict[str, str], rules: Rules) -> str:
    changed = {}
    for name, value in attributes.items():
        kept = rules.attribute(start, name, value)
        if kept != value:
            changed[name] = kept
    if not changed:
        return token[0]

    def attribute(match) -> str:
        name = match[1]
        if name not in changed:
            return match[0]
        return '' if changed[name] is None else f' {name}="{changed[name].replace(chr(34), "&quot;")}"'

    return f'<{start}{ATTRIBUTE.sub(attribute, token["rest"])}>'


def with_clean_pictures(value: str, notes: Notes) -> str:
    """Returns the value with cleaned pictures in its data URIs."""

    def cleaned(match) -> str:
        fresh = clean_base64(match[1], notes)
        return match[0] if fresh is None else match[0].replace(match[1], fresh)

    return DATA_URI.sub(cleaned, value) if 'data:image' in value else value


def clean_base64(text: str, notes: Notes) -> str | None:
    try:
        data = base64.b64decode(re.sub(r'\s|&#1[03];|&#x[aAdD];', '', text), validate=True)
    except binascii.Error:
        return None
    clean = pictures.clean(data, notes)
    return None if clean == data else base64.b64encode(clean).decode()


def traces_of_data_uris(text: str) -> list[str]:
    found = []
    for match in DATA_URI.finditer(text):
        try:
            found += pictures.traces(base64.b64decode(re.sub(r'\s', '', match[1])))
        except binascii.Error:
            continue
    return found


class Reader:
    """Reads the cleaned XML, and resolves namespaces. The reader uses a different parser than the cleaner."""

    def __init__(self, data: bytes):
        self.data = data
        self.elements: list[tuple[str, dict[str, str], list[str]]] = []
        self.comments: list[str] = []
        self.namespaces: set[str] = set()

    def read(self, visit=None) -> 'Reader':
        """Parses the XML and stores its elements. If `visit` is given, passes each element to `visit` and stores no
        elements, because a large sheet has millions of elements."""
        parser = expat.ParserCreate(namespace_separator=' ')
        open_elements: list[tuple[str, dict[str, str], list[str]]] = []

        def started(name, attributes):
            open_elements.append((name, attributes, []))
            if visit is None:
                self.elements.append(open_elements[-1])

        def ended(_):
            element = open_elements.pop()
            if visit is not None:
                visit(*element)

        def text(letters):
            if open_elements:
                open_elements[-1][2].append(letters)

        def declared(*_):
            raise Refused('an entity is declared')

        parser.StartElementHandler = started
        parser.EndElementHandler = ended
        parser.CharacterDataHandler = text
        parser.CommentHandler = self.comments.append
        parser.StartNamespaceDeclHandler = lambda _, uri: self.namespaces.add(uri or '')
        parser.EntityDeclHandler = declared
        try:
            parser.Parse(self.data, True)
        except expat.ExpatError as error:
            raise Refused(f'not XML: {error}') from error
        return self


def local_of(name: str) -> str:
    """Returns the name without its namespace."""
    return name.rsplit(' ', 1)[-1]
