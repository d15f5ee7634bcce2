"""Embeds the linked files of an SVG drawing in the drawing. Uses the same code as the conversion of drawings in
archives.
"""
import pathlib
import sys
from urllib.parse import unquote, urljoin

from engines.shared.html.single_page import Asset
from engines.codecs.html_archive.members import kind_of
from engines.codecs.html_archive.runner import as_text, ORIGIN
from engines.codecs.html_archive.single_drawing import SingleDrawing

folder, name, output = (pathlib.Path(argument) for argument in sys.argv[1:])


def asset_at(address: str) -> Asset | None:
    if not address.startswith(ORIGIN):
        return None
    file = (folder / unquote(address[len(ORIGIN) :])).resolve()
    if not file.is_relative_to(folder.resolve()) or not file.is_file():
        return None
    content = file.read_bytes()
    return Asset(address, kind_of(file.name), content, lambda: as_text(content))


drawing = SingleDrawing(urljoin(ORIGIN, str(name).replace('#', '%23')), (folder / name).read_bytes(), asset_at, ORIGIN)
output.write_bytes(drawing.data())
