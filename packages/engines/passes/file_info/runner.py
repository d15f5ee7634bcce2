"""Reads file info within limits on time and memory. Keeps the fields that were read before a failure or timeout."""
import json
import math
import os
import resource
import signal
import sys
from dataclasses import dataclass, field

from engines.passes.file_info import (
    archives,
    books,
    compound,
    data,
    fonts,
    mail,
    media,
    opendocument,
    pages,
    pdf,
    pictures,
    rtf,
    sheets,
    slides,
    subtitles,
    wordprocessing,
)

# Limit per file for wall-clock time and for processor time.
SECONDS = 6
MEMORY = 768 * 1024 * 1024
# Files with at most this total size are read one after another in this process. Starting a process for each
# file would take longer.
MAX_SMALL = 2 * 1024 * 1024
READERS = (
    wordprocessing, slides, opendocument, sheets, pdf, pictures, subtitles, books, fonts, archives, data, pages, rtf, mail, compound,
)


@dataclass
class File:
    path: str
    # Extension that identifies the format.
    format: str
    # Output path of the file info.
    output: str
    # ffprobe command for audio and video.
    probe: list[str] = field(default_factory=list)
    # Whether the duration is an estimate.
    estimates_length: bool = False


class TooSlow(Exception):
    pass


def main() -> None:
    files = [File(**one) for one in json.loads(sys.argv[1])['files']]
    if sum(os.path.getsize(file.path) for file in files) <= MAX_SMALL:
        for file in files:
            read_bounded(file)
        return
    children = {start(file): file for file in files}
    while children:
        child, ended = os.wait()
        file = children.pop(child, None)
        if file and os.waitstatus_to_exitcode(ended) != 0:
            write(file, {}, f'status {os.waitstatus_to_exitcode(ended)}')


def start(file: File) -> int:
    child = os.fork()
    if child == 0:
        os._exit(read_bounded(file))
    return child


def read_bounded(file: File) -> int:
    """Reads one file within its limits. Returns the exit status."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    soft = math.ceil(used.ru_utime + used.ru_stime) + SECONDS
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    signal.signal(signal.SIGALRM, too_slow)
    signal.alarm(SECONDS)
    facts: dict = {}
    try:
        for known in reader_of(file)(file):
            facts.update(known)
        signal.alarm(0)
        write(file, facts, None)
    except Exception as error:
        # Catches all exceptions, because readers raise different exceptions. The fields that were read before the
        # exception are valid.
        signal.alarm(0)
        write(file, facts, f'{type(error).__name__}: {error}'[:200])
    return 0


def too_slow(*_):
    raise TooSlow(f'more than {SECONDS} s')


def reader_of(file: File):
    if file.probe:
        return media.read
    return next((reader.read for reader in READERS if file.format in reader.FORMATS), lambda _: ())


def write(file: File, facts: dict, unread: str | None) -> None:
    with open(file.output, 'w', encoding='utf-8') as output:
        json.dump({'facts': facts, **({'unread': unread} if unread else {})}, output)


if __name__ == '__main__':
    main()
