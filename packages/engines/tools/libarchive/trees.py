"""Unpacks archives to a folder with 7-Zip or unar. Lists and measures the archive first, then iterates over the folder."""
import json
import os
import stat
import subprocess
from typing import Iterable, Iterator

from engines.tools.libarchive import rar
from engines.tools.libarchive.entry import Entry, Encrypted, Unreadable
from engines.tools.libarchive.rules import Meter

CHUNK = 256 * 1024
# Dummy password that is passed to the tools if the user gives no password. With a wrong password, the tools fail for
# encrypted archives instead of prompting for a password.
NO_PASSWORD = '?'


def sevenzip_entries(file: str, kind: str, folder: str, meter: Meter, password: str) -> Iterator[Entry]:
    """Unpacks `file` below `folder` and yields its entries. `kind` is 7-Zip's name of the archive type."""
    command = ['7zz', '-y', '-bd', f'-t{kind}', f'-p{password or NO_PASSWORD}']
    listing = run([*command, 'l', '-slt', '-ba', '--', file], password)
    for member in listing.split('\n\n'):
        facts = dict(line.split(' = ', 1) for line in member.splitlines() if ' = ' in line)
        if facts.get('Encrypted') == '+' and not password:
            raise Encrypted(password)
        if 'Path' in facts:
            measure(meter, int(facts.get('Size') or 0))
    run([*command, 'x', f'-o{folder}', '--', file], password)
    yield from walk(folder)


def unar_entries(file: str, folder: str, meter: Meter, default_encoding: str | None, password: str) -> Iterator[Entry]:
    """Unpacks `file` below `folder` and yields its entries. unar detects the encoding of names.

    If the detection is uncertain, `default_encoding` is used instead."""
    listing = unar_listing(file, password)
    modes = {}
    for member in listing.get('lsarContents', ()):
        if member.get('RAR5OSName') == 'Unix':
            modes[member['XADFileName']] = member['RAR5Attributes']
        if member.get('XADIsEncrypted') and not password:
            raise Encrypted(password)
        measure(meter, member.get('XADFileSize', 0))
    is_detected = default_encoding is None or listing.get('lsarConfidence', 1) > 0.5
    encoding = [] if is_detected else ['-e', default_encoding]
    run(['unar', *encoding, '-q', '-f', '-D', '-nr', '-k', 'skip', '-p', password or NO_PASSWORD, '-o', folder, file], password)
    for entry in walk(folder):
        # unar lists the permissions of RAR 5 archives but does not set them.
        entry.mode = modes.get(entry.path, entry.mode)
        yield entry


def unar_listing(file: str, password: str) -> dict:
    encrypted = rar.headers_of(file).encrypted
    if encrypted and not password:
        raise Encrypted(password)
    try:
        listing = json.loads(run(['lsar', '-j', '-nr', '-p', password or NO_PASSWORD, file], password))
    except Unreadable as error:
        # With a wrong password, the decrypted headers are random bytes, so unar reports damage.
        raise Encrypted(password) if encrypted else error
    if 'lsarError' in listing:
        raise Unreadable(f'unar: error {listing["lsarError"]}')
    return listing


def run(command: list[str], password: str = '') -> str:
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except FileNotFoundError as error:
        raise Unreadable(f'{command[0]} is not installed') from error
    if done.returncode != 0:
        output = (done.stdout[-500:] + done.stderr[-500:]).decode('utf-8', 'replace')
        if 'password' in output.lower():
            raise Encrypted(password)
        raise Unreadable.by_message(f'{command[0]}: {output}')
    return done.stdout.decode('utf-8', 'replace')


def measure(meter: Meter, size: int) -> None:
    meter.entry()
    meter.add(size)


def walk(folder: str, below: str = '') -> Iterator[Entry]:
    """Yields the contents of `folder`, sorted by name, each folder before its contents. Links are not followed."""
    with os.scandir(os.path.join(folder, below)) as scan:
        found = sorted(scan, key=lambda item: os.fsencode(item.name))
    for item in found:
        status = item.stat(follow_symlinks=False)
        path = os.path.join(below, item.name)
        shared = {'path': path, 'mode': stat.S_IMODE(status.st_mode), 'mtime': status.st_mtime_ns / 1e9}
        if item.is_symlink():
            yield Entry(kind='link', target=os.readlink(item.path), **shared)
        elif item.is_dir(follow_symlinks=False):
            # A folder that was packed without permissions must be readable.
            os.chmod(item.path, 0o700)
            yield Entry(kind='folder', **shared)
            yield from walk(folder, path)
        elif item.is_file(follow_symlinks=False):
            yield Entry(kind='file', size=status.st_size, read=lambda at=item.path: contents(at), **shared)


def contents(file: str) -> Iterable[bytes]:
    os.chmod(file, 0o600)
    with open(file, 'rb') as stream:
        while chunk := stream.read(CHUNK):
            yield chunk


def encrypt(file: str, folder: str, password: str, time: int | None) -> None:
    """Repacks the 7z archive `file` with contents and names encrypted with `password`. Sets all times to `time`, if given."""
    run(['7zz', '-y', '-bd', 'x', f'-o{folder}', '--', file])
    os.remove(file)
    if time is not None:
        # If the archive does not list a folder, 7-Zip gives this folder the current time.
        for place, folders, files in os.walk(folder):
            for name in (*folders, *files):
                os.utime(os.path.join(place, name), (time, time), follow_symlinks=False)
    run(['7zz', '-y', '-bd', '-t7z', '-snl', '-mhe=on', f'-p{password}', 'a', '--', file, f'{folder}/.'])
