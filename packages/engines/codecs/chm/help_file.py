"""Gives access to the unpacked files of a compiled HTML help file (.chm): their names, the information in the file
#SYSTEM, and the decoded text of pages."""
import locale
import os
import re
import struct
from urllib.parse import unquote

from engines.shared.encoding import legacy_text

MAX_FILES = 20_000
# MAX_BYTES is the maximum total size of the data that is read from a help file. MAX_DETECTED is the maximum size of the
# sample from which the encoding is detected.
MAX_BYTES = 256 * 1024 * 1024
MAX_DETECTED = 512 * 1024
PAGES = ('.htm', '.html', '.xhtml')
CHARSET = re.compile(rb'<(?:meta\b[^>]*?charset|\?xml\b[^>]*?encoding)\s*=\s*["\']?\s*([\w.:-]+)', re.IGNORECASE)
HEAD = 4096

# Numbers of the #SYSTEM entries that are read.
CONTENTS, FIRST_PAGE, TITLE, LANGUAGE = 0, 2, 3, 4

# Maps the primary language identifier of a help file to the Windows code page of the language. Languages that are
# missing in this table use the Western code page.
CODE_PAGES = {
    **dict.fromkeys((0x02, 0x19, 0x22, 0x23, 0x2F), 'cp1251'),
    **dict.fromkeys((0x05, 0x0E, 0x15, 0x18, 0x1A, 0x1B, 0x1C, 0x24), 'cp1250'),
    **dict.fromkeys((0x01, 0x20, 0x29), 'cp1256'),
    **dict.fromkeys((0x25, 0x26, 0x27), 'cp1257'),
    0x04: 'big5hkscs', 0x08: 'cp1253', 0x0D: 'cp1255', 0x11: 'cp932', 0x12: 'cp949', 0x1E: 'cp874', 0x1F: 'cp1254', 0x2A: 'cp1258',
}  # fmt: skip
SIMPLIFIED_CHINESE = (0x0804, 0x1004)


class HelpRefused(Exception):
    """Raised if the help file cannot be converted. If reasons.ts has a code for the cause, the message can be
    `protean-reason: ` and this code."""


class HelpFile:
    """An unpacked help file. `folder` contains the files that were unpacked from `file`."""

    def __init__(self, folder: str, file: str):
        self._folder = folder
        self._left = MAX_BYTES
        names = self._listed()
        # File names in Windows are case-insensitive.
        self._by_lower = {name.lower(): name for name in reversed(names)}
        with open(file, 'rb') as stream:
            header = stream.read(24)
        system = self._system()
        language = system.get(LANGUAGE, header[20:24])
        self.language = struct.unpack('<I', language[:4])[0] if len(language) >= 4 else 0
        self._detected: str | None = None
        self.names = names
        self.title = self.as_text(system.get(TITLE, b'')).strip()
        self.first_page = self.named(self.as_text(system.get(FIRST_PAGE, b'')))
        contents = self.named(self.as_text(system.get(CONTENTS, b'')))
        self.contents = contents or next((name for name in names if name.lower().endswith('.hhc')), None)

    @property
    def pages(self) -> list[str]:
        return [name for name in self.names if name.lower().endswith(PAGES)]

    @property
    def tag(self) -> str | None:
        """Returns the language tag, if known."""
        name = locale.windows_locale.get(self.language)
        return name.replace('_', '-') if name else None

    def named(self, address: str) -> str | None:
        """Returns the name of the file to which `address` refers, or None if there is no such file. `address` is a path
        or URL from the help file."""
        for path in (address, unquote(address)):
            path = path.partition('#')[0].partition('?')[0].replace('\\', '/').lstrip('/')
            if path and (name := self._by_lower.get(path.lower())):
                return name
        return None

    def read(self, name: str) -> bytes:
        with open(os.path.join(self._folder, name), 'rb') as file:
            content = file.read(self._left + 1)
        self._left -= len(content)
        if self._left < 0:
            raise HelpRefused('protean-reason: result_too_large')
        return content

    def as_text(self, content: bytes) -> str:
        """Returns the decoded text. Tries the declared encoding first, then the code page of the help file's language.
        If the text is valid in neither encoding, uses the encoding that was detected from all files."""
        if content.startswith((b'\xff\xfe', b'\xfe\xff')):
            return content.decode('utf-16', 'replace')
        says = CHARSET.search(content[:HEAD])
        text = legacy_text.declared(content, says[1].decode('ascii', 'replace') if says else None)
        if text is None:
            text = self._in_its_language(content)
        return text.lstrip('\ufeff').replace('\0', '')

    def _in_its_language(self, content: bytes) -> str:
        codec = code_page(self.language)
        # The Western code page is not tried, because many tools declare it for all files and nearly all bytes are valid
        # in it.
        if codec:
            try:
                return content.decode(codec)
            except UnicodeDecodeError:
                pass
        if self._detected is None:
            self._detected = self._detect()
        return content.decode(self._detected, 'replace')

    def _detect(self) -> str:
        """Detects and returns one encoding for all files. The files of a help file usually have the same encoding, and
        a larger sample is more reliable."""
        texts, size = [], 0
        for name in self.names:
            if name.lower().endswith(('.hhc', *PAGES)) and size < MAX_DETECTED:
                with open(os.path.join(self._folder, name), 'rb') as file:
                    content = file.read(MAX_DETECTED)
                if not CHARSET.search(content[:HEAD]) and not content.isascii() and not legacy_text.is_utf8(content):
                    texts.append(content)
                    size += len(content)
        return legacy_text.detect(b'\n'.join(texts), 'html')[0] if texts else 'cp1252'

    def _listed(self) -> list[str]:
        names = []
        for folder, folders, files in os.walk(self._folder):
            folders.sort()
            for name in sorted(files):
                path = os.path.join(folder, name)
                if not os.path.islink(path):
                    names.append(os.path.relpath(path, self._folder))
            if len(names) > MAX_FILES:
                raise HelpRefused('protean-reason: too_many_files')
        return names

    def _system(self) -> dict[int, bytes]:
        """Returns the entries of #SYSTEM by number. Each entry of #SYSTEM is stored as its number, its length and its
        content."""
        name = self._by_lower.get('#system')
        data = self.read(name) if name else b''
        entries: dict[int, bytes] = {}
        at = 4
        while at + 4 <= len(data):
            number, length = struct.unpack_from('<HH', data, at)
            content = data[at + 4 : at + 4 + length]
            entries.setdefault(number, content if number == LANGUAGE else content.split(b'\0')[0])
            at += 4 + length
        return entries


def code_page(language: int) -> str | None:
    """Returns the Windows code page of the language, or None for the Western code page."""
    if language in SIMPLIFIED_CHINESE:
        return 'gb18030'
    # 0x0C1A is Serbian in Cyrillic script. Serbian in Latin script has the same primary language id as Serbian in
    # Cyrillic script, but uses cp1250.
    return 'cp1251' if language == 0x0C1A else CODE_PAGES.get(language & 0x3FF)
