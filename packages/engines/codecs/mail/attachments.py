"""Packs the attachments of a message, or the messages of a mailbox, into a zip under names without folders."""
import mimetypes
import re
import zipfile

from engines.codecs.mail.message import NotMail, Part
from engines.shared.runner import zip_times
from engines.shared.runner.member_names import LONGEST, free_name, plain_name, without_reserved


def pack(parts: list[Part], output: str) -> None:
    """Packs all parts, including inline pictures. Raises NotMail if the message has no parts, or if a part cannot be
    read."""
    if not parts:
        raise NotMail('protean-reason: no_attachments')
    # Packing fails if a part is unreadable, because a zip without this part would look complete.
    if any(part.missing for part in parts):
        raise NotMail('protean-reason: unsupported_feature attachment stored as a link or OLE object')
    taken: set[str] = set()
    with zipfile.ZipFile(output, 'w') as archive:
        for part in parts:
            zip_times.add(archive, free_name(file_name(part), taken), part.data)


def pack_messages(messages: list[tuple[str, bytes]], output: str) -> None:
    """Packs each message as a file. The file name has a number before the subject, so that a sorted list of the files
    keeps the order of the messages."""
    width = len(str(len(messages)))
    with zipfile.ZipFile(output, 'w') as archive:
        for number, (subject, source) in enumerate(messages, 1):
            name = without_reserved(re.sub(r'[/\\]', '-', subject))[:LONGEST].strip(' .') or 'message'
            zip_times.add(archive, f'{number:0{width}} {name}.eml', source)


def file_name(part: Part) -> str:
    """Returns a file name for the part, without folders and reserved characters. If the part has no name, the file name
    is based on the media type."""
    if part.name == part.kind:
        return 'attachment' + (mimetypes.guess_extension(part.kind) or '')
    return plain_name(part.name)
