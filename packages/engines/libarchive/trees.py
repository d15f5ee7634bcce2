"""7-Zip and unar: tools that unpack to a folder, listed and measured first, then walked as entries."""
import json
import os
import stat
import subprocess
from typing import Iterable, Iterator

from engines.libarchive.entry import Entry, Locked, Unreadable
from engines.libarchive.rules import Meter

CHUNK = 256 * 1024
# Never the right one: it keeps the tools from asking, and lets locked archives fail.
NO_PASSWORD = '?'


def sevenzip_entries(file: str, kind: str, folder: str, meter: Meter, password: str) -> Iterator[Entry]:
    """The members of `file`, an archive of 7-Zip's type `kind`, unpacked below `folder`."""
    command = ['7zz', '-y', '-bd', f'-t{kind}', f'-p{password or NO_PASSWORD}']
    listing = run([*command, 'l', '-slt', '-ba', '--', file], password)
    for member in listing.split('\n\n'):
        facts = dict(line.split(' = ', 1) for line in member.splitlines() if ' = ' in line)
        if facts.get('Encrypted') == '+' and not password:
            raise Locked(password)
        if 'Path' in facts:
            measure(meter, int(facts.get('Size') or 0))
    run([*command, 'x', f'-o{folder}', '--', file], password)
    yield from walk(folder)


def unar_entries(file: str, folder: str, meter: Meter, usual: str | None, password: str) -> Iterator[Entry]:
    """The members of `file` unpacked below `folder`, names in old code pages made readable by unar's guess.

    Where it is hardly more than a guess, the code page `usual` for the format goes before it.
    """
    listing = json.loads(run(['lsar', '-j', '-nr', '-p', password or NO_PASSWORD, file], password))
    if 'lsarError' in listing:
        raise Unreadable(f'unar: error {listing["lsarError"]}')
    modes = {}
    for member in listing.get('lsarContents', ()):
        if member.get('RAR5OSName') == 'Unix':
            modes[member['XADFileName']] = member['RAR5Attributes']
        if member.get('XADIsEncrypted') and not password:
            raise Locked(password)
        measure(meter, member.get('XADFileSize', 0))
    guessed = usual is None or listing.get('lsarConfidence', 1) > 0.5
    encoding = [] if guessed else ['-e', usual]
    run(['unar', *encoding, '-q', '-f', '-D', '-nr', '-k', 'skip', '-p', password or NO_PASSWORD, '-o', folder, file], password)
    for entry in walk(folder):
        # unar knows the permissions in a RAR 5 but does not set them.
        entry.mode = modes.get(entry.path, entry.mode)
        yield entry


def run(command: list[str], password: str = '') -> str:
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except FileNotFoundError as error:
        raise Unreadable(f'{command[0]} is not installed') from error
    if done.returncode != 0:
        said = (done.stdout[-500:] + done.stderr[-500:]).decode('utf-8', 'replace')
        if 'password' in said.lower():
            raise Locked(password)
        raise Unreadable(f'{command[0]}: {said}')
    return done.stdout.decode('utf-8', 'replace')


def measure(meter: Meter, size: int) -> None:
    meter.entry()
    meter.take(size)


def walk(folder: str, below: str = '') -> Iterator[Entry]:
    """What is in `folder`, by name, each folder before its contents; links are named, never followed."""
    with os.scandir(os.path.join(folder, below)) as scan:
        found = sorted(scan, key=lambda item: os.fsencode(item.name))
    for item in found:
        status = item.stat(follow_symlinks=False)
        path = os.path.join(below, item.name)
        shared = {'path': path, 'mode': stat.S_IMODE(status.st_mode), 'mtime': status.st_mtime_ns / 1e9}
        if item.is_symlink():
            yield Entry(kind='link', target=os.readlink(item.path), **shared)
        elif item.is_dir(follow_symlinks=False):
            # A folder packed without permissions must still be looked into.
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


def lock(file: str, folder: str, password: str) -> None:
    """Packs the 7z archive `file` anew so that neither contents nor names can be read without `password`."""
    run(['7zz', '-y', '-bd', 'x', f'-o{folder}', '--', file])
    os.remove(file)
    run(['7zz', '-y', '-bd', '-t7z', '-snl', '-mhe=on', f'-p{password}', 'a', '--', file, f'{folder}/.'])
