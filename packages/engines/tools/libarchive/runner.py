"""Converts archives: reads entries with one tool, checks the entries, and writes them with another tool."""
import contextlib
import json
import os
import shutil
import subprocess
import sys

from engines.tools.libarchive import binding, creation_time, methods, pictures, plain_zip, rules, sources, trees, volumes
from engines.tools.libarchive.entry import Entry, Refused, Unreadable
from engines.shared.runner.nothing import tell_nothing
from engines.shared.runner.unsupported import unsupported
from engines.shared.runner.warn import warn


def main() -> None:
    step = json.loads(sys.argv[1])
    first = step['readers'][0]
    volume = volumes.volume_kind(step['input'], any(name.startswith('zip') for name in first.get('formats', ())))
    if volume:
        unsupported(f'multi-volume {volume} archive')
    if methods.needs_dictionary(step['input'], first.get('filters', ())):
        unsupported('Zstandard dictionary')
    problems: list[Unreadable] = []
    for reader in step['readers']:
        if problems and reader.get('onlyBeyond') and not problems[-1].beyond:
            continue
        try:
            return repack(step, reader)
        except Unreadable as error:
            problems.append(error)
    if all(problem.beyond for problem in problems):
        unsupported(methods.feature_of(first, step['input']))
    raise Unreadable('; '.join(map(str, problems)))


# Archives up to this size are read in a single pass at first, on the assumption that their entries are independent. If
# an entry of an archive depends on another entry, the output is discarded, and the archive is read again in two passes.
SMALL = 16 << 20


def repack(step: dict, reader: dict) -> None:
    work = os.path.join(step['work'], reader['tool'])
    packed = os.path.getsize(step['input'])
    if packed <= SMALL and plain_zip.copied(step, reader, packed):
        return
    small = packed <= SMALL and step['writer']['format'] not in ('folder', 'brotli')
    for once in [True, False] if small else [False]:
        os.mkdir(work)
        try:
            return repack_within(work, step, reader, packed, once)
        except sources.Undecided:
            with contextlib.suppress(FileNotFoundError):
                os.remove(step['output'])
        finally:
            shutil.rmtree(work, ignore_errors=True)


def repack_within(work: str, step: dict, reader: dict, packed: int, once: bool) -> None:
    output = step['output']

    def on_guess(codec: str) -> None:
        warn(step, 'encoding_guessed', codec)

    meter = rules.Meter(packed)
    entries = rules.accepted(sources.open_entries(reader, step['input'], work, meter, on_guess, once))
    if 'time' in step:
        entries = at_one_time(entries, step['time'])
    if step.get('pictures'):
        entries = pictures.spooled_pictures(entries, work, rules.Meter(packed))
    if step['writer']['format'] == 'folder':
        count = write_folder(step['work'], entries)
    elif step['writer']['format'] == 'brotli':
        count = write_brotli(output, entries, work, packed)
    else:
        count = write(output, entries, step['writer'], packed)
        creation_time.reset(output)
    if count > 0 and step['writer']['format'] == '7zip' and step['writer'].get('password'):
        trees.encrypt(output, f'{work}/encrypted', step['writer']['password'], step.get('time'))
    if count == 0:
        if meter.entries > 0 or step['writer']['format'] == 'folder':
            raise Refused('The archive contains no entries that may be extracted.')
        tell_nothing()


def at_one_time(entries, time: int):
    for entry in entries:
        entry.mtime = time
        yield entry


def write(output: str, entries, style: dict, packed: int) -> int:
    count = 0
    with binding.Writer(output, style, rules.Meter(packed)) as writer:
        for count, entry in enumerate(entries, 1):
            writer.add(entry)
    return count


def write_folder(folder: str, entries) -> int:
    """Writes each entry to a file. The name of the file contains the position and the format of the entry, as the next
    runner expects. Returns the number of written files."""
    for count, entry in enumerate(entries, 1):
        with open(f'{folder}/page-{count:04}.{pictures.kind_of(entry)}', 'wb') as page:
            page.writelines(entry.read())
    return count


def write_brotli(output: str, entries, work: str, packed: int) -> int:
    """Writes a single file, because brotli streams have no file names. Returns the number of written files, which is
    1."""
    entry: Entry = next(iter(entries))
    plain = f'{work}/plain'
    sources.spooled(entry, plain, rules.Meter(packed))
    subprocess.run(['brotli', '-q', '9', '-o', output, '--', plain], stdin=subprocess.DEVNULL, check=True)
    return 1


if __name__ == '__main__':
    try:
        main()
    except (Refused, Unreadable) as error:
        sys.exit(str(error))
