"""Writes a valid file from the intact parts of a damaged or truncated file, and warns about how much was saved."""
import importlib
import json
import sys

from engines.passes.repair.archives import zips
from engines.passes.repair.outcome import NothingLeft, TooMuch
from engines.shared.runner.warn import warn

# Modules by repair method. A repair module is imported only when it is needed, because not every host has the
# dependencies of all modules.
MODULES = {
    'zip': 'archives.zips', 'open-xml': 'open_xml', 'open-document': 'open_document', 'epub': 'epub', 'tar': 'archives.tapes',
    'xml': 'markup', 'text': 'lines', 'picture': 'pictures', 'pdf': 'pdfs', 'stream': 'archives.streams',
    'packed-tar': 'archives.streams', '7z': 'archives.sevenzips',
}


def main():
    step = json.loads(sys.argv[1])
    module = importlib.import_module(f'engines.passes.repair.{MODULES[step["method"]]}')
    if step['options'].get('salvage') is False:
        sys.exit(f'protean-reason: {"damaged" if zips.is_damaged(step) else "unreadable_file"}')
    try:
        saved = module.repair(step)
    except NothingLeft as error:
        sys.exit(f'nothing could be saved: {error}')
    except TooMuch as error:
        sys.exit(f'protean-reason: {error}')
    warn(step, 'salvaged', saved)


if __name__ == '__main__':
    main()
