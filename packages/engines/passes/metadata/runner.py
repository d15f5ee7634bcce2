"""Removes data about people, places, times and programs from a finished file, and checks the result with an independent
reader."""
import json
import os
import shutil
import struct
import sys
import zipfile
from functools import partial

from engines.passes.metadata.cleaners import archives, books, office, ooxml, opendocument, pages, pictures, richtext, subtitles, svg
from engines.passes.metadata.cleaners.notes import Notes, Refused
from engines.shared.runner.warn import warn

# Exit status of a runner for internal errors.
FAULT = 70


def packed(clean, traces) -> tuple:
    """Adapts a cleaner whose functions take file paths. Returns 2 functions that take a step: the first cleans the
    input of the step, and the second checks its output."""
    return (lambda step, notes: clean(step['input'], step['output'], notes), lambda step: traces(step['output']))


def documents(kind) -> tuple:
    return packed(partial(office.clean, kind), partial(office.traces, kind))


def whole(clean, traces) -> tuple:
    """Adapts a cleaner that takes and returns the bytes of a file. Like `packed`, returns 2 functions that take a step:
    the first cleans the input of the step, and the second checks its output."""

    def clean_file(step: dict, notes: Notes) -> None:
        with open(step['input'], 'rb') as source, open(step['output'], 'wb') as result:
            result.write(clean(source.read(), notes))

    def traces_of_file(step: dict) -> list[str]:
        with open(step['output'], 'rb') as result:
            return traces(result.read())

    return clean_file, traces_of_file


CLEANERS = {
    'picture': (pictures.clean_file, pictures.traces_of_file),
    'drawing': (svg.clean_file, svg.traces_of_file),
    'ooxml': documents(ooxml),
    'opendocument': documents(opendocument),
    'flat': whole(opendocument.clean_markup, opendocument.traces_of_flat),
    'rtf': whole(richtext.clean, richtext.traces),
    'page': whole(pages.clean, pages.traces),
    'book': packed(books.clean, books.traces),
    'comic': packed(books.clean_comic, books.traces_of_comic),
    'archive': (archives.clean_file, archives.traces_of_file),
    'subtitles': (subtitles.clean_file, subtitles.traces_of_file),
}


def run(step: dict, clean, traces) -> None:
    """Cleans a file and fails if `traces` finds metadata in the result."""
    notes, found = cleaned(step, clean, traces)
    if found:
        print(f'metadata left in the result: {"; ".join(map(str, found[:10]))}', file=sys.stderr)
        sys.exit(FAULT)
    if notes.credentials:
        warn(step, 'credentials_removed')


def unchanged(step: dict, clean, traces) -> None:
    """Copies the file unchanged. First runs the cleaner, so that an invalid file is refused as in other passes."""
    cleaned({**step, 'output': os.path.join(step['work'], 'read')}, clean, traces)
    shutil.copyfile(step['input'], step['output'])


def cleaned(step: dict, clean, traces) -> tuple[Notes, list[str]]:
    """Runs the cleaner. Returns the notes of the cleaner, and the metadata that is left in the file. Exits if the
    cleaner refuses the file."""
    notes = Notes()
    try:
        clean(step, notes)
        return notes, looked_at(step, traces)
    except Refused as refused:
        # A file is also refused if one of its parts was already damaged in the source, because the check cannot search
        # this part for metadata.
        sys.exit(f'protean-reason: {refused.reason}\n{refused}')


def looked_at(step: dict, traces) -> list[str]:
    try:
        return traces(step)
    except (zipfile.BadZipFile, ValueError, KeyError, IndexError, struct.error) as error:
        return [f'the result cannot be inspected: {error}']


if __name__ == '__main__':
    asked = json.loads(sys.argv[1])
    (run if asked['strip'] else unchanged)(asked, *CLEANERS[asked['cleaner']])
