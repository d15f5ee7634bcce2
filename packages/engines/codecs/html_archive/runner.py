"""Converts the web page in an archive, with its assets, to a single page. Converts a LaTeX project in an archive to a
single document. The files are read by name, without extracting the archive to a folder."""
import json
import sys

from engines.shared.encoding import legacy_text
from engines.shared.html.single_page import Asset, PageRefused, SinglePage
from engines.shared.runner.warn import warn
from engines.codecs.html_archive import tex_project
from engines.codecs.html_archive.members import kind_of, Members, NotArchive

# Base URL of the files in the archive. The host of this URL can never exist, because the domain `.invalid` is reserved.
ORIGIN = 'http://page.invalid/'
PAGES = ('.html', '.htm', '.xhtml')
INDEX = ('index.html', 'index.htm', 'index.xhtml')


def main() -> None:
    """Writes the page to `output`, or the LaTeX document to `project`. Later commands of the step convert the LaTeX
    document."""
    step = json.loads(sys.argv[1])
    with Members(step['input'], step['from'], step['work']) as members:
        names = list(members.names())
        if not any(is_page(name) for name in names) and (document := tex_project.main_of(members)):
            text = tex_project.Project(members, document, step['work']).document()
            members.check()
            write(step['project'], text)
            return
        name = page_of(names)
        page = SinglePage(
            address_of(name), as_text(members.read(name)), lambda address: asset_at(address, members), own=ORIGIN
        )
        text = page.text()
        # Damage in files that the page does not use must be reported too.
        members.check()
    if page.lacks_assets:
        warn(step, 'asset_missing')
    write(step['output'], text)


def write(path: str, text: str) -> None:
    with open(path, 'w', encoding='utf-8', errors='replace') as file:
        file.write(text)


def is_page(name: str) -> bool:
    return name.lower().endswith(PAGES)


def page_of(names: list[str]) -> str:
    """Returns the topmost index page, or the only page if no page is an index page. Raises PageRefused if there are
    several pages or no page."""
    pages = [name for name in names if is_page(name)]
    if not pages:
        raise PageRefused('protean-reason: no_page')
    indexes = [name for name in pages if name.lower().rsplit('/', 1)[-1] in INDEX] or pages
    depth = min(name.count('/') for name in indexes) if indexes is not pages else -1
    found = [name for name in indexes if depth < 0 or name.count('/') == depth]
    if len(found) > 1:
        raise PageRefused('protean-reason: several_pages')
    return found[0]


def address_of(name: str) -> str:
    return ORIGIN + name


def asset_at(address: str, members: Members) -> Asset | None:
    if not address.startswith(ORIGIN):
        return None
    name = members.named(address[len(ORIGIN) :].partition('?')[0])
    if name is None:
        return None
    content = members.read(name)
    return Asset(address, kind_of(name), content, lambda: as_text(content))


def as_text(content: bytes) -> str:
    return legacy_text.decoded(content, 'html')


if __name__ == '__main__':
    try:
        main()
    except tex_project.SeveralDocuments:
        sys.exit('protean-reason: several_documents')
    except (NotArchive, PageRefused) as refusal:
        sys.exit(str(refusal))
