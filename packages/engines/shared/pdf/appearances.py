"""Lists the appearance streams of an annotation. Appearance streams show a comment or a form field in its different
states."""
from typing import Iterator

import pikepdf

from engines.shared.pdf.objects import get


def appearances(note) -> Iterator:
    """Returns all appearance streams of an annotation."""
    looks = get(note, '/AP')
    if not isinstance(looks, pikepdf.Dictionary):
        return
    for _, look in looks.items():
        if isinstance(look, pikepdf.Stream):
            yield look
        elif isinstance(look, pikepdf.Dictionary):
            yield from (one for _, one in look.items() if isinstance(one, pikepdf.Stream))
