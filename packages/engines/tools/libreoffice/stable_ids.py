"""Replaces the random ids that LibreOffice writes into OpenDocument, so that equal documents give equal files.

With the variable LIBO_ONEWAY_STABLE_ODF_EXPORT, LibreOffice would write no random ids. LIBO_ONEWAY_STABLE_ODF_EXPORT is
not set, because it breaks references to styles, and cells and shapes lose their colours."""
import re
import zipfile

# Members of the zip that contain random ids.
MEMBERS = ('content.xml', 'styles.xml', 'settings.xml')
REVISION = re.compile(rb'(config:name="Rsid(?:Root)?" config:type="int">)\d+')
LIST = re.compile(rb'(?<=[ :]id="list)\d+(?=")|(?<=continue-list="list)\d+(?=")')


def settle(file: str) -> None:
    """Removes the random ids from the document at `file`, which is a zip or a single XML file."""
    if zipfile.is_zipfile(file):
        _settle_members(file)
        return
    with open(file, 'r+b') as stream:
        text = settled(stream.read())
        stream.seek(0)
        stream.write(text)
        stream.truncate()


def _settle_members(file: str) -> None:
    with zipfile.ZipFile(file) as archive:
        found = {name: archive.read(name) for name in MEMBERS if name in archive.namelist()}
        changed = {name: settled(text) for name, text in found.items() if settled(text) != text}
        members = [(member, changed.get(member.filename) or archive.read(member)) for member in archive.infolist()] if changed else []
    if changed:
        with zipfile.ZipFile(file, 'w') as archive:
            for member, data in members:
                archive.writestr(member, data)


def settled(text: bytes) -> bytes:
    """Returns the text with consecutive numbers as list ids, and without revision numbers."""
    numbers: dict[bytes, bytes] = {}
    bare = REVISION.sub(rb'\g<1>0', text)
    return LIST.sub(lambda found: numbers.setdefault(found[0], b'%d' % (len(numbers) + 1)), bare)
