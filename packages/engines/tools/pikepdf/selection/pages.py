"""Keeps some pages of a PDF in a new order. Bookmarks, links, form fields, labels and tags stay with their pages."""
from collections import Counter

import pikepdf
from pikepdf import Array, Dictionary

from engines.shared.pdf.objects import get, has_members, listed
from engines.tools.pikepdf import outline
from engines.tools.pikepdf.destinations import Destinations, write_named
from engines.tools.pikepdf.selection.copies import copied_notes, is_widget
from engines.tools.pikepdf.selection.edits import Edits
from engines.tools.pikepdf.selection.fields import keep_fields
from engines.tools.pikepdf.selection.labels import page_labels, write_labels
from engines.tools.pikepdf.selection.resources import share_resources
from engines.tools.pikepdf.selection.tag_tree import TagTree
from engines.tools.pikepdf.selection.tags import keep_tags

# Members of the catalogue that depend on the pages.
CHANGED = ('/Dests', '/Names', '/OpenAction', '/Outlines', '/PageLabels', '/PageMode')
# Members of a page that a second copy of the page cannot share.
UNSHARED = ('/Annots', '/StructParents')


class Selection:
    """Assigns each object to its page once, so that each selection takes time for its pages only. From the beginning
    until `keep` is called, the document has no pages."""

    def __init__(self, pdf):
        self._pdf = pdf
        self._edits = Edits()
        self._destinations = Destinations(pdf)
        self._bookmarks = outline.read(pdf, self._destinations)
        self._labels = page_labels(pdf, len(pdf.pages))
        pages = list(pdf.pages)
        if share_resources(pages):
            pdf.remove_unreferenced_resources()
        self._pages = [page.obj for page in pages]
        # The deletion copies inherited attributes into each page.
        del pdf.pages[:]
        self._contents = [{key: page[key] for key in page.keys() if key not in ('/Type', '/Parent')} for page in self._pages]
        tags = get(pdf.Root, '/StructTreeRoot')
        self._tags = TagTree(tags, self._contents, self._destinations.numbers) if has_members(tags) else None
        for page in self._pages:
            empty(page)

    def keep(self, numbers: list[int]) -> None:
        """Reduces the document to the pages in `numbers`, which are counted from 0. If a page number occurs more than
        once, the page is repeated.

        All other pages stay in the file as empty objects, because other objects may refer to these pages. The content
        of these pages must not stay in the file."""
        pdf, kept = self._pdf, set(numbers)
        self._edits.record(pdf.Root, *CHANGED)
        removed_links = self._add_pages(numbers, kept)
        self._keep_targets(kept)
        write_labels(pdf, self._labels, numbers)
        keep_fields(pdf, self._edits)
        if self._tags is not None and len(kept) < len(self._pages):
            keep_tags(pdf, self._tags, kept, removed_links, self._edits)

    def warnings_of(self, numbers: list[int]) -> list[str]:
        """Returns the warnings about repeated pages. Only the first copy of a page has tags and can be filled in."""
        repeated = [n for n, count in Counter(numbers).items() if count > 1]
        loses_fields = any(is_widget(note) for n in repeated for note in listed(self._contents[n].get('/Annots')))
        return [
            *(['pdf_tags_left_out'] if repeated and self._tags is not None else []),
            *(['form_fields_flattened'] if loses_fields else []),
        ]

    def restore(self) -> None:
        """Undoes `keep`, so that `keep` can be called with other pages."""
        self._edits.undo()
        kept = [page.obj for page in self._pdf.pages]
        del self._pdf.pages[:]
        for page in kept:
            empty(page)

    def _add_pages(self, numbers: list[int], kept: set[int]) -> set:
        """Adds the pages, and returns the links that lead to removed pages."""
        removed: set = set()
        used: set[int] = set()

        def stays(note) -> bool:
            return self._stays(note, kept)

        for n in numbers:
            if n in used:
                members = {key: value for key, value in self._contents[n].items() if key not in UNSHARED}
                page = self._pdf.make_indirect(Dictionary(members))
                notes = copied_notes(self._pdf, page, self._contents[n].get('/Annots'), stays)
                if len(notes) > 0:
                    page['/Annots'] = notes
            else:
                page = self._pages[n]
                for key, value in self._contents[n].items():
                    page[key] = value
                removed |= remove_links(page, stays)
            used.add(n)
            page['/Type'] = pikepdf.Name.Page
            self._pdf.pages.append(pikepdf.Page(page))
        return removed

    def _stays(self, note, kept: set[int]) -> bool:
        """Returns False for a link that leads to a removed page."""
        if get(note, '/Subtype') != '/Link':
            return True
        target = self._destinations.of(note)
        return target is None or self._destinations.page_of(target) in kept

    def _keep_targets(self, kept: set[int]) -> None:
        """Removes the bookmarks, the named destinations and the opening action that lead to removed pages."""
        pdf, destinations = self._pdf, self._destinations

        def stays(target) -> bool:
            return destinations.page_of(target) in kept

        if self._bookmarks:
            outline.write(pdf, outline.pruned(self._bookmarks, lambda one: one.action is not None or stays(one.target)))
        if destinations.named:
            self._edits.record(get(pdf.Root, '/Names'), '/Dests')
            write_named(pdf, {key: value for key, value in destinations.named.items() if stays(destinations.array_of(value))})
        opening = get(pdf.Root, '/OpenAction')
        target = destinations.array_of(opening if isinstance(opening, Array) else get(opening, '/D'))
        if target is not None and not stays(target):
            del pdf.Root['/OpenAction']


def empty(page) -> None:
    for key in list(page.keys()):
        if key != '/Type':
            del page[key]


def remove_links(page, stays) -> set:
    """Removes the links of a page for which `stays` returns False, and returns them."""
    notes = get(page, '/Annots')
    if not isinstance(notes, Array):
        return set()
    removed = [note for note in notes if not stays(note)]
    if removed:
        page['/Annots'] = Array([note for note in notes if stays(note)])
    return {note.objgen for note in removed}
