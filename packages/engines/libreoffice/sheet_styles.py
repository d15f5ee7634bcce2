"""Puts the page styles of an OpenDocument sheet in order, which LibreOffice writes as they lie in its memory."""
import re
import zipfile

STYLES = 'styles.xml'
PAGES = re.compile(r'(?<=<office:master-styles>).*(?=</office:master-styles>)', re.S)
PAGE = re.compile(r'<style:master-page [^>]*/>|<style:master-page .*?</style:master-page>', re.S)


def settle(file: str) -> None:
    """Rewrites the zip at `file`; which page is whose is said by names, so that their order means nothing."""
    with zipfile.ZipFile(file) as archive:
        members = [(member, archive.read(member)) for member in archive.infolist()]
    with zipfile.ZipFile(file, 'w') as archive:
        for member, data in members:
            archive.writestr(member, ordered(data.decode()).encode() if member.filename == STYLES else data)


def ordered(styles: str) -> str:
    # By their names, which come first in each.
    return PAGES.sub(lambda pages: ''.join(sorted(PAGE.findall(pages[0]))), styles)
