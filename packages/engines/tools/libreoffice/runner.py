"""Converts office files with LibreOffice, with explicit filters. Macros do not run, and no network requests are made."""
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

from engines.tools.libreoffice import depth, font_settings, stable_ids, system_locale, truncation
from engines.tools.libreoffice.documents import (
    chart_emoji,
    comment_window,
    emoji,
    emoji_fonts,
    linked_shapes,
    page_pictures,
    pictures,
    rtf_fields,
    shrunk_text,
    slide_source,
    text_fields,
    text_language,
    text_source,
    tracked_changes,
    word_source,
)
from engines.tools.libreoffice.imported_pdf import beside_pages, pdf_objects, pdf_source, pdf_units, pdf_words
from engines.tools.libreoffice.sheet_pages import chart_sheets, page_format, sheet_page, sheet_view
from engines.tools.libreoffice.sheets import pivot_tables, sheet_files, sheet_styles, sheets
from engines.tools.libreoffice.user_profile import SYSTEM_LOCALE, write_profile
from engines.shared.office import document_links
from engines.shared.svg import drawing_check
from engines.shared.runner import reproducible, warm_engine
from engines.shared.text.plain_text import DELIMITERS, RecordTooLong
from engines.shared.encoding.text_encoding import NotText
from engines.shared.runner.warn import listed, warn
from engines.shared.runner.families import formats_of_family

OFFICE = '/usr/lib/libreoffice'
PROGRAM = f'{OFFICE}/program'
FLAGS = ('--headless', '--norestore', '--nologo', '--nodefault', '--nolockcheck', '--nofirststartwizard')
# LibreOffice's exit status after it has created its profile and must be restarted.
RESTART = 81
# Keeps an idle office process small: all threads share one heap, and free memory is returned to the system.
MEMORY_ENV = {'MALLOC_ARENA_MAX': '1', 'MALLOC_TRIM_THRESHOLD_': '131072'}
# Without /proc a program cannot find its own folder, and therefore not its libraries.
LIBRARY_ENV = {'LD_LIBRARY_PATH': PROGRAM}
# Exit status of a killed program, as shells report it.
KILLED = 137

NEVER_EXECUTE = NO_UPDATE = 0
# Without HiddenForConversion, the window would have toolbars and a status bar.
UNSEEN = {'Hidden': True, 'HiddenForConversion': True}
TEXT = 'com.sun.star.text.TextDocument'
PRESENTATION = 'com.sun.star.presentation.PresentationDocument'
SPREADSHEET = 'com.sun.star.sheet.SpreadsheetDocument'
OPEN_SHEETS = formats_of_family('opendocument-sheet', 'opendocument-package')
OPEN_DOCUMENTS = (*formats_of_family('opendocument-package'), *formats_of_family('opendocument-flat'))


class Unreadable(Exception):
    """Raised if the file cannot be converted."""


REFUSALS = (
    Unreadable,
    NotText,
    RecordTooLong,
    depth.TooDeep,
    pictures.Unsuitable,
    sheets.Truncated,
    sheets.DoesNotFit,
)


class Office:
    """A LibreOffice process with its own profile, which serves one request after another."""

    def __init__(self, folder: str):
        self._pipe = f'protean-{os.getpid()}'
        self._profile = f'{folder}/office-{os.getpid()}'
        self._process: subprocess.Popen | None = None
        self._services = self._desktop = self._done = None
        self._locale = SYSTEM_LOCALE

    def start(self) -> None:
        write_profile(self._profile, PROGRAM)
        base = comment_window.base_folder(OFFICE, f'{self._profile}/base')
        command = [
            f'{PROGRAM}/soffice.bin',
            *FLAGS,
            f'-env:UserInstallation=file://{self._profile}',
            f'-env:BRAND_BASE_DIR=file://{base}',
            f'--accept=pipe,name={self._pipe};urp',
        ]
        environment = font_settings.environment(PROGRAM, self._profile)
        self._process = _start_process(command, environment)
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstance('com.sun.star.bridge.UnoUrlResolver')
        while True:
            if self._process.poll() == RESTART:
                self._process = _start_process(command, environment)
            elif self._process.poll() is not None:
                raise DisposedException('LibreOffice did not start', None)
            with contextlib.suppress(NoConnectException):
                context = resolver.resolve(f'uno:pipe,name={self._pipe};urp;StarOffice.ComponentContext')
                self._services = context.ServiceManager
                self._desktop = self._services.createInstance('com.sun.star.frame.Desktop')
                return
            time.sleep(0.01)

    @property
    def has_exited(self) -> bool:
        return self._process is not None and self._process.poll() is not None

    @property
    def answers(self) -> bool:
        """Whether the office has started and still processes calls."""
        try:
            return self._desktop is not None and self._desktop.getName() is not None
        except UnoException:
            return False

    def warm_up(self, folder: str) -> None:
        """Creates, stores, loads and prints an empty document of each common type, to load the code before the first
        job."""
        os.mkdir(folder)
        for kind, filter_name, pdf_filter in WARM_UP_DOCUMENTS:
            url = uno.systemPathToFileUrl(f'{folder}/{kind}')
            empty = self._desktop.loadComponentFromURL(f'private:factory/{kind}', '_blank', 0, _properties(UNSEEN))
            empty.storeToURL(url, _properties({'FilterName': filter_name}))
            empty.close(True)
            loaded = self._desktop.loadComponentFromURL(
                url, '_blank', 0, _properties({**UNSEEN, 'FilterName': filter_name})
            )
            loaded.storeToURL(f'{url}.pdf', _properties({'FilterName': pdf_filter}))
            loaded.close(True)
        shutil.rmtree(folder)

    def stop(self, timeout: float = 0) -> int:
        """Stops the office. Returns the exit status of the office if the office had already exited, otherwise 0."""
        if not self._process:
            return 0
        # A crashing office needs a moment to exit.
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(timeout=timeout)
        self._process.kill()
        self._process.wait()
        return 0

    def convert(self, request: dict) -> None:
        """Loads `request['input']` with the settings `request['load']` and stores it with `request['store']`."""
        with pdf_objects.Packer(request['to'] == 'pdf' and not request.get('intermediate')) as packer:
            self._convert(request)
            packer.pack(request['output'])

    def _convert(self, request: dict) -> None:
        document = self._load(request)
        try:
            if document.supportsService(SPREADSHEET):
                sheets.repair(document, request)
                request['chosen'] = sheet_view.prepare(document, request)
            if document.supportsService(TEXT) and request['from'] == 'txt':
                text_language.settle(document)
            if document.supportsService(TEXT) and request['to'] == 'pdf':
                tracked_changes.settle(document, request, self._services)
                beside_pages.tell_of_text(document, request)
            if document.supportsService(TEXT) and request['to'] == 'rtf':
                beside_pages.tell_of_charts(document, request)
            if document.supportsService(PRESENTATION) and request['to'] == 'pdf':
                beside_pages.tell_of_slides(document, request)
            if request['from'] == 'pdf':
                pdf_units.tell(request)
                pdf_words.separate(document, request)
            if request['load'].get('picture'):
                pictures.fit_page(document, request['input'])
            if request['to'] == 'pdf':
                emoji_fonts.settle(document, font_settings.emoji_family(PROGRAM))
                if font_settings.has_private_emoji():
                    chart_emoji.settle(document)
            if request['store'].get('pixels'):
                self._render(document, request)
            else:
                _store(document, request)
        except BaseException:
            document.close(True)
            raise
        self._done = document

    def _open(self, path: str, arguments: dict, request: dict):
        # `older` lists the filters for older formats with the same extension, which earlier versions of the source
        # program wrote.
        for filter_name in (request['load']['filter'], *request['load'].get('older', ())):
            url, source = self._source(path, request)
            document = self._desktop.loadComponentFromURL(
                url, '_blank', 0, _properties({**arguments, **source, 'FilterName': filter_name})
            )
            if document is not None and document.supportsService(request['service']):
                return document
            if document is not None:
                document.close(True)
        raise Unreadable('LibreOffice cannot open it')

    def _source(self, path: str, request: dict) -> tuple[str, dict]:
        """Returns the address of the file at `path`, and the arguments to read it.

        Fields, formulas such as CELL("filename") and relative links show the address of the file. The file is read as a
        stream unless the filter needs the path, because the address of a stream contains no folders of the sandbox."""
        url = uno.systemPathToFileUrl(path)
        if request['load'].get('byPath'):
            return url, {}
        files = self._services.createInstance('com.sun.star.ucb.SimpleFileAccess')
        # With a URL other than `private:stream`, LibreOffice's filters would look for a file.
        return 'private:stream', {'InputStream': files.openFileRead(url)}

    def close_done(self) -> None:
        """Closes the document of a finished conversion, after the result was reported."""
        if self._done:
            self._done.close(True)
            self._done = None

    def _render(self, document, request: dict) -> None:
        # Renders the drawing without its page, because the page would add a white background.
        drawing = self._services.createInstance('com.sun.star.drawing.GraphicExportFilter')
        drawing.setSourceDocument(document.DrawPages.getByIndex(0).getByIndex(0))
        arguments = {
            'URL': uno.systemPathToFileUrl(request['output']),
            'MediaType': request['store']['filter'],
            'FilterData': pictures.pixel_size(document, request['options'].get('dpi')),
        }
        if not drawing.filter(_properties(arguments)):
            raise Unreadable('LibreOffice cannot render it')

    def _load(self, request: dict):
        path, options = _prepared(request)
        if self._locale != (locale := system_locale.locale_of(request)):
            system_locale.use(self._services, locale)
            self._locale = locale
        arguments = {
            **UNSEEN,
            'FilterOptions': options,
            'ReadOnly': not (_is_changed(request) or _may_change_charts(request)),
            'MacroExecutionMode': NEVER_EXECUTE,
            'UpdateDocMode': NO_UPDATE,
        }
        document = self._open(path, arguments, request)
        if request['load'].get('emptyWhenBroken') and not any(page.Count for page in document.DrawPages):
            document.close(True)
            raise Unreadable('its pages are empty')
        linked_shapes.remove(document, request['from'])
        text_fields.write_file_name(document, request.get('name', ''))
        return document


def _start_process(command: list[str], environment: dict[str, str]) -> subprocess.Popen:
    env = {**os.environ, **MEMORY_ENV, **LIBRARY_ENV, **environment}
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=env)


def _prepared(request: dict) -> tuple[str, str]:
    """Checks the file to convert. Returns the path to load and the filter's options."""
    path, work, load = request['input'], request['work'], request['load']
    _check_mark(path, load.get('mark', ''))
    truncation.check(path, request['from'])
    depth.check(path, request['from'])
    drawing_check.check(path, request)
    path = document_links.without_external_links(path, request['from'], work)
    if request['service'] == SPREADSHEET:
        path = pivot_tables.prepared(path, request, keeps_cells_only=sheet_view.is_view(request))
    for source in (chart_sheets, word_source, rtf_fields, slide_source, text_source, pdf_source):
        path = source.prepared(path, request)
    match load.get('prepare'):
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
            return _check_wpd(path)
        case 'emf' | 'wmf' | 'svg' | 'vdx':
            return pictures.check(path, load['prepare'])
        case _:
            return sheets.own_copy(path, work) if _is_changed(request) else path, load.get('options', '')


def _is_changed(request: dict) -> bool:
    return request['service'] == SPREADSHEET or tracked_changes.needs_commands(request)


def _may_change_charts(request: dict) -> bool:
    # Changes to charts need a writable document. In read-only slides and drawings, LibreOffice draws charts without the
    # changes of `chart_emoji.py`. Files that are opened by path are excluded, because they are in a read-only folder
    # and therefore always read-only. Files that are opened by path are in formats that cannot contain charts.
    return request['to'] == 'pdf' and request['service'] != TEXT and not request['load'].get('byPath')


def _check_mark(path: str, mark: str) -> None:
    with open(path, 'rb') as file:
        if file.read(len(mark)) != mark.encode('latin-1'):
            raise Unreadable('it has no signature of its format')


def _check_wpd(path: str) -> tuple[str, str]:
    # Refuses a file that is truncated before its text, because LibreOffice would convert it to an empty document.
    with open(path, 'rb') as file:
        head = file.read(8)
    # Files of version 1 for the Macintosh have no header and begin with the text.
    if head.startswith(truncation.WORD_PERFECT) and os.path.getsize(path) <= int.from_bytes(head[4:], 'little'):
        raise Unreadable('it is truncated before its text')
    return path, ''


def _store(document, request: dict) -> None:
    output, store = request['output'], request['store']
    arguments = {'FilterName': store['filter'], 'FilterOptions': store.get('options', ''), 'Overwrite': True}
    if 'data' in store:
        arguments['FilterData'] = store['data']
    if 'delimiter' in store:
        delimiter = DELIMITERS.get(request['options'].get('delimiter'), store['delimiter'])
        arguments['FilterOptions'] = sheet_files.plain_table_options(delimiter)
    if 'maxSize' in store:
        sheet_files.check_size(document, *store['maxSize'])
    if request['service'] == SPREADSHEET:
        sheet_files.prepare(document, request['to'])
    if request['to'] == 'dbf' and (cut := sheet_files.cut_column_names(document, request['chosen'])):
        warn(request, 'content_left_out', listed(f'end of the column name {name}' for name in cut))
    if request['service'] == PRESENTATION and request['to'] == 'pdf':
        shrunk_text.spread_lines(document)
    if text_fields.settle(document, request['to']):
        warn(request, 'hidden_text')
    page_format.apply(document, request['options'])
    if request['options'].get('toc') and document.supportsService(TEXT):
        page_format.insert_contents(document)

    def store_as(file: str) -> None:
        # Marks the document as unmodified, because Protean's changes must not update the modification time.
        document.setModified(False)
        document.storeToURL(uno.systemPathToFileUrl(file), _properties(arguments))
        if request['to'] in OPEN_SHEETS:
            sheet_styles.sort(file)
        if request['to'] in OPEN_DOCUMENTS:
            stable_ids.settle(file)
        if request['to'] == 'html' and request['service'] == SPREADSHEET:
            page_pictures.embed(file)
            sheet_page.settle(document, request, file)
        if request['to'] == 'pdf':
            emoji.draw(file)
        reproducible.normalize(file)

    if store.get('single'):
        sheet_files.store_each(document, output, request['to'], store_as, request['chosen'])
    else:
        store_as(output)


def _properties(values: dict):
    return tuple(PropertyValue(name, 0, _value(value), 0) for name, value in values.items())


def _value(value):
    return uno.Any('[]com.sun.star.beans.PropertyValue', _properties(value)) if isinstance(value, dict) else value


# The most common document types, with their filters for storing and printing.
WARM_UP_DOCUMENTS = (
    ('swriter', 'MS Word 2007 XML', 'writer_pdf_Export'),
    ('scalc', 'Calc MS Excel 2007 XML', 'calc_pdf_Export'),
    ('simpress', 'Impress MS PowerPoint 2007 XML', 'impress_pdf_Export'),
)


def main() -> int:
    office = Office('/tmp')
    try:
        office.start()
        if sys.argv[1] == 'warm':
            office.warm_up('/tmp/warm-up')
            # A warm engine without its office process cannot serve the next job.
            signal.signal(signal.SIGCHLD, lambda *_: office.has_exited and os._exit(KILLED))
            warm_engine.serve(lambda words, _env, _cpu: attempt(office, json.loads(words[1])), __file__, office.close_done)
            return 0
        return attempt(office, json.loads(sys.argv[1]))
    except Exception as error:
        if office.answers:
            raise
        return _crash_status(office, error)
    finally:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        office.stop()


def attempt(office: Office, request: dict) -> int:
    """Runs a request and returns its exit status."""
    try:
        office.convert(request)
    except Exception as error:
        # If the office dies during a call, the call may fail with an error that looks like a refusal of the file.
        if not office.answers:
            return _crash_status(office, error)
        if isinstance(error, REFUSALS):
            return _print_reason(str(error))
        if isinstance(error, UnoException):
            return _print_reason(f'LibreOffice refused: {error.Message}')
        raise
    return 0


def _crash_status(office: Office, error: Exception) -> int:
    # Shells report signal n as 128+n.
    return max(128, 128 - office.stop(2), _print_reason(f'LibreOffice ended: {error}'))


def _print_reason(reason: str) -> int:
    print(reason.splitlines()[0] if reason else 'no reason given', file=sys.stderr)
    return 1


if __name__ == '__main__':
    # Exits without the interpreter's cleanup, because UNO's threads may still run during the cleanup and crash. With
    # the interpreter's cleanup, 1 of 200 refused files was reported as a crash.
    os._exit(warm_engine.status_of(lambda: sys.exit(main())))
