"""Packs the attachments of a message, or the messages of a mailbox, into a zip under names without folders."""
import mimetypes
import re
import zipfile

from engines.codecs.mail.message import NotMail, Part
from engines.shared.runner import zip_times

# Maximum length of a name, which leaves space for an extension and a number.
LONGEST = 60


def pack(parts: list[Part], output: str) -> None:
    """Packs all parts, including inline pictures. Raises NotMail if the message has no parts, or if a part cannot be
    read."""
    if not parts:
        raise NotMail('protean-reason: no_attachments')
    # An incomplete zip would look complete, so an unreadable part causes an error.
    if any(part.missing for part in parts):
        raise NotMail('protean-reason: unsupported_feature attachment stored as a link or OLE object')
    taken: set[str] = set()
    with zipfile.ZipFile(output, 'w') as archive:
        for part in parts:
            zip_times.add(archive, free_name(file_name(part), taken), part.data)


def pack_messages(messages: list[tuple[str, bytes]], output: str) -> None:
    """Packs each message as a file. The file name has a number before the subject, so that a sorted list keeps the
    order."""
    width = len(str(len(messages)))
    with zipfile.ZipFile(output, 'w') as archive:
        for number, (subject, source) in enumerate(messages, 1):
            name = without_reserved(re.sub(r'[/\\]', '-', subject))[:LONGEST].strip(' .') or 'message'
            zip_times.add(archive, f'{number:0{width}} {name}.eml', source)


def without_reserved(name: str) -> str:
    return re.sub(r'[\x00-\x1f\x7f<>:"|?*]', '', name).encode(errors='replace').decode().strip(' .')


def file_name(part: Part) -> str:
    """Returns the name of the part without folders and reserved characters, by default a name based on its type."""
    if part.name == part.kind:
        return 'attachment' + (mimetypes.guess_extension(part.kind) or '')
    last = re.split(r'[/\\]', part.name)[-1]
    plain = without_reserved(last)
    stem, dot, ext = plain.rpartition('.')
    if not stem or len(ext) > 16:
        return plain[:LONGEST] or 'attachment'
    return stem[:LONGEST] + dot + ext


def free_name(name: str, taken: set[str]) -> str:
    """Returns the name, with a number if another file has the same name in any letter case."""
    stem, dot, ext = name.rpartition('.')
    number, free = 1, name
    while free.lower() in taken:
        number += 1
        free = f'{stem} ({number}){dot}{ext}' if stem else f'{name} ({number})'
    taken.add(free.lower())
    return free
