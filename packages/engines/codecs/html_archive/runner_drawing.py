"""Converts the drawing in an archive to a single SVG, and embeds the files that the drawing shows."""
import json
import sys

from engines.shared.html.single_page import PageRefused
from engines.shared.runner.warn import warn
from engines.codecs.html_archive.members import Members, NotArchive
from engines.codecs.html_archive.runner import address_of, asset_at, ORIGIN
from engines.codecs.html_archive.single_drawing import SingleDrawing

DRAWINGS = ('.svg', '.svgz')


def main() -> None:
    step = json.loads(sys.argv[1])
    with Members(step['input'], step['from'], step['work']) as members:
        names = [name for name in members.names() if name.lower().endswith(DRAWINGS)]
        drawings = {
            name: SingleDrawing(address_of(name), members.read(name), lambda address: asset_at(address, members), ORIGIN)
            for name in names
        }
        name = drawing_of(drawings)
        data = drawings[name].data()
        members.check()
    if drawings[name].lacks_assets:
        warn(step, 'asset_missing')
    with open(step['output'], 'wb') as file:
        file.write(data)


def drawing_of(drawings: dict[str, SingleDrawing]) -> str:
    """Returns the name of the only drawing that no other drawing shows. Raises PageRefused unless there is exactly one
    drawing that no other drawing shows."""
    shown = {link for drawing in drawings.values() for link in drawing.links()}
    found = [name for name in drawings if address_of(name) not in shown]
    if not found:
        raise PageRefused('protean-reason: no_page')
    if len(found) > 1:
        raise PageRefused('protean-reason: several_drawings')
    return found[0]


if __name__ == '__main__':
    try:
        main()
    except (NotArchive, PageRefused) as refusal:
        sys.exit(str(refusal))
