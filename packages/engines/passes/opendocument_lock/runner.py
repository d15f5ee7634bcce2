"""Decrypts an OpenDocument package with the password of the step. A package that is not encrypted is copied."""
import json
import shutil
import sys
import zipfile

from engines.passes.opendocument_lock import manifest
from engines.passes.opendocument_lock.decryption import WrongPassword, decrypt
from engines.shared.runner.package_copy import write_parts

MANIFEST = 'META-INF/manifest.xml'
# LibreOffice 24.2 and later encrypt the whole package as one entry.
WHOLE = 'encrypted-package'
# Usual compression level of a zip. Temporary copies have a lower compression level, but the decrypted file may be the
# final result.
USUAL = 6


def main() -> None:
    step = json.loads(sys.argv[1])
    try:
        write_decrypted(step['input'], step['output'], step['options'].get('password', ''))
    except WrongPassword:
        sys.exit('protean-reason: wrong_password')


def write_decrypted(source: str, result: str, password: str) -> None:
    with zipfile.ZipFile(source) as package:
        encrypted = manifest.encrypted_entries(package.read(MANIFEST)) if MANIFEST in package.namelist() else {}
        if WHOLE in encrypted:
            with open(result, 'wb') as file:
                file.write(decrypt(package.read(WHOLE), encrypted[WHOLE], password))
        elif encrypted:
            write_entries(package, result, encrypted, password)
        else:
            shutil.copyfile(source, result)


def write_entries(package: zipfile.ZipFile, result: str, encrypted: dict[str, manifest.Encryption], password: str) -> None:
    def plain(entry: zipfile.ZipInfo) -> bytes:
        data = package.read(entry)
        if entry.filename in encrypted:
            return decrypt(data, encrypted[entry.filename], password)
        return manifest.without_encryption(data) if entry.filename == MANIFEST else data

    write_parts(package, result, plain, USUAL)


main()
