"""The parsed message, in the same form for every mail format."""
import re
from dataclasses import dataclass, field
from email.errors import MessageError

# Media types of pictures that a page may show.
PICTURE = re.compile(r'image/(?:png|jpeg|gif|webp)')


# Errors that the email library raises for a header value that it cannot interpret.
HEADER_ERRORS = (AttributeError, IndexError, TypeError, ValueError, MessageError)


class NotMail(Exception):
    """Raised if the file is not a message, or is damaged."""


@dataclass
class Part:
    """An attachment, or a picture to which the body refers by its `cid`."""

    name: str
    kind: str
    data: bytes
    cid: str = ''
    # Whether the content is stored elsewhere, or in a form that is not supported.
    missing: bool = False
    # If the part is an embedded message: the number of its attachments that could not be read.
    unread: int = 0


@dataclass
class Piece:
    """A part of the body: plain text, a web page or a picture. `kind` is `text`, `html` or `picture`."""

    kind: str
    text: str = ''
    part: Part | None = None


@dataclass
class Message:
    # Decoded headers for display, by name.
    headers: dict[str, str]
    text: str = ''
    html: str = ''
    parts: list[Part] = field(default_factory=list)
    # Parts of the body in display order. If `pieces` is empty, the body is `html`, or `text` if `html` is blank.
    pieces: list[Piece] = field(default_factory=list)
    # Whether the page hides text. Hidden text is left out.
    hid_text: bool = False
    # Guessed encoding of the headers and text parts, or an empty string.
    guess: str = ''

    def unread(self) -> int:
        """Returns the number of attachments that could not be read, including attachments of embedded messages."""
        return sum(part.missing + part.unread for part in self.parts)
