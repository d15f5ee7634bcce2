"""Places drawings above or behind the content of pages. The existing content of the pages and the resources that pages
share stay unchanged."""
from pikepdf import Array, Dictionary, Name

from engines.shared.pdf.contents import content_streams
from engines.shared.pdf.objects import get, has_members
from engines.shared.pdf.page_box import Matrix, inherited
from engines.tools.pikepdf.document import Document


class Canvas:
    """Collects the drawings of one operation. When the operation ends, adds the drawings to the pages."""

    def __init__(self, document: Document):
        self._pdf = document.pdf
        self._above: dict[int, list[bytes]] = {}
        self._behind: dict[int, list[bytes]] = {}
        self._resources: dict[int, Dictionary] = {}
        self._states: dict[int, object] = {}

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            self._write()

    def place(self, index: int, form, matrix: Matrix, *, kind: str, opacity: int = 100, behind: bool = False) -> None:
        """Draws `form` on the page `index`, counted from 0. `matrix` maps the form to the page's coordinates. `kind` is
        the kind of artifact: `Watermark`, `Header` or `Footer`. Screen readers skip artifacts."""
        name = self._resource(index, '/XObject', form)
        state = b''
        if opacity < 100:
            state = self._resource(index, '/ExtGState', self._state(opacity)) + b' gs '
        numbers = ' '.join(f'{number:.6f}'.rstrip('0').rstrip('.') for number in matrix).encode()
        mark = f'/Artifact <</Type /Pagination /Subtype /{kind}>> BDC q '.encode()
        drawings = self._behind if behind else self._above
        drawings.setdefault(index, []).append(mark + state + numbers + b' cm ' + name + b' Do Q EMC\n')

    def _state(self, opacity: int):
        if opacity not in self._states:
            share = opacity / 100
            self._states[opacity] = self._pdf.make_indirect(Dictionary(Type=Name.ExtGState, CA=share, ca=share))
        return self._states[opacity]

    def _resource(self, index: int, kind: str, thing) -> bytes:
        """Returns the name of a resource of the page. The page gets a separate resource dictionary, because several
        pages and forms may share the original dictionary."""
        if index not in self._resources:
            page = self._pdf.pages[index]
            shared = inherited(page, '/Resources')
            own = Dictionary({key: value for key, value in shared.items()} if has_members(shared) else {})
            page.obj.Resources = own
            self._resources[index] = own
        own = self._resources[index]
        group = get(own, kind)
        members = {key: value for key, value in group.items()} if has_members(group) else {}
        number = 1
        while (name := f'/Protean{number}') in members:
            if members[name].objgen == thing.objgen:
                return name.encode()
            number += 1
        own[kind] = Dictionary({**members, name: thing})
        return name.encode()

    def _write(self) -> None:
        """Encloses the content of each page in q and Q, so that the graphics state of the page does not affect the
        drawings."""
        save = self._pdf.make_stream(b'q\n')
        for index in {*self._above, *self._behind}:
            page = self._pdf.pages[index].obj
            behind = [self._pdf.make_stream(b''.join(self._behind[index]))] if index in self._behind else []
            above = self._pdf.make_stream(b'\nQ\n' + b''.join(self._above.get(index, [])))
            page.Contents = Array([*behind, save, *content_streams(page), above])
