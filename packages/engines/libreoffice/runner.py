"""Converts one office file with LibreOffice, told by name what the file is; nothing in it runs and nothing is fetched."""
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.lang import DisposedException
from com.sun.star.uno import Exception as UnoException

from engines.libreoffice import depth, linked_shapes, pictures, sheet_files, sheet_styles, sheets, truncation
from engines.libreoffice.user_profile import write_profile
from engines.runtime import document_links, reproducible, warm_worker
from engines.runtime.plain_text import DELIMITERS, NotText, RecordTooLong

PROGRAM = '/usr/lib/libreoffice/program'
FLAGS = ('--headless', '--norestore', '--nologo', '--nodefault', '--nolockcheck', '--nofirststartwizard')
# The office's way of saying that it has set up its profile and wants to be started again.
RESTART = 81
# Its threads share one heap, and what is free goes back: it waits longer than it works.
THRIFT = {'MALLOC_ARENA_MAX': '1', 'MALLOC_TRIM_THRESHOLD_': '131072'}
# Where there is no /proc a program cannot tell from where it was started, and so not where its own libraries lie.
LIBRARIES = {'LD_LIBRARY_PATH': PROGRAM}
# How a shell tells of a program that was killed.
KILLED = 137

NEVER_EXECUTE = NO_UPDATE = 0
TEXT = 'com.sun.star.text.TextDocument'
SPREADSHEET = 'com.sun.star.sheet.SpreadsheetDocument'
OPEN_SHEETS = ('ods', 'ots')


class Unreadable(Exception):
    """The file is at fault."""


REFUSALS = (
    Unreadable,
    NotText,
    RecordTooLong,
    depth.TooDeep,
    pictures.Unfit,
    sheets.BreaksOff,
    sheets.DoesNotFit,
)


class Office:
    """One LibreOffice with a profile of its own, which serves one request after the other."""

    def __init__(self, folder: str):
        self._pipe = f'protean-{os.getpid()}'
        self._profile = f'{folder}/office-{os.getpid()}'
        self._process: subprocess.Popen | None = None
        self._services = self._desktop = self._done = None

    def start(self) -> None:
        write_profile(self._profile, PROGRAM)
        # The same document twice is the same file: no number at random in what OpenDocument says of its editing.
        os.environ['LIBO_ONEWAY_STABLE_ODF_EXPORT'] = '1'
        command = [
            f'{PROGRAM}/soffice.bin',
            *FLAGS,
            f'-env:UserInstallation=file://{self._profile}',
            f'--accept=pipe,name={self._pipe};urp',
        ]
        self._process = _begin(command)
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstance('com.sun.star.bridge.UnoUrlResolver')
        while True:
            if self._process.poll() == RESTART:
                self._process = _begin(command)
            elif self._process.poll() is not None:
                raise DisposedException('LibreOffice did not start', None)
            with contextlib.suppress(NoConnectException):
                context = resolver.resolve(f'uno:pipe,name={self._pipe};urp;StarOffice.ComponentContext')
                self._services = context.ServiceManager
                self._desktop = self._services.createInstance('com.sun.star.frame.Desktop')
                return
            time.sleep(0.01)

    @property
    def ended(self) -> bool:
        return self._process is not None and self._process.poll() is not None

    def rehearse(self, folder: str) -> None:
        """Makes, loads and prints an empty document of each kind that is usual, so that the first real one is not the first."""
        os.mkdir(folder)
        for kind, filter_name, printer in USUAL:
            url = uno.systemPathToFileUrl(f'{folder}/{kind}')
            empty = self._desktop.loadComponentFromURL(f'private:factory/{kind}', '_blank', 0, _properties({'Hidden': True}))
            empty.storeToURL(url, _properties({'FilterName': filter_name}))
            empty.close(True)
            loaded = self._desktop.loadComponentFromURL(
                url, '_blank', 0, _properties({'Hidden': True, 'FilterName': filter_name})
            )
            loaded.storeToURL(f'{url}.pdf', _properties({'FilterName': printer}))
            loaded.close(True)
        shutil.rmtree(folder)

    def stop(self, patience: float = 0) -> int:
        """Ends the office; answers the status it had already ended with, or 0."""
        if not self._process:
            return 0
        # A dying office is given a moment to say of what.
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(timeout=patience)
        self._process.kill()
        self._process.wait()
        return 0

    def convert(self, request: dict) -> None:
        """Loads `request['input']` as `request['load']` says and stores it as `request['store']` says."""
        document = self._load(request)
        try:
            if document.supportsService(SPREADSHEET):
                sheets.settle(document, request)
            if request['load'].get('picture'):
                pictures.fit_page(document, request['input'])
            if request['store'].get('dots'):
                self._draw(document, request)
            else:
                _store(document, request)
        except BaseException:
            document.close(True)
            raise
        self._done = document

    def tidy(self) -> None:
        """Lets go of the document whose conversion went well; nobody waits for that."""
        if self._done:
            self._done.close(True)
            self._done = None

    def _draw(self, document, request: dict) -> None:
        # Stored as a page it would stand on white.
        drawing = self._services.createInstance('com.sun.star.drawing.GraphicExportFilter')
        drawing.setSourceDocument(document.DrawPages.getByIndex(0).getByIndex(0))
        arguments = {
            'URL': uno.systemPathToFileUrl(request['output']),
            'MediaType': request['store']['filter'],
            'FilterData': pictures.dots(document, request['options'].get('dpi')),
        }
        if not drawing.filter(_properties(arguments)):
            raise Unreadable('LibreOffice cannot draw it')

    def _load(self, request: dict):
        path, options = _prepared(request)
        arguments = {
            'FilterName': request['load']['filter'],
            'FilterOptions': options,
            'Hidden': True,
            'ReadOnly': request['service'] != SPREADSHEET,
            'MacroExecutionMode': NEVER_EXECUTE,
            'UpdateDocMode': NO_UPDATE,
        }
        url = uno.systemPathToFileUrl(path)
        document = self._desktop.loadComponentFromURL(url, '_blank', 0, _properties(arguments))
        if document is None or not document.supportsService(request['service']):
            raise Unreadable('LibreOffice cannot open it')
        if request['load'].get('emptyWhenBroken') and not any(page.Count for page in document.DrawPages):
            document.close(True)
            raise Unreadable('there is nothing on its pages')
        linked_shapes.remove(document, request['from'])
        return document


def _begin(command: list[str]) -> subprocess.Popen:
    return subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env={**os.environ, **THRIFT, **LIBRARIES}
    )


def _prepared(request: dict) -> tuple[str, str]:
    """The file to load and the filter's options, once the file has been looked at."""
    path, work, load = request['input'], request['work'], request['load']
    _check_mark(path, load.get('mark', ''))
    truncation.check(path, request['from'])
    depth.check(path, request['from'])
    path = document_links.without_external_links(path, request['from'], work)
    match load.get('look'):
        case 'lines':
            return sheets.lines(path, work)
        case 'table':
            return sheets.plain_table(path, work, load.get('delimiter'))
        case 'dbf':
            return sheets.dbf(sheets.own_copy(path, work))
        case 'dif':
            return sheets.dif(path, work)
        case 'slk':
            return sheets.sylk(path, work)
        case 'wpd':
            return _whole_wpd(path)
        case 'emf' | 'wmf' | 'svg':
            return pictures.whole(path, load['look'])
        case _:
            copy = sheets.own_copy(path, work) if request['service'] == SPREADSHEET else path
            return copy, load.get('options', '')


def _check_mark(path: str, mark: str) -> None:
    with open(path, 'rb') as file:
        if file.read(len(mark)) != mark.encode('latin-1'):
            raise Unreadable('it does not begin as its kind does')


def _whole_wpd(path: str) -> tuple[str, str]:
    # A file that ends before its text begins would come out blank.
    with open(path, 'rb') as file:
        start = int.from_bytes(file.read(8)[4:], 'little')
    if os.path.getsize(path) <= start:
        raise Unreadable('it breaks off before its text')
    return path, ''


def _store(document, request: dict) -> None:
    output, store = request['output'], request['store']
    arguments = {'FilterName': store['filter'], 'FilterOptions': store.get('options', ''), 'Overwrite': True}
    if 'data' in store:
        arguments['FilterData'] = store['data']
    if 'delimiter' in store:
        delimiter = DELIMITERS.get(request['options'].get('delimiter'), store['delimiter'])
        arguments['FilterOptions'] = sheet_files.plain_table_options(delimiter)
    if 'room' in store:
        sheet_files.check_room(document, *store['room'])
    if request['service'] == SPREADSHEET:
        sheet_files.prepare(document, request['to'])
        if 'sheet' in request['options'] and not store.get('single'):
            sheet_files.show_only(document, request['options']['sheet'])
    _lay_out(document, request['options'])
    if request['options'].get('toc') and document.supportsService(TEXT):
        _insert_contents(document)

    def store_as(file: str) -> None:
        # What we touched up is not to be dated as somebody's change.
        document.setModified(False)
        document.storeToURL(uno.systemPathToFileUrl(file), _properties(arguments))
        if request['to'] in OPEN_SHEETS:
            sheet_styles.settle(file)
        reproducible.normalize(file)

    if store.get('single'):
        sheet_files.store_each(document, output, request['to'], store_as, request['options'].get('sheet'))
    else:
        store_as(output)


# In hundredths of a millimetre.
PAPERS = {
    'a3': (29700, 42000),
    'a4': (21000, 29700),
    'a5': (14800, 21000),
    'letter': (21590, 27940),
    'legal': (21590, 35560),
}


def _lay_out(document, options: dict) -> None:
    """Gives every kind of page the paper and the margins that were asked for; wide pages stay wide."""
    paper, margin = options.get('paper'), options.get('margin')
    if paper is None and margin is None:
        return
    styles = document.StyleFamilies.getByName('PageStyles')
    for style in (styles.getByIndex(number) for number in range(styles.Count)):
        if paper is not None:
            narrow, long = PAPERS[paper]
            style.Width, style.Height = (long, narrow) if style.IsLandscape else (narrow, long)
        if margin is not None:
            for side in ('LeftMargin', 'RightMargin', 'TopMargin', 'BottomMargin'):
                style.setPropertyValue(side, margin * 100)


def _insert_contents(document) -> None:
    """Puts a table of the headings, with their pages, in front."""
    contents = document.createInstance('com.sun.star.text.ContentIndex')
    contents.CreateFromOutline = True
    document.Text.insertTextContent(document.Text.getStart(), contents, False)
    contents.update()


def _properties(values: dict):
    return tuple(PropertyValue(name, 0, _value(value), 0) for name, value in values.items())


def _value(value):
    return uno.Any('[]com.sun.star.beans.PropertyValue', _properties(value)) if isinstance(value, dict) else value


# What people send most; having made one of each the office has their parts loaded.
USUAL = (
    ('swriter', 'MS Word 2007 XML', 'writer_pdf_Export'),
    ('scalc', 'Calc MS Excel 2007 XML', 'calc_pdf_Export'),
    ('simpress', 'Impress MS PowerPoint 2007 XML', 'impress_pdf_Export'),
)


def main() -> int:
    office = Office('/tmp')
    try:
        office.start()
        if sys.argv[1] == 'warm':
            office.rehearse('/tmp/rehearsal')
            # Without its office a keeper that waits is of no use to the next job.
            signal.signal(signal.SIGCHLD, lambda *_: office.ended and os._exit(KILLED))
            warm_worker.serve(lambda words, _env, _cpu: attempt(office, json.loads(words[1])), __file__, office.tidy)
            return 0
        return attempt(office, json.loads(sys.argv[1]))
    except DisposedException as error:
        return _ended(office, error)
    finally:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        office.stop()


def attempt(office: Office, request: dict) -> int:
    """The status that a host ends with after this request."""
    try:
        office.convert(request)
    except REFUSALS as error:
        return _say(str(error))
    except DisposedException as error:
        return _ended(office, error)
    except UnoException as error:
        return _say(f'LibreOffice refused: {error.Message}')
    return 0


def _ended(office: Office, error: DisposedException) -> int:
    # The office itself is gone; 128+n is how a shell tells of signal n.
    return max(128, 128 - office.stop(2), _say(f'LibreOffice ended: {error.Message}'))


def _say(reason: str) -> int:
    print(reason.splitlines()[0] if reason else 'no reason given', file=sys.stderr)
    return 1


if __name__ == '__main__':
    # UNO's threads race with the end of an interpreter, and a refusal would be told as a crash, one in two hundred.
    os._exit(warm_worker.status_of(lambda: sys.exit(main())))
