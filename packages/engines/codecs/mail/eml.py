"""Reads an Internet message (RFC 5322 with MIME): its headers, body and attachments."""
import email
import email.policy
import re
from email.errors import (
    CloseBoundaryNotFoundDefect,
    InvalidBase64CharactersDefect,
    InvalidBase64LengthDefect,
    InvalidBase64PaddingDefect,
    MessageError,
    StartBoundaryNotFoundDefect,
)

from engines.codecs.mail.charsets import Charsets
from engines.codecs.mail.flowed import unflowed
from engines.codecs.mail.message import Message, NotMail, Part, PICTURE, Piece

SHOWN = ('From', 'Reply-To', 'To', 'Cc', 'Bcc', 'Date', 'Message-ID', 'In-Reply-To', 'References', 'Subject')
# Headers that distinguish a message from other text that begins with a word and a colon. Every message has at least one
# of the listed headers.
EXPECTED = (
    *('From', 'To', 'Cc', 'Bcc', 'Sender', 'Reply-To', 'Date', 'Subject', 'Message-ID', 'In-Reply-To', 'References'),
    *('Received', 'Return-Path', 'Delivered-To', 'MIME-Version', 'Content-Type', 'User-Agent', 'X-Mailer'),
)
BROKEN = (
    CloseBoundaryNotFoundDefect,
    StartBoundaryNotFoundDefect,
    InvalidBase64CharactersDefect,
    InvalidBase64LengthDefect,
    InvalidBase64PaddingDefect,
)
TEXTS = {'text/plain': 'text', 'text/html': 'html'}
# Matches a quoted file name. Some programs write the file name with bytes above 127, or as an encoded word.
LOOSE_NAME = re.compile(r'name="([^"]*)"', re.IGNORECASE)
# Maximum nesting depth of message parts.
MAX_DEPTH = 50


def read_eml(data: bytes) -> Message:
    mail = email.message_from_bytes(data, policy=email.policy.default.clone(max_line_length=None))
    if not any(name in mail for name in EXPECTED):
        raise NotMail('it does not begin with mail headers')
    charsets = Charsets(mail)
    values = {name: header(mail, name, charsets) for name in SHOWN if name in mail}
    message = Message({name: value for name, value in values.items() if value})
    message.pieces = collect(mail, message, charsets)
    message.guess = charsets.guess
    texts, pages = ([piece.text for piece in message.pieces if piece.kind == kind] for kind in ('text', 'html'))
    message.text = '\n\n'.join(texts) or message.text
    message.html = '\n'.join(pages) or message.html
    return message


def header(mail, name: str, charsets: Charsets) -> str:
    """Returns the value without line breaks, or the raw text if the parser cannot read it."""
    raw = next((raw for key, raw in mail.raw_items() if key.lower() == name.lower()), '')
    try:
        legacy = charsets.header(str(raw))
        if legacy is not None:
            return ' '.join(legacy.split())
        value = str(mail[name] or '')
    except (AttributeError, IndexError, TypeError, ValueError, MessageError):
        value = raw
    return ' '.join(value.split())


def collect(part, message: Message, charsets: Charsets, depth: int = 0) -> list[Piece]:
    """Returns the pieces of the body in `part`: unnamed text parts, and the pictures between them. Parts that do not
    belong to the body become attachments."""
    if depth > MAX_DEPTH:
        raise NotMail('it is nested too deeply')
    content = None if part.is_multipart() else part.get_payload(decode=True)
    broken = next((defect for defect in part.defects if isinstance(defect, BROKEN)), None)
    if broken:
        raise NotMail(f'it is damaged or incomplete: {type(broken).__name__}')
    kind = part.get_content_type()
    if kind.startswith('multipart/'):
        inside = [collect(inner, message, charsets, depth + 1) for inner in part.iter_parts()]
        if kind == 'multipart/alternative':
            return best(inside)
        pieces = [piece for each in inside for piece in each]
        # Pictures in a `multipart/related` part belong to the HTML page, so they are not separate pieces.
        owned = kind == 'multipart/related' and any(piece.kind == 'html' for piece in pieces)
        return [piece for piece in pieces if not (owned and piece.kind == 'picture')]
    if kind == 'message/rfc822':
        content = b''.join(inner.as_bytes() for inner in part.get_payload())
    if kind in TEXTS and part.get_content_disposition() != 'attachment':
        text = decoded(part, content, charsets)
        first = not getattr(message, TEXTS[kind])
        if first:
            setattr(message, TEXTS[kind], text)
        if first or not part.get_filename():
            return [Piece(TEXTS[kind], text)]
    name = file_name(part, charsets) or default_name(part, kind, charsets)
    shown = PICTURE.fullmatch(kind) and part.get_content_disposition() == 'inline'
    cid = header(part, 'Content-ID', charsets).strip(' <>') or (f'inline {len(message.parts)}' if shown else '')
    message.parts.append(Part(name, kind, content or b'', cid))
    return [Piece('picture', part=message.parts[-1])] if shown else []


def best(alternatives: list[list[Piece]]) -> list[Piece]:
    """Returns the last alternative with an HTML page. If no alternative has an HTML page, returns the first alternative
    with any content."""
    pages = [pieces for pieces in alternatives if any(piece.kind == 'html' for piece in pieces)]
    return pages[-1] if pages else next((pieces for pieces in alternatives if pieces), [])


def decoded(part, content: bytes, charsets: Charsets) -> str:
    text = charsets.text(content, part.get_content_charset()).replace('\r\n', '\n')
    if part.get_content_type() != 'text/plain' or parameter(part, 'format') != 'flowed':
        return text
    return unflowed(text, parameter(part, 'delsp') == 'yes')


def parameter(part, name: str) -> str:
    return str(part.get_param(name, '')).lower()


def file_name(part, charsets: Charsets) -> str | None:
    """Returns the name of an attachment, or None. The function also reads names in the non-standard notations of some
    mail programs."""
    for key, raw in part.raw_items():
        if key.lower() in ('content-disposition', 'content-type'):
            found = LOOSE_NAME.search(str(raw))
            legacy = charsets.header(found[1]) if found else None
            if legacy is not None:
                return legacy
    return part.get_filename()


def default_name(part, kind: str, charsets: Charsets) -> str:
    if kind == 'text/calendar':
        return 'invitation.ics'
    if kind != 'message/rfc822':
        return kind
    return (header(part.get_payload(0), 'Subject', charsets) or 'message') + '.eml'
