"""Reads the structure elements (tags) of a PDF with their standard types."""
from dataclasses import dataclass, field

import pikepdf

from engines.shared.pdf.objects import get, has_members, listed, name_of

MAX_ELEMENTS = 200_000
STANDARD = frozenset(
    'Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH '
    'TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Figure Formula Form'.split()
)


@dataclass
class Element:
    kind: str
    node: object
    parent: 'Element | None'
    children: list['Element'] = field(default_factory=list)
    # Annotations in the element.
    annotations: list = field(default_factory=list)
    # Whether the element contains page content.
    has_content: bool = False

    def text(self, key: str) -> str:
        value = get(self.node, key)
        return str(value) if isinstance(value, pikepdf.String) else ''

    def attribute(self, key: str):
        for one in listed(get(self.node, '/A')):
            if has_members(one) and key in one:
                return one[key]
        return None

    def inherited(self, key: str) -> str:
        element: Element | None = self
        while element is not None:
            if value := element.text(key):
                return value
            element = element.parent
        return ''


def roles_of(pdf) -> dict[str, str]:
    roles = get(get(pdf.Root, '/StructTreeRoot'), '/RoleMap')
    return {key[1:]: name_of(value)[1:] for key, value in roles.items()} if has_members(roles) else {}


def standard_kind(kind: str, roles: dict[str, str]) -> str | None:
    """Returns the standard type to which `roles` maps the type `kind`. Returns None if the mapping is circular or does
    not end at a standard type."""
    seen: set[str] = set()
    while kind not in STANDARD:
        if kind in seen or kind not in roles:
            return None
        seen.add(kind)
        kind = roles[kind]
    return kind


def elements_of(pdf) -> list[Element]:
    """Returns all elements in the order of the structure tree."""
    roles = roles_of(pdf)
    found: list[Element] = []
    root = get(pdf.Root, '/StructTreeRoot')
    waiting = [(kid, None) for kid in reversed(listed(get(root, '/K')))]
    seen: set = set()
    while waiting and len(found) < MAX_ELEMENTS:
        node, parent = waiting.pop()
        if isinstance(node, int):
            if parent:
                parent.has_content = True
            continue
        if not has_members(node):
            continue
        kind = name_of(get(node, '/Type'))
        if kind == '/OBJR' or '/Obj' in node:
            if parent and has_members(get(node, '/Obj')):
                parent.annotations.append(node['/Obj'])
            continue
        if kind == '/MCR':
            if parent:
                parent.has_content = True
            continue
        if node.is_indirect and node.objgen in seen:
            continue
        seen.add(node.objgen)
        name = name_of(get(node, '/S'))[1:]
        element = Element(standard_kind(name, roles) or name, node, parent)
        found.append(element)
        if parent:
            parent.children.append(element)
        waiting += [(kid, element) for kid in reversed(listed(get(node, '/K')))]
    return found
