"""Checks an SVG drawing before a program draws it."""
import contextlib
import zlib
from xml.etree import ElementTree

from engines.shared.svg import drawing_bounds, drawing_links
from engines.shared.runner.warn import warn

# Maximum number of elements that librsvg and LibreOffice draw within their time limits.
MAX_DRAWN = 1_000_000


def check(path: str, step: dict) -> None:
    """Raises `drawing_bounds.LimitExceeded` for a complex drawing, and warns about missing files. Checks only SVG
    files. Ignores malformed files, because the drawing program refuses them."""
    if step['from'] not in ('svg', 'svgz'):
        return
    with open(path, 'rb') as file:
        data = file.read()
    with contextlib.suppress(ElementTree.ParseError, zlib.error):
        data = drawing_links.unpacked(data)
        root = ElementTree.fromstring(data)
        drawing_bounds.check_tree(root, max(MAX_DRAWN, 2 * len(data)))
        # If the target is SVG, the links stay, so no warning is needed.
        if not step['to'].startswith('svg') and drawing_links.has_external_links(data, root):
            warn(step, 'asset_missing')
