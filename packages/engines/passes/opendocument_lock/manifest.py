"""Reads the encryption of entries from the manifest of an OpenDocument package (ODF 1.2 part 3, section 4)."""
import base64
from dataclasses import dataclass
from xml.etree import ElementTree

NAMESPACE = 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'
# Namespace in which LibreOffice defines the parameters of Argon2.
EXTENSION = 'urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0'


@dataclass(frozen=True)
class Encryption:
    """The encryption of one entry. The name of an algorithm is the last part of its URI, in lower case."""
    # Size of the entry in bytes, after decryption and decompression.
    size: int
    algorithm: str
    initialisation_vector: bytes
    start_key: str
    derivation: str
    key_size: int
    salt: bytes
    iterations: int
    # Memory of Argon2 in KiB.
    memory: int
    lanes: int


def encrypted_entries(manifest: bytes) -> dict[str, Encryption]:
    root = ElementTree.fromstring(manifest)
    return {
        entry.get(_name('full-path'), ''): _encryption(entry, data)
        for entry in root.iter(_name('file-entry'))
        if (data := entry.find(_name('encryption-data'))) is not None
    }


def without_encryption(manifest: bytes) -> bytes:
    ElementTree.register_namespace('manifest', NAMESPACE)
    root = ElementTree.fromstring(manifest)
    for entry in root.iter(_name('file-entry')):
        for data in entry.findall(_name('encryption-data')):
            entry.remove(data)
    return ElementTree.tostring(root, 'UTF-8', xml_declaration=True)


def _encryption(entry: ElementTree.Element, data: ElementTree.Element) -> Encryption:
    nothing = ElementTree.Element('none')
    algorithm, start, derivation = (
        nothing if (found := data.find(_name(name))) is None else found
        for name in ('algorithm', 'start-key-generation', 'key-derivation')
    )
    is_argon = derivation.get(_extension('argon2-iterations')) is not None
    return Encryption(
        size=int(entry.get(_name('size'), '0')),
        algorithm=_last_part(algorithm.get(_name('algorithm-name'), '')),
        initialisation_vector=base64.b64decode(algorithm.get(_name('initialisation-vector'), '')),
        # In ODF 1.2, the default for the start key is SHA-1, and the default key size is 16 bytes.
        start_key=_last_part(start.get(_name('start-key-generation-name'), 'SHA1')),
        derivation=_last_part(derivation.get(_name('key-derivation-name'), '')),
        key_size=int(derivation.get(_name('key-size'), '16')),
        salt=base64.b64decode(derivation.get(_name('salt'), '')),
        iterations=int(derivation.get(_extension('argon2-iterations') if is_argon else _name('iteration-count'), '0')),
        memory=int(derivation.get(_extension('argon2-memory'), '0')),
        lanes=int(derivation.get(_extension('argon2-lanes'), '0')),
    )


def _last_part(name: str) -> str:
    """Returns the part of an algorithm's URI or name that identifies the algorithm: `aes256-cbc`, `blowfish`."""
    return name.replace(' ', '-').rpartition('#')[2].rpartition(':')[2].lower()


def _name(local: str) -> str:
    return f'{{{NAMESPACE}}}{local}'


def _extension(local: str) -> str:
    return f'{{{EXTENSION}}}{local}'
