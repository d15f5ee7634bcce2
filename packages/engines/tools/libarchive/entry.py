"""Defines an archive entry, independent of the tool that read it, and the exceptions for archives."""
from dataclasses import dataclass, field
from typing import Callable, Iterable


# Phrases in tool messages about an unsupported method or version.
BEYOND = ('unsupported', 'not supported', 'not fully supported', 'unavailable')


class Unreadable(Exception):
    """Raised if the tool cannot read an archive. If `beyond` is true, the archive needs a feature that the tool lacks.
    If `beyond` is false, the tool cannot read the archive because the archive is corrupt."""

    def __init__(self, why: str, beyond: bool = False):
        super().__init__(why)
        self.beyond = beyond

    @classmethod
    def by_message(cls, message: str) -> 'Unreadable':
        """Returns the error for a tool's message. Sets `beyond` if the message reports an unsupported feature."""
        return cls(message, beyond=any(word in message.lower() for word in BEYOND))


class Refused(Exception):
    """Raised if no tool may read the archive, because the archive is too large or encrypted. `reason` is a name in the
    table of reasons.ts."""

    def __init__(self, why: str, reason: str = ''):
        super().__init__(f'protean-reason: {reason}\n{why}' if reason else why)


class Encrypted(Refused):
    """Raised if the archive is encrypted and the password is missing or wrong."""

    def __init__(self, password: str):
        super().__init__('It is encrypted.', 'wrong_password' if password else 'password_required')


@dataclass
class Entry:
    """An entry. `kind` is `file`, `folder` or `link`. While an archive is read, `kind` may also be `copy`: a hard link
    to the file `target`."""

    path: str
    kind: str
    mode: int
    mtime: float | None = None
    target: str = ''
    # Size in bytes, or -1 if it is unknown until all data is read.
    size: int = 0
    read: Callable[[], Iterable[bytes]] = field(default=tuple)
