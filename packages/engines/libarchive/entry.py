"""One member of an archive, whatever tool it came from, and the reasons an archive is turned down."""
from dataclasses import dataclass, field
from typing import Callable, Iterable


class Unreadable(Exception):
    """The tool cannot read this archive: for the archive's fault, or because it is beyond the tool."""

    def __init__(self, why: str, beyond: bool = False):
        super().__init__(why)
        self.beyond = beyond


class Refused(Exception):
    """The archive is turned down whatever the tool: too much in it, or a password on it; `reason` is one of the table."""

    def __init__(self, why: str, reason: str = ''):
        super().__init__(f'protean-reason: {reason}\n{why}' if reason else why)


class Locked(Refused):
    """Without its password, or with another one, there is nothing to be had from it."""

    def __init__(self, password: str):
        super().__init__('It is locked.', 'wrong_password' if password else 'password_required')


@dataclass
class Entry:
    """`kind` is file, folder or link, and while being read also copy: a hard link to the file called `target`."""

    path: str
    kind: str
    mode: int
    mtime: float | None = None
    target: str = ''
    # -1 where only reading it to the end will tell.
    size: int = 0
    read: Callable[[], Iterable[bytes]] = field(default=tuple)
