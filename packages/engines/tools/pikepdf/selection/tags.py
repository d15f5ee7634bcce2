"""Keeps the tags of some pages: the elements of the structure tree, and the lists that refer to them."""
from pikepdf import Array, Dictionary

from engines.shared.pdf.objects import get, has_members, listed, name_of
from engines.tools.pikepdf.selection.edits import Edits
from engines.tools.pikepdf.selection.tag_tree import ROOT, TagTree


def keep_tags(pdf, tree: TagTree, pages: set[int], removed_notes: set, edits: Edits) -> None:
    """Removes the tags of all pages that are not in `pages`, and the tags of the annotations `removed_notes`."""
    kept = _KeptTags(tree, pages, removed_notes)
    parts = kept.reduce(edits)
    root = tree.root
    edits.record(root, '/ParentTree', '/IDTree', *tree.names)
    if tree.owners:
        root['/ParentTree'] = pdf.make_indirect(Dictionary(Nums=Array(kept.parent_tree())))
    if tree.ids:
        names = [one for key, value, part in tree.ids if kept.stays(part) for one in (key, value)]
        root['/IDTree'] = pdf.make_indirect(Dictionary(Names=Array(names)))
    for key, names in tree.names.items():
        used = {name for part in parts for name in names.get(part, [])}
        root[key] = Dictionary(members_of(root[key], used))


def members_of(names, used: set[str]) -> dict:
    """Returns the members of the map `names` for the used names. If the value of a returned member is the name of
    another member, returns the other member too."""
    found: dict = {}
    waiting = list(used)
    while waiting:
        name = waiting.pop()
        if name in names and name not in found:
            found[name] = names[name]
            waiting.append(name_of(found[name]))
    return found


class _KeptTags:
    def __init__(self, tree: TagTree, pages: set[int], removed_notes: set):
        self._tree, self._pages = tree, pages
        # For each part that stays, the number of its pieces of content that stay.
        self._counts: dict[int, int] = {}
        self._kids: dict[int, list[int]] = {}
        for page in pages:
            for part in tree.contents.get(page, []):
                if tree.notes.get(part) not in removed_notes:
                    self._count(part)

    def _count(self, part: int) -> None:
        counts, parents = self._counts, self._tree.parents
        while True:
            is_new = part not in counts
            counts[part] = counts.get(part, 0) + 1
            if part == ROOT:
                return
            if is_new:
                self._kids.setdefault(parents[part], []).append(part)
            part = parents[part]

    def stays(self, part: int | None) -> bool:
        """Returns whether a part of the structure tree stays in the selection. A part without content stays if its
        parent stays."""
        if part is None:
            return False
        while part != ROOT and self._tree.totals[part] == 0:
            part = self._tree.parents[part]
        return part == ROOT or part in self._counts

    def _is_whole(self, part: int) -> bool:
        return part not in self._tree.special and self._counts.get(part, 0) == self._tree.totals[part]

    def reduce(self, edits: Edits) -> list[int]:
        """Removes the parts that do not belong to the selected pages from the elements. Returns the numbers of the
        parts that stay."""
        tree = self._tree
        parts: list[int] = []
        waiting = [(ROOT, tree.root)]
        while waiting:
            part, element = waiting.pop()
            if part != ROOT and self._is_whole(part):
                parts += range(part, tree.ends[part])
                continue
            parts.append(part)
            if not has_members(element):
                continue
            kids = sorted([*self._kids.get(part, []), *tree.loose.get(part, [])])
            before = get(element, '/K')
            values = [before[tree.places[kid]] for kid in kids] if isinstance(before, Array) else listed(before)[:len(kids)]
            if len(values) < len(listed(before)):
                edits.record(element, '/K')
                element['/K'] = Array(values)
            self._reduce_references(part, element, edits)
            waiting += zip(kids, values)
        return parts

    def _reduce_references(self, part: int, element, edits: Edits) -> None:
        """Removes references to removed pages and elements."""
        if '/Pg' in element and self._tree.stated.get(part) not in self._pages:
            edits.record(element, '/Pg')
            del element['/Pg']
        if '/Ref' in element:
            edits.record(element, '/Ref')
            element['/Ref'] = Array([one for one in listed(element['/Ref']) if self.stays(self._tree.part_of(one))])

    def parent_tree(self) -> list:
        """Returns the keys and values of the parent tree for the elements that stay."""
        tree = self._tree
        of_pages = {key for keys in tree.keys for key in keys}
        wanted = {key for page in self._pages for key in tree.keys[page]}
        # Keeps the keys of pictures and forms too, because pictures and forms may be on any page.
        wanted |= {key for key, (_, parts) in tree.owners.items() if key not in of_pages and any(self.stays(part) for part in parts)}
        return [one for key in sorted(wanted) if key in tree.owners for one in (key, self._owners(*tree.owners[key]))]

    def _owners(self, value, parts: list[int | None]):
        """Returns a value of the parent tree without the removed elements."""
        kept = [self.stays(part) for part in parts]
        if all(kept):
            return value
        return Array([one if stays else None for one, stays in zip(value, kept)]) if isinstance(value, Array) else None
