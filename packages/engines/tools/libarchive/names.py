"""Decodes the names of files in an archive. All names in legacy encodings are decoded with the same encoding."""
import os
import zipfile

from engines.tools.libarchive.entry import Unreadable
from engines.shared.encoding import legacy_text

# Formats written by programs for DOS and Windows.
DOS = {'zip_seekable', 'cab'}


class Names:
    """Decodes the names of an archive's entries. Names stay undecoded until all names are known."""

    def __init__(self, file: str, formats: list[str]):
        self._file = file
        self._kind = 'dos' if DOS.intersection(formats) else 'txt'
        self._zip = 'zip_seekable' in formats
        self._legacy: set[bytes] = set()
        self._codec = ''
        self._whole: dict[bytes, bytes] = {}
        # The name of the codec that was guessed, or an empty string if the codec is certain.
        self.guess = ''

    def see(self, *names: str) -> None:
        self._legacy.update(os.fsencode(name) for name in names if not is_read(name))

    def decide(self) -> None:
        if self._legacy:
            self._whole = whole_names(self._file) if self._zip else {}
            evidence = sorted(self._whole.get(name, name) for name in self._legacy)
            self._codec, certain = legacy_text.detect(b'\n'.join(evidence)[:65536], self._kind)
            self.guess = '' if certain else self._codec

    def read(self, name: str) -> str:
        if is_read(name):
            return name
        raw = os.fsencode(name)
        try:
            return self._whole.get(raw, raw).decode(self._codec)
        except (UnicodeDecodeError, LookupError) as error:
            raise Unreadable('names in a legacy encoding', beyond=True) from error


def is_read(name: str) -> bool:
    """Returns whether a name could be decoded as UTF-8. In a name that could not be decoded, lone surrogates represent
    the undecoded bytes."""
    return name.isascii() or not any('\udc80' <= letter <= '\udcff' for letter in name)


def whole_names(file: str) -> dict[bytes, bytes]:
    """Maps the names from libarchive to the original names in the zip, because libarchive replaces each backslash byte
    with a slash. In Japanese encodings, a backslash byte may be half of a character."""
    try:
        with zipfile.ZipFile(file) as archive:
            plain = (info for info in archive.infolist() if not info.flag_bits & 0x800)
            raw = [info.orig_filename.encode('cp437') for info in plain]
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return {}
    return {name.replace(b'\\', b'/'): name for name in raw if b'\\' in name}
