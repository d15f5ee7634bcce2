"""Accepts or rejects the tracked changes of a text document before its pages are drawn."""
import contextlib
import os
import zipfile
from xml.etree import ElementTree

from engines.runtime.warn import warn
from engines.runtime.word import revisions
from engines.runtime.word.document import Document

COMMANDS = {'final': '.uno:AcceptAllTrackedChanges', 'original': '.uno:RejectAllTrackedChanges'}
# LibreOffice 7 does not know the changes of their rows and cells: they are settled before it reads them.
WORD = ('docx', 'docm', 'dotx')
STORIES = ('footnotes', 'endnotes', 'header', 'footer')


def needs_commands(request: dict) -> bool:
    """Whether LibreOffice settles the changes, by commands that need a writable file."""
    return request['from'] not in WORD and request['options'].get('tracked_changes') in COMMANDS


def settled(path: str, request: dict) -> str:
    """`path`, or a copy of the Word document with its changes accepted or rejected."""
    way = request['options'].get('tracked_changes')
    if request['from'] not in WORD or way not in COMMANDS:
        return path
    # LibreOffice refuses damaged files itself.
    with contextlib.suppress(KeyError, zipfile.BadZipFile, ElementTree.ParseError), zipfile.ZipFile(path) as archive:
        document = Document(archive)
        related = {target for kind, target in document.related.values() if kind.rpartition('/')[2] in STORIES}
        for name in (document.main, *sorted(related & document.names)):
            if revisions.has_any(document.data(name)):
                revisions.settle(document.changing(name), way)
        if document.has_changed:
            copy = os.path.join(request['work'], f'settled-{os.path.basename(path)}')
            document.write(copy)
            return copy
    return path


def settle(document, request: dict, services) -> None:
    """Warns where the pages show both versions and nobody asked for them."""
    if not document.getRedlines().createEnumeration().hasMoreElements():
        return
    way = request['options'].get('tracked_changes')
    if way is None:
        warn(request, 'tracked_changes')
    elif needs_commands(request):
        frame = document.getCurrentController().getFrame()
        services.createInstance('com.sun.star.frame.DispatchHelper').executeDispatch(frame, COMMANDS[way], '', 0, ())
