"""Checks an SVG drawing before a program draws it."""
import contextlib
import zlib
from xml.etree import ElementTree

from engines.shared.svg import drawing_bounds, drawing_links
from engines.shared.runner.warn import warn

# Upper bound on the elements that librsvg and LibreOffice draw within their time limits.
MAX_DRAWN = 1_000_000


def check(path: str, step: dict) -> None:
    """Raises `drawing_bounds.LimitExceeded`, and warns of missing files. Malformed files are left to the program.

    Files of other formats pass."""
    if step['from'] not in ('svg', 'svgz'):
        return
    with open(path, 'rb') as file:
        data = file.read()
    with contextlib.suppress(ElementTree.ParseError, zlib.error):
        data = drawing_links.unpacked(data)
        root = ElementTree.fromstring(data)
        drawing_bounds.check_tree(root, max(MAX_DRAWN, 2 * len(data)))
        # The drawing needs its links only if the target is a drawing.
        if not step['to'].startswith('svg') and drawing_links.has_external_links(data, root):
            warn(step, 'asset_missing')
