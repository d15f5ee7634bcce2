"""Accepts or rejects the tracked changes of a text document before its pages are drawn."""
from engines.tools.libreoffice.documents.word_source import WORD
from engines.shared.runner.warn import warn

COMMANDS = {'final': '.uno:AcceptAllTrackedChanges', 'original': '.uno:RejectAllTrackedChanges'}


def needs_commands(request: dict) -> bool:
    """Returns whether a LibreOffice command must accept or reject the changes. A LibreOffice command that accepts or
    rejects changes needs a writable document."""
    return request['from'] not in WORD and request['options'].get('tracked_changes') in COMMANDS


def settle(document, request: dict, services) -> None:
    """If requested, accepts or rejects the changes with a LibreOffice command. Without the option `tracked_changes`,
    warns that the pages show both the old and the new text."""
    if not document.getRedlines().createEnumeration().hasMoreElements():
        return
    way = request['options'].get('tracked_changes')
    if way is None:
        warn(request, 'tracked_changes')
    elif needs_commands(request):
        frame = document.getCurrentController().getFrame()
        services.createInstance('com.sun.star.frame.DispatchHelper').executeDispatch(frame, COMMANDS[way], '', 0, ())
