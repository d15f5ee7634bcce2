"""Checks the types of the properties in an XMP packet, and checks the extension schemas, which declare additional
properties."""
import io
import re
import xml.etree.ElementTree as ElementTree

from engines.passes.pdfa.standard import Broken, Level
from engines.passes.pdfa.xmp_properties import types_of

RDF = '{http://www.w3.org/1999/02/22-rdf-syntax-ns#}'
XML = '{http://www.w3.org/XML/1998/namespace}'
ARRAYS = {'seq': f'{RDF}Seq', 'bag': f'{RDF}Bag', 'alt': f'{RDF}Alt', 'lang': f'{RDF}Alt'}
DATE = r'\d{4}(-\d\d(-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?)?)?'
FORMS = {
    'boolean': 'True|False', 'integer': r'[+-]?\d+', 'real': r'[+-]?(\d+(\.\d*)?|\.\d+)', 'rational': r'-?\d+/\d+', 'date': DATE,
}
EXTENSION = 'http://www.aiim.org/pdfa/ns/'
# Maps each prefix that extension schemas must use to the end of its namespace name. FIELDS lists the required
# and the optional fields of each description.
PREFIXES = {
    'pdfaExtension': 'extension/', 'pdfaSchema': 'schema#', 'pdfaProperty': 'property#', 'pdfaType': 'type#', 'pdfaField': 'field#',
}
FIELDS = {
    'schema#': (('schema', 'namespaceURI', 'prefix'), ('property', 'valueType')),
    'property#': (('name', 'valueType', 'category', 'description'), ()),
    'type#': (('type', 'namespaceURI', 'prefix', 'description'), ('field',)),
    'field#': (('name', 'valueType', 'description'), ()),
}
# Simple types in extension schemas, by name. A type that is not in this table is a choice of values, or is declared by
# the schema.
SIMPLE = {
    'text': 'text', 'date': 'date', 'integer': 'integer', 'real': 'real', 'boolean': 'boolean', 'rational': 'rational', 'uri': 'text',
    'url': 'text', 'mimetype': 'text', 'agentname': 'text', 'propername': 'text', 'locale': 'text', 'xpath': 'text', 'guid': 'text',
    'renditionclass': 'text', 'lang alt': 'lang',
}


def check(packet: bytes, tree, level: Level) -> None:
    """Raises `Broken` for a property of a wrong type, and for a property that no schema declares."""
    check_prefixes(packet)
    known = types_of(level.part)
    declared = declared_types(tree)
    for description in tree.iterfind(f'.//{RDF}RDF/{RDF}Description'):
        simple = [(name, value) for name, value in description.attrib.items() if not name.startswith((RDF, XML)) and name.startswith('{')]
        for name, value in [*simple, *((element.tag, element) for element in description)]:
            kind = known.get(name) or declared.get(name)
            if kind is None:
                raise Broken('metadata', f'no schema declares the property {local(name)}')
            if not has_type(value, kind):
                raise Broken('metadata', f'the property {local(name)} is not of the type {kind}')


def local(name: str) -> str:
    return name.rpartition('}')[2]


def check_prefixes(packet: bytes) -> None:
    for _, (prefix, space) in ElementTree.iterparse(io.BytesIO(packet), events=('start-ns',)):
        expected = next((name for name, end in PREFIXES.items() if space == EXTENSION + end), prefix)
        if prefix != expected:
            raise Broken('metadata', f'the prefix {prefix} should be {expected}')


def has_type(value, kind: str) -> bool:
    """Returns whether a value has the type `kind`. The value is an XML element, or the text of an attribute."""
    # `any` is used for types that the table does not describe.
    if kind == 'any':
        return True
    outer, _, inner = kind.partition(' ')
    if outer in ARRAYS:
        return is_array(value, outer, inner or 'text')
    if kind == 'structure':
        return is_structure(value)
    text = simple_text(value)
    return text is not None and (kind == 'text' or re.fullmatch(FORMS[kind], text) is not None)


def is_array(value, outer: str, inner: str) -> bool:
    if isinstance(value, str) or len(value) != 1 or value[0].tag != ARRAYS[outer]:
        return False
    members = list(value[0])
    if any(member.tag != f'{RDF}li' for member in members):
        return False
    if outer == 'lang' and any(f'{XML}lang' not in member.attrib for member in members):
        return False
    return all(has_type(member, inner) for member in members)


def is_structure(value) -> bool:
    if isinstance(value, str):
        return False
    if value.get(f'{RDF}parseType') == 'Resource' or any(kid.tag == f'{RDF}Description' for kid in value):
        return True
    return any(not name.startswith((RDF, XML)) for name in value.attrib)


def simple_text(value) -> str | None:
    """Returns the text of a simple value, which may have qualifiers, or None for an array or a structure."""
    if isinstance(value, str):
        return value.strip()
    if f'{RDF}resource' in value.attrib:
        return value.get(f'{RDF}resource')
    inner = value.find(f'{RDF}Description')
    qualified = (value if inner is None else inner).find(f'{RDF}value')
    if qualified is not None:
        return (qualified.text or '').strip()
    if len(value) > 0 or value.get(f'{RDF}parseType') == 'Resource':
        return None
    return (value.text or '').strip()


def declared_types(tree) -> dict[str, str]:
    """Returns the types of the properties that extension schemas declare. Raises `Broken` for an incomplete schema."""
    found: dict[str, str] = {}
    for schema in members(tree, 'extension/', 'schemas', 'Bag'):
        fields = described(schema, 'schema#')
        own = set()
        for item in members(schema, 'schema#', 'valueType', 'Seq'):
            kind = described(item, 'type#')
            own.add(kind['type'])
            for member in members(item, 'type#', 'field', 'Seq'):
                described(member, 'field#')
        for item in members(schema, 'schema#', 'property', 'Seq'):
            row = described(item, 'property#')
            if row['category'] not in ('internal', 'external'):
                raise Broken('metadata', f'{row["category"][:30]} is not a category of a property')
            found[f'{{{fields["namespaceURI"]}}}{row["name"]}'] = type_named(row['valueType'], own)
    return found


def members(parent, space: str, name: str, kind: str) -> list:
    """Returns the descriptions in the array `name` of a schema. Raises `Broken` if the property is not an array of the
    type `kind`."""
    tag = f'{{{EXTENSION}{space}}}{name}'
    holders = list(parent.iter(tag)) if space == 'extension/' else parent.findall(tag)
    found = []
    for holder in holders:
        if len(holder) != 1 or holder[0].tag != f'{RDF}{kind}':
            raise Broken('metadata', f'{name} of an extension schema is not a {kind}')
        found += [inner if (inner := item.find(f'{RDF}Description')) is not None else item for item in holder[0]]
    return found


def described(item, space: str) -> dict[str, str]:
    needed, optional = FIELDS[space]
    texts = {name: (item.findtext(f'{{{EXTENSION}{space}}}{name}') or item.get(f'{{{EXTENSION}{space}}}{name}') or '').strip() for name in needed}
    missing = [name for name, text in texts.items() if not text]
    strange = [kid.tag for kid in item if kid.tag not in {f'{{{EXTENSION}{space}}}{name}' for name in (*needed, *optional)}]
    if missing or strange:
        raise Broken('metadata', f'an extension schema has no {missing[0]}' if missing else f'an extension schema has a field {local(strange[0])}')
    return texts


def type_named(name: str, own: set[str]) -> str:
    plain = re.sub(r'^(open |closed )?choice (of )?', '', name.strip().lower())
    outer, _, inner = plain.partition(' ')
    if outer in ('bag', 'seq', 'alt') and inner:
        kind = type_named(inner, own)
        return f'{outer} {kind}'
    if name in own:
        return 'structure'
    return SIMPLE.get(plain, 'any')
