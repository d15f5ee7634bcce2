"""What a mail says, whatever kind of file it came in."""
from dataclasses import dataclass, field


class NotMail(Exception):
    """The file is no mail, or not the whole of one."""


@dataclass
class Part:
    """A file that the mail carries: an attachment, or a picture that its page shows by `cid`."""

    name: str
    kind: str
    data: bytes
    cid: str = ''
    # What it is stands elsewhere, or in a way that is not read.
    missing: bool = False


@dataclass
class Message:
    # Name to value, of those a reader sees, as they are to be shown.
    headers: dict[str, str]
    text: str = ''
    html: str = ''
    parts: list[Part] = field(default_factory=list)
