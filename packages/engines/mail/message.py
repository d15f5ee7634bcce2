"""The parsed message, the same for every mail format."""
from dataclasses import dataclass, field


class NotMail(Exception):
    """The file is no message, or it is damaged."""


@dataclass
class Part:
    """An attachment, or a picture that the body shows by `cid`."""

    name: str
    kind: str
    data: bytes
    cid: str = ''
    # Its content is elsewhere, or in a form that is not supported.
    missing: bool = False


@dataclass
class Message:
    # The displayed headers, decoded, by name.
    headers: dict[str, str]
    text: str = ''
    html: str = ''
    parts: list[Part] = field(default_factory=list)
