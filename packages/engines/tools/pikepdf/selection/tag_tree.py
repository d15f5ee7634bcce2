"""Reads the structure tree of a PDF: its elements, and the pages of their content."""
from engines.shared.pdf.objects import get, has_members, listed, name_of
from engines.shared.pdf.trees import entries, numbered

# Page number of tagged content that is on no page of the document.
NOWHERE = -1
# The part number of the root of the structure tree.
ROOT = 0


class TagTree:
    """The parts of the structure tree in their order. A part is an element, or a piece of content of an element: marked
    content or an annotation. Each list in a `TagTree` has one member for each part. The first part is the root of the
    structure tree."""

    def __init__(self, root, pages: list[dict], numbers: dict):
        """`pages` are the members of each page. `numbers` are the pages by object, counted from 0."""
        self.root = root
        self._numbers = numbers
        self.parents, self.pages, self._note_pages = [ROOT], [None], {}
        # Position of a part among the kids of its parent.
        self.places = [0]
        # Page numbers that structure elements state, by the part of the element.
        self.stated: dict[int, int] = {}
        # Annotations in the structure tree, by the part of the tree that contains them.
        self.notes: dict[int, tuple] = {}
        # Maps an element to its part number.
        self._elements: dict[tuple, int] = {}
        # Parts that refer to another element or to a page without content of the part, and all ancestors of such parts.
        self.special: set[int] = set()
        # Names that each element uses from the role map and from the class map, by the part of the element.
        self.names: dict[str, dict[int, list[str]]] = {key: {} for key in ('/RoleMap', '/ClassMap') if has_members(get(root, key))}
        # Keys of each page in the parent tree.
        self.keys = [self._read_page(number, page) for number, page in enumerate(pages)]
        self._read_parts()
        self._measure()
        # Values of the parent tree by key, and the parts of their elements.
        self.owners = {key: (value, [self.part_of(one) for one in listed(value)]) for key, value in numbered(get(root, '/ParentTree'))}
        # Identifiers of elements, each with its element and the part of the element.
        self.ids = [(key, value, self.part_of(value)) for key, value in entries(get(root, '/IDTree'), '/Names')]

    def part_of(self, element) -> int | None:
        """Returns the part of an element, or None if the element is not in the tree."""
        return self._elements.get(element.objgen) if has_members(element) else None

    def _read_page(self, number: int, page: dict) -> list[int]:
        notes = [note for note in listed(page.get('/Annots')) if has_members(note)]
        self._note_pages.update((note.objgen, number) for note in notes)
        keys = [page.get('/StructParents'), *(note.get('/StructParent') for note in notes)]
        return [key for key in keys if isinstance(key, int)]

    def _read_parts(self) -> None:
        waiting = kids_of(self.root, ROOT, None)
        while waiting:
            value, place, parent, page = waiting.pop()
            part = len(self.parents)
            self.parents.append(parent)
            self.places.append(place)
            if isinstance(value, int) or not has_members(value):
                self.pages.append(page)
            elif '/S' not in value:
                self.pages.append(self._page_of_reference(part, value, page))
            elif value.is_indirect and value.objgen in self._elements:
                # An element in two places is invalid, and may contain itself.
                self.pages.append(NOWHERE)
            else:
                self._read_element(part, value)
                kids = kids_of(value, part, self.stated.get(part, page))
                # An empty element, such as an empty cell of a table, belongs to a page only if it states the page.
                self.pages.append(None if kids else self.stated.get(part))
                waiting += kids

    def _read_element(self, part: int, element) -> None:
        if element.is_indirect:
            self._elements[element.objgen] = part
        stated = element.get('/Pg')
        if has_members(stated):
            self.stated[part] = self._numbers.get(stated.objgen, NOWHERE)
        if '/Ref' in element:
            self.special.add(part)
        for key, names in self.names.items():
            names[part] = [name_of(one) for one in listed(element.get('/S' if key == '/RoleMap' else '/C'))]

    def _page_of_reference(self, part: int, reference, page: int | None) -> int | None:
        """Returns the page of a reference to content or to an annotation."""
        thing = reference.get('/Obj')
        if has_members(thing) and thing.objgen in self._note_pages:
            self.notes[part] = thing.objgen
            return self._note_pages[thing.objgen]
        stated = reference.get('/Pg')
        return self._numbers.get(stated.objgen, NOWHERE) if has_members(stated) else page

    def _measure(self) -> None:
        """Counts the pieces of content in each part, and lists them by page."""
        count = len(self.parents)
        # The parts inside of part `n` are those between `n` and `ends[n]`.
        self.ends = list(range(1, count + 1))
        self.totals = [0 if page is None else 1 for page in self.pages]
        self.contents: dict[int, list[int]] = {}
        # Parts without content, by parent. Parts without content stay if their parent stays.
        self.loose: dict[int, list[int]] = {}
        for part in range(count - 1, ROOT, -1):
            parent, page = self.parents[part], self.pages[part]
            self.ends[parent] = max(self.ends[parent], self.ends[part])
            self.totals[parent] += self.totals[part]
            if self.totals[part] == 0:
                self.loose.setdefault(parent, []).append(part)
            if page is not None:
                self.contents.setdefault(page, []).append(part)
        self.special |= {part for part, page in self.stated.items() if page not in self.pages[part:self.ends[part]]}
        for part in list(self.special):
            while part != ROOT:
                part = self.parents[part]
                self.special.add(part)


def kids_of(element, part: int, page: int | None) -> list[tuple]:
    """Returns the kids of an element, the last first, each with its place, the part of the element and the page."""
    return [(kid, place, part, page) for place, kid in enumerate(listed(element.get('/K')))][::-1]
