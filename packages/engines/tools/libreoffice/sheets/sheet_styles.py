"""Sorts the page styles of an OpenDocument spreadsheet, because LibreOffice writes them in random order."""
import re
import zipfile

STYLES = 'styles.xml'
PAGES = re.compile(r'(?<=<office:master-styles>).*(?=</office:master-styles>)', re.S)
PAGE = re.compile(r'<style:master-page [^>]*/>|<style:master-page .*?</style:master-page>', re.S)


def sort(file: str) -> None:
    """Rewrites the zip at `file` with sorted page styles. Styles are referenced by name, so their order has no
    meaning."""
    with zipfile.ZipFile(file) as archive:
        members = [(member, archive.read(member)) for member in archive.infolist()]
    with zipfile.ZipFile(file, 'w') as archive:
        for member, data in members:
            archive.writestr(member, with_sorted_pages(data.decode()).encode() if member.filename == STYLES else data)


def with_sorted_pages(styles: str) -> str:
    # Sorts by name, which is the first attribute of each style.
    return PAGES.sub(lambda pages: ''.join(sorted(PAGE.findall(pages[0]))), styles)
