"""Adds the tags of all files to a merged PDF. qpdf keeps only the tags of the first file."""
from pikepdf import Array, Dictionary, Name, String

from engines.shared.pdf.objects import get, has_members, listed, name_of
from engines.shared.pdf.page_box import inherited
from engines.shared.pdf.trees import entries, numbered

# Key of the parent tree in pages and forms with tagged content, and in annotations and pictures.
KEYS = ('/StructParents', '/StructParent')
# Marks an object of a source file with the position of the merged object.
MARK = '/ProteanMerged'


class CombinedTags:
    """Collects the tags of the files in their order, and writes them when `write` is called."""

    def __init__(self, pdf):
        self._pdf = pdf
        self._root = get(pdf.Root, '/StructTreeRoot')
        self._is_changed = False
        self._kids = listed(get(self._root, '/K'))
        self._owners = numbered(get(self._root, '/ParentTree'))
        self._ids = {str(key): value for key, value in entries(get(self._root, '/IDTree'), '/Names')}
        self._maps = {key: members_of(get(self._root, key)) for key in ('/RoleMap', '/ClassMap')}
        self._files = 0

    def add(self, source, pages: list) -> None:
        """Adds the tags of the file `source`. `pages` are the pages of this file in the merged PDF. Changes the objects
        of `source`."""
        self._files += 1
        tags = get(source.Root, '/StructTreeRoot')
        pairs = Pairs(source, pages)
        if not has_members(tags):
            # Without a structure tree, the page's keys would point to structure elements of other files, so the keys
            # are removed.
            pairs.move_keys(None)
            return
        if self._files == 1:
            return
        if not has_members(self._root):
            self._root = self._pdf.Root['/StructTreeRoot'] = self._pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        self._is_changed = True
        offset = 1 + max((key for key, _ in self._owners), default=-1)
        pairs.move_keys(offset)
        pairs.mark()
        copy = self._pdf.copy_foreign(tags if tags.is_indirect else source.make_indirect(tags))
        self._add_elements(copy, pairs, text_of(get(source.Root, '/Lang')))
        self._owners += [(key + offset, value) for key, value in numbered(get(copy, '/ParentTree'))]

    def _add_elements(self, copy, pairs: 'Pairs', language: str) -> None:
        renamed = {key: self._renamed_members(key, members_of(get(copy, key))) for key in self._maps}
        ids = {str(key): value for key, value in entries(get(copy, '/IDTree'), '/Names')}
        new_ids = {key: self._new_name(key, self._ids) for key in ids if key in self._ids}
        self._ids.update((new_ids.get(key, key), value) for key, value in ids.items())
        kids = listed(get(copy, '/K'))
        self._kids += kids
        for kid in kids:
            if has_members(kid) and '/Lang' not in kid and language != text_of(get(self._pdf.Root, '/Lang')):
                # The language of the merged PDF is that of the first file. An empty text means an unknown language.
                kid['/Lang'] = String(language)
        is_renamed = bool(new_ids) or any(renamed.values())
        for element in elements_below(kids):
            pairs.redirect(element)
            if is_renamed and '/S' in element:
                rename(element, renamed, new_ids)

    def _renamed_members(self, key: str, members: dict) -> dict[str, str]:
        """Adds the members of a map, and returns the new names of members that differ from those of other files."""
        known = self._maps[key]
        renamed = {name: self._new_name(name, known) for name, value in members.items() if name in known and known[name] != value}
        known.update((renamed.get(name, name), value) for name, value in members.items())
        return renamed

    def _new_name(self, name: str, known: dict) -> str:
        number = self._files
        while (new := f'{name}-{number}') in known:
            number += 1
        return new

    def write(self) -> None:
        if not self._is_changed:
            return
        root, pdf = self._root, self._pdf
        # PDF 2.0 allows only one element at the root.
        document = pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Document, P=root, K=Array(self._kids)))
        for kid in self._kids:
            if has_members(kid):
                kid['/P'] = document
        root['/K'] = Array([document])
        root['/ParentTree'] = pdf.make_indirect(Dictionary(Nums=Array([one for pair in sorted(self._owners, key=lambda pair: pair[0]) for one in pair])))
        root['/ParentTreeNextKey'] = 1 + max((key for key, _ in self._owners), default=-1)
        if self._ids:
            pairs = sorted((bytes(String(key)), key) for key in self._ids)
            root['/IDTree'] = pdf.make_indirect(Dictionary(Names=Array([one for _, key in pairs for one in (String(key), self._ids[key])])))
        for key, members in self._maps.items():
            if members:
                root[key] = Dictionary(members)
        pdf.Root['/MarkInfo'] = Dictionary({**members_of(get(pdf.Root, '/MarkInfo')), '/Marked': True})


class Pairs:
    """The pages, annotations, pictures and forms of a file, each with its copy in the merged PDF."""

    def __init__(self, source, pages: list):
        self._source = source
        self._found: list[tuple] = []
        seen: set = set()

        def add(old, new) -> bool:
            if not (has_members(old) and has_members(new)) or new.is_indirect and new.objgen in seen:
                return False
            seen.add(new.objgen)
            self._found.append((old, new))
            return True

        def add_drawn(old, new, depth: int) -> None:
            """Adds the pictures and forms in two dictionaries of resources."""
            before, after = get(old, '/XObject'), get(new, '/XObject')
            for name in before.keys() if has_members(before) and has_members(after) else ():
                if add(before[name], get(after, name)) and depth < 20:
                    add_drawn(get(before[name], '/Resources'), get(after[name], '/Resources'), depth + 1)

        for old, new in zip([page.obj for page in source.pages], pages):
            add(old, new)
            before, after = (listed(get(page, '/Annots')) for page in (old, new))
            for one, other in zip(before, after) if len(before) == len(after) else ():
                add(one, other)
            add_drawn(inherited(old, '/Resources'), inherited(new, '/Resources'), 0)

    def move_keys(self, offset: int | None) -> None:
        """Adds `offset` to the keys that refer to the parent tree. If `offset` is None, removes the keys that refer to
        the parent tree."""
        for _, new in self._found:
            for key in KEYS:
                number = new.get(key)
                if offset is None and key in new:
                    del new[key]
                elif offset is not None and isinstance(number, int):
                    new[key] = number + offset

    def mark(self) -> None:
        """Marks the objects of the source, and empties its pages and annotations so that no copy contains them."""
        del self._source.pages[:]
        for number, (old, _) in enumerate(self._found):
            if '/Subtype' not in old or '/Rect' in old:
                for key in list(old.keys()):
                    del old[key]
            old[MARK] = number

    def redirect(self, holder) -> None:
        """Makes an element or a reference lead to the merged objects."""
        for key in ('/Pg',) if '/S' in holder else ('/Pg', '/Obj', '/Stm'):
            number = get(holder.get(key), MARK)
            if number is not None:
                holder[key] = self._found[int(number)][1]


def members_of(thing) -> dict:
    return {key: value for key, value in thing.items()} if has_members(thing) else {}


def text_of(value) -> str:
    return str(value) if isinstance(value, String) else ''


def elements_below(kids: list):
    """Yields all elements and references."""
    waiting, seen = list(kids), set()
    while waiting:
        thing = waiting.pop()
        if isinstance(thing, int) or not has_members(thing) or thing.is_indirect and thing.objgen in seen:
            continue
        seen.add(thing.objgen)
        yield thing
        if '/S' in thing:
            waiting += listed(thing.get('/K'))


def rename(element, renamed: dict[str, dict[str, str]], ids: dict[str, str]) -> None:
    """Replaces the names and identifiers that have another meaning in another file."""
    kind = renamed['/RoleMap'].get(name_of(element['/S']))
    if kind:
        element['/S'] = Name(kind)
    classes = listed(element.get('/C'))
    if any(name_of(one) in renamed['/ClassMap'] for one in classes):
        element['/C'] = Array([Name(renamed['/ClassMap'].get(name_of(one), name_of(one))) if name_of(one) else one for one in classes])
    identifier = text_of(element.get('/ID'))
    if identifier in ids:
        element['/ID'] = String(ids[identifier])
    for attributes in listed(element.get('/A')):
        if has_members(attributes) and '/Headers' in attributes:
            attributes['/Headers'] = Array([String(ids.get(text_of(one), text_of(one))) for one in listed(attributes['/Headers'])])
