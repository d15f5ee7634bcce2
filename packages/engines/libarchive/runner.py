"""Turns one archive into another: members read by one tool, checked against the rules, written by another."""
import json
import os
import shutil
import subprocess
import sys

from engines.libarchive import binding, birth, pictures, rules, sources, trees
from engines.libarchive.entry import Entry, Refused, Unreadable


def main() -> None:
    step = json.loads(sys.argv[1])
    problems: list[Unreadable] = []
    for reader in step['readers']:
        if problems and reader.get('onlyBeyond') and not problems[-1].beyond:
            continue
        try:
            return repack(step, reader)
        except Unreadable as error:
            problems.append(error)
    raise Unreadable('; '.join(map(str, problems)))


def repack(step: dict, reader: dict) -> None:
    work, output = os.path.join(step['work'], reader['tool']), step['output']
    os.mkdir(work)
    packed = os.path.getsize(step['input'])
    entries = rules.vetted(sources.open_entries(reader, step['input'], work, rules.Meter(packed)))
    if step.get('pictures'):
        entries = pictures.spooled_pictures(entries, work, rules.Meter(packed))
    if step['writer']['format'] == 'folder':
        count = write_folder(step['work'], entries)
    elif step['writer']['format'] == 'brotli':
        count = write_brotli(output, entries, work, packed)
    else:
        count = write(output, entries, step['writer'], packed)
        birth.settle(output)
    if count > 0 and step['writer']['format'] == '7zip' and step['writer'].get('password'):
        trees.lock(output, f'{work}/locked', step['writer']['password'])
    if count == 0:
        raise Refused('There is nothing in the archive, or nothing that may be taken out of it.')
    shutil.rmtree(work, ignore_errors=True)


def write(output: str, entries, style: dict, packed: int) -> int:
    writer = binding.Writer(output, style, rules.Meter(packed))
    count = 0
    for count, entry in enumerate(entries, 1):
        writer.add(entry)
    writer.close()
    return count


def write_folder(folder: str, entries) -> int:
    """Files named by their place and kind, as the host that goes on with them expects."""
    for count, entry in enumerate(entries, 1):
        with open(f'{folder}/page-{count:04}.{pictures.kind_of(entry)}', 'wb') as page:
            page.writelines(entry.read())
    return count


def write_brotli(output: str, entries, work: str, packed: int) -> int:
    """Only ever one file: brotli knows no names."""
    entry: Entry = next(iter(entries))
    aside = f'{work}/plain'
    sources.spooled(entry, aside, rules.Meter(packed))
    subprocess.run(['brotli', '-q', '9', '-o', output, '--', aside], stdin=subprocess.DEVNULL, check=True)
    return 1


if __name__ == '__main__':
    try:
        main()
    except (Refused, Unreadable) as error:
        sys.exit(str(error))
