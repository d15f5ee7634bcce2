"""Prints office files with a separate LibreOffice, not with the engine under test: `office_rendering.py <folder>`.

Each line of standard input is a JSON list of the paths [source, pdf, flat]. The program prints the file `source` as PDF
to `pdf`. Unless `flat` is null, the program also writes the content of `source` to `flat` as a single XML file (flat
OpenDocument). For each line, the program prints a JSON string: the error message, or an empty string if there was no
error. LibreOffice's user profiles are in <folder>.
"""
import json
import os
import subprocess
import sys
import time

import uno
from com.sun.star.connection import NoConnectException
from com.sun.star.beans import PropertyValue
from com.sun.star.lang import DisposedException
from com.sun.star.uno import RuntimeException

sys.path.append(os.path.join(os.path.dirname(__file__), '../../../packages'))
from engines.tools.libreoffice.documents import comment_window  # noqa: E402
from engines.tools.libreoffice.user_profile import write_profile  # noqa: E402

OFFICE = '/usr/lib/libreoffice'
KINDS = {
    'com.sun.star.text.TextDocument': ('writer', 'OpenDocument Text Flat XML'),
    'com.sun.star.text.WebDocument': ('writer_web', 'OpenDocument Text Flat XML'),
    'com.sun.star.sheet.SpreadsheetDocument': ('calc', 'OpenDocument Spreadsheet Flat XML'),
    'com.sun.star.presentation.PresentationDocument': ('impress', 'OpenDocument Presentation Flat XML'),
    'com.sun.star.drawing.DrawingDocument': ('draw', 'OpenDocument Drawing Flat XML'),
}


def properties(**values):
    return tuple(PropertyValue(Name=name, Value=value) for name, value in values.items())


def start(folder):
    pipe = f'prove{os.getpid()}_{time.monotonic_ns()}'
    profile = f'{folder}/{time.monotonic_ns()}'
    write_profile(profile, f'{OFFICE}/program')
    base = comment_window.base_folder(OFFICE, f'{profile}/base')
    command = [f'{OFFICE}/program/soffice.bin', '--headless', '--norestore', '--nologo', '--nodefault',
               f'-env:UserInstallation=file://{profile}',
               f'-env:BRAND_BASE_DIR=file://{base}',
               f'--accept=pipe,name={pipe};urp']
    quiet = {**dict.fromkeys(('stdin', 'stdout', 'stderr'), subprocess.DEVNULL), 'env': {**os.environ, 'LD_LIBRARY_PATH': f'{OFFICE}/program'}}
    office = subprocess.Popen(command, **quiet)
    resolver = uno.getComponentContext().ServiceManager.createInstance('com.sun.star.bridge.UnoUrlResolver')
    for _ in range(600):
        # LibreOffice exits with status 81 after it has written a new profile, and must then be restarted.
        if office.poll() == 81:
            office = subprocess.Popen(command, **quiet)
        try:
            context = resolver.resolve(f'uno:pipe,name={pipe};urp;StarOffice.ComponentContext')
            return office, context.ServiceManager.createInstance('com.sun.star.frame.Desktop')
        except NoConnectException:
            time.sleep(0.1)
    raise RuntimeError('LibreOffice does not start')


def render(desktop, source, pdf, flat):
    document = desktop.loadComponentFromURL(uno.systemPathToFileUrl(source), '_blank', 0, properties(Hidden=True, HiddenForConversion=True))
    if document is None:
        raise RuntimeError('LibreOffice cannot open the file')
    try:
        kind, flat_filter = next(found for service, found in KINDS.items() if document.supportsService(service))
        document.storeToURL(uno.systemPathToFileUrl(pdf), properties(FilterName=f'{kind}_pdf_Export'))
        if flat:
            document.storeToURL(uno.systemPathToFileUrl(flat), properties(FilterName=flat_filter))
    finally:
        document.close(True)


def answer(line, running):
    """Renders the file of one input line. Returns the LibreOffice process with its desktop object, and an error message
    or an empty string. If LibreOffice crashes, a new process tries again, but renders only the PDF."""
    source, pdf, flat = json.loads(line)
    for wanted in (flat, None):
        running = running or start(sys.argv[1])
        try:
            render(running[1], source, pdf, wanted)
            return running, ''
        except (DisposedException, RuntimeException) as error:
            problem = error
            if running[0].poll() is None and not isinstance(error, DisposedException):
                break
            running[0].wait()
            running = None
        except Exception as error:
            problem = error
            break
    return running, f'{type(problem).__name__}: {problem}'.split('\n')[0]


running = None
for line in sys.stdin:
    running, said = answer(line, running)
    print(json.dumps(said), flush=True)
if running:
    try:
        running[1].terminate()
    except DisposedException:
        pass
    running[0].wait()
