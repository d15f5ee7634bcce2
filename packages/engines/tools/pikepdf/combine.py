"""Completes a merged PDF. Adds a bookmark for each source file, with the bookmarks of the file below it, and the tags
of all files. Each link in the merged PDF still points to a page of the source file that contained the link."""
import contextlib
import json
import os
import sys

import pikepdf
from pikepdf import Array, Name

from engines.shared.pdf.objects import get, has_members, listed
from engines.tools.pikepdf import outline
from engines.tools.pikepdf.combined_tags import CombinedTags
from engines.tools.pikepdf.destinations import Destinations, write_named
from engines.tools.pikepdf.saving import save


def main() -> None:
    step = json.loads(sys.argv[1])
    titles = step.get('titles') or []
    with contextlib.ExitStack() as opened:
        merged = opened.enter_context(pikepdf.open(step['merged']))
        pages = [page.obj for page in merged.pages]
        bookmarks, named, offset, tags = [], {}, 0, CombinedTags(merged)
        for n, file in enumerate(step['inputs']):
            # The file stays open until the result is saved, because the copied tags may contain streams.
            source = opened.enter_context(pikepdf.open(file))
            count = len(source.pages)
            part = Part(source, pages[offset:offset + count])
            inner = part.bookmarks()
            title = os.path.splitext(titles[n])[0] if n < len(titles) else f'{n + 1}'
            if part.pages:
                bookmarks.append(outline.Bookmark(title, Array([part.pages[0], Name.Fit]), is_open=False, children=inner))
            part.fix_links()
            named.update({key: value for key, value in part.named().items() if key not in named})
            tags.add(source, part.pages)
            offset += count
        outline.write(merged, bookmarks)
        write_named(merged, named)
        tags.write()
        save(merged, step['output'], locked=False)


class Part:
    """The pages of one file in the merged PDF."""

    def __init__(self, source, pages: list):
        self.source, self.pages = source, pages
        self.destinations = Destinations(source)

    def moved(self, target):
        """Converts a destination in the source file to a destination in the merged PDF. Returns None if the page of the
        destination does not exist."""
        page = self.destinations.page_of(target)
        if page is None or page >= len(self.pages):
            return None
        rest = [one if not isinstance(one, pikepdf.Object) or isinstance(one, pikepdf.Name) else None for one in list(target)[1:]]
        return Array([self.pages[page], *rest])

    def bookmarks(self) -> list[outline.Bookmark]:
        def follow(items: list[outline.Bookmark]) -> list[outline.Bookmark]:
            for one in items:
                one.target = self.moved(one.target) if one.target is not None else None
                # Drops styles, and drops actions other than links to web addresses, because they refer to objects of
                # the source file.
                address = get(one.action, '/URI')
                one.action = pikepdf.Dictionary(S=Name.URI, URI=pikepdf.String(str(address))) if address is not None else None
                one.style = {}
                one.children = follow(one.children)
            return items

        return follow(outline.read(self.source, self.destinations))

    def fix_links(self) -> None:
        """Makes each link point to a page of the file that contains the link. Several source files may use the same
        name for different destinations."""
        for old, new in zip(self.source.pages, self.pages):
            before, after = links_of(old.obj), links_of(new)
            if len(before) != len(after):
                continue
            for source, link in zip(before, after):
                target = self.destinations.of(source)
                there = self.moved(target) if target is not None else None
                if there is not None:
                    if '/A' in link:
                        del link['/A']
                    link['/Dest'] = there

    def named(self) -> dict:
        found = ((key, self.destinations.array_of(value)) for key, value in self.destinations.named.items())
        moved = ((key, self.moved(target)) for key, target in found if target is not None)
        return {key: target for key, target in moved if target is not None}


def links_of(page) -> list:
    return [note for note in listed(get(page, '/Annots')) if has_members(note) and get(note, '/Subtype') == '/Link']


if __name__ == '__main__':
    try:
        main()
    except pikepdf.PasswordError:
        sys.exit('protean-reason: password_required')
    except pikepdf.PdfError as error:
        sys.exit(f'pikepdf: {error}')
