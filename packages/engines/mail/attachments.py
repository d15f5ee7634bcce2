"""Packs the files that a mail carries into a zip, each under a name that stays in its folder."""
import mimetypes
import re
import zipfile

from engines.mail.message import NotMail, Part
from engines.runtime import zip_times

# Characters of a name; with what tells it from others it fits into every file system.
LONGEST = 60


def pack(parts: list[Part], output: str) -> None:
    """All of them, those too that the page of the mail shows. Raises NotMail where there are none."""
    if not parts:
        raise NotMail('protean-reason: no_attachments')
    # Half of what is attached would be taken for all of it.
    beyond = next((part.name for part in parts if part.missing), None)
    if beyond is not None:
        raise NotMail(f'it carries something that cannot be taken out: {beyond}')
    taken: set[str] = set()
    with zipfile.ZipFile(output, 'w') as archive:
        for part in parts:
            zip_times.add(archive, free_name(file_name(part), taken), part.data)


def file_name(part: Part) -> str:
    """Its own without folders and what no file system takes; of a nameless one what its kind says."""
    if part.name == part.kind:
        return 'attachment' + (mimetypes.guess_extension(part.kind) or '')
    last = re.split(r'[/\\]', part.name)[-1]
    plain = re.sub(r'[\x00-\x1f\x7f<>:"|?*]', '', last).encode(errors='replace').decode().strip(' .')
    stem, dot, ext = plain.rpartition('.')
    if not stem or len(ext) > 16:
        return plain[:LONGEST] or 'attachment'
    return stem[:LONGEST] + dot + ext


def free_name(name: str, taken: set[str]) -> str:
    """The name, or with a number where another file has it, also in other case."""
    stem, dot, ext = name.rpartition('.')
    number, free = 1, name
    while free.lower() in taken:
        number += 1
        free = f'{stem} ({number}){dot}{ext}' if stem else f'{name} ({number})'
    taken.add(free.lower())
    return free
