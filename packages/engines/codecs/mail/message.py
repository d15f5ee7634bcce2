"""The parsed message, the same for every mail format."""
import re
from dataclasses import dataclass, field

# The pictures that a page may show.
PICTURE = re.compile(r'image/(?:png|jpeg|gif|webp)')


class NotMail(Exception):
    """Raised if the file is not a message, or is damaged."""


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
class Piece:
    """A part of the body: a text, a web page or a picture, in which case `kind` is `picture`."""

    kind: str
    text: str = ''
    part: Part | None = None


@dataclass
class Message:
    # The displayed headers, decoded, by name.
    headers: dict[str, str]
    text: str = ''
    html: str = ''
    parts: list[Part] = field(default_factory=list)
    # Parts shown below each other, if there is more than `text` or `html`.
    pieces: list[Piece] = field(default_factory=list)
    # Whether its page hides text, which is left out.
    hid_text: bool = False
    # The guessed encoding of its texts, or an empty text.
    guess: str = ''
