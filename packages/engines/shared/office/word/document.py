"""Represents a Word document by the parts of its zip file: finds parts by relationship, parses them on demand, and
saves changes."""
import posixpath
import re
import zipfile
from xml.etree import ElementTree

from engines.shared.runner.package_copy import write_copy
from engines.shared.office.strict import is_strict, transitional
from engines.shared.office.text_boxes import parsed

Element = ElementTree.Element

W = '{http://schemas.openxmlformats.org/wordprocessingml/2006/main}'
R = '{http://schemas.openxmlformats.org/officeDocument/2006/relationships}'
W14 = '{http://schemas.microsoft.com/office/word/2010/wordml}'
SPACE = '{http://www.w3.org/XML/1998/namespace}space'
IGNORABLE = '{http://schemas.openxmlformats.org/markup-compatibility/2006}Ignorable'
RELATION = '{http://schemas.openxmlformats.org/package/2006/relationships}Relationship'
MAIN_RELATION = '/officeDocument'


class Document:
    """The parts of a document. Trees returned by `changing` are saved by `write`."""

    def __init__(self, archive: zipfile.ZipFile):
        self.archive = archive
        self.names = frozenset(archive.namelist())
        self.main = next((target for kind, target in self.relations_of('').values() if kind.endswith(MAIN_RELATION)), '')
        self.related = self.relations_of(self.main)
        self._data: dict[str, bytes] = {}
        self._trees: dict[str, Element] = {}
        self._changed: dict[str, bytes | None] = {}
        self._make_transitional()

    def _make_transitional(self) -> None:
        """Replaces the namespaces in all parts of a Strict document. The types of relationships are replaced too,
        because readers compare these types."""
        if '_rels/.rels' in self.names and is_strict(self.archive.read('_rels/.rels')):
            for name in sorted(self.names):
                if name.endswith(('.xml', '.rels')):
                    self.data(name)

    def relations_of(self, part: str) -> dict[str, tuple[str, str]]:
        """Maps the id of each relationship of a part to the type and target of the relationship."""
        folder, name = posixpath.split(part)
        file = posixpath.join(folder, '_rels', f'{name}.rels')
        if file not in self.names:
            return {}
        found = {}
        for one in ElementTree.fromstring(self.archive.read(file)).iter(RELATION):
            target = one.get('Target', '')
            if one.get('TargetMode') != 'External':
                target = posixpath.normpath(posixpath.join('/' + folder, target)).lstrip('/')
            found[one.get('Id', '')] = (one.get('Type', ''), target)
        return found

    def part(self, kind: str) -> str:
        """Returns the name of the first part to which the main part has a relationship of the kind `kind`, such as
        `styles`. Returns an empty string if no part has a relationship of the kind `kind`."""
        found = (target for one, target in self.related.values() if one.endswith(f'/{kind}') and target in self.names)
        return next(found, '')

    def data(self, name: str) -> bytes:
        if name not in self._data:
            before = self.archive.read(name) if name else b''
            self._data[name] = transitional(before)
            if self._data[name] is not before:
                self._changed[name] = None
        return self._data[name]

    def tree(self, name: str) -> Element | None:
        if name not in self._trees and name:
            self._trees[name] = parsed(self.data(name))
        return self._trees.get(name)

    def changing(self, name: str) -> Element | None:
        """Marks a part as changed and returns its tree. Returns None if the part is missing."""
        if name:
            self._changed[name] = None
        return self.tree(name)

    def put(self, name: str, data: bytes) -> None:
        self._changed[name] = data

    def put_new(self, name: str, data: bytes, content_type: str, relation: str) -> str:
        """Adds a part with its content type and a relationship of the main part, and returns the relationship id."""
        key = f'added-{posixpath.basename(name)}'
        if name in self._changed:
            return key
        self._data[name] = data
        self._changed[name] = None
        folder, file = posixpath.split(self.main)
        relations = posixpath.join(folder, '_rels', f'{file}.rels')
        relative = posixpath.relpath(name, folder)
        self.append(relations, f'<Relationship Id="{key}" Type="{relation}" Target="{relative}"/>')
        self.append('[Content_Types].xml', f'<Override PartName="/{name}" ContentType="{content_type}"/>')
        return key

    def append(self, name: str, element: str) -> None:
        """Appends an element to the root of a part."""
        data = self._changed.get(name) or self.data(name)
        at = data.rindex(b'</')
        prefix = re.match(rb'</(\w+:)?', data[at:])
        written = element.encode().replace(b'<', b'<' + (prefix[1] or b'' if prefix else b''), 1)
        self._changed[name] = data[:at] + written + data[at:]

    @property
    def has_changed(self) -> bool:
        return bool(self._changed)

    def write(self, file: str) -> None:
        parts = {name: given if given is not None else self._written(name) for name, given in self._changed.items()}
        write_copy(self.archive, file, parts)
        # Writes added parts separately, because `write_copy` copies only parts that exist in the archive.
        if added := parts.keys() - self.names:
            with zipfile.ZipFile(file, 'a', zipfile.ZIP_DEFLATED) as copy:
                for name in sorted(added):
                    copy.writestr(name, parts[name])

    def _written(self, name: str) -> bytes:
        tree = self._trees.get(name)
        if tree is None:
            return self.data(name)
        # Removes the attribute `Ignorable`, because it lists namespace prefixes, and ElementTree declares only prefixes
        # that are used.
        tree.attrib.pop(IGNORABLE, None)
        return ElementTree.tostring(tree, encoding='UTF-8', xml_declaration=True)


def value(element: Element | None, name: str, default: str = '') -> str:
    """Returns the attribute `w:val` of the child `name`, or the default."""
    child = None if element is None else element.find(W + name)
    return default if child is None else child.get(W + 'val', default)


def number(text: str, default: int = 0) -> int:
    try:
        return int(text)
    except ValueError:
        return default


def is_on(element: Element) -> bool:
    """Returns whether a toggle such as `w:vanish` is on."""
    return element.get(W + 'val', '1') not in ('0', 'false', 'off')


def text_run(text: str) -> Element:
    run = Element(W + 'r')
    run.append(text_element(text))
    return run


def text_element(text: str) -> Element:
    element = Element(W + 't', {SPACE: 'preserve'})
    element.text = text
    return element


def unwrap(parent: Element, child: Element, content: list[Element]) -> None:
    """Replaces a child with the elements in `content`."""
    at = list(parent).index(child)
    parent[at:at + 1] = content
