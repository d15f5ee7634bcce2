"""Writes a message as an Internet message (RFC 5322 with MIME): its plain text, its HTML page with the pictures that
the page shows, and its attachments."""
import email
import email.policy
from email.header import Header
from email.message import EmailMessage
from email.utils import formataddr, getaddresses

from engines.codecs.mail.message import HEADER_ERRORS, Message, Part

ADDRESSED = ('From', 'Reply-To', 'To', 'Cc', 'Bcc')


def as_eml(message: Message) -> bytes:
    """Returns the message without the attachments that cannot be read. The caller must warn about the attachments that
    are left out."""
    mail = EmailMessage(policy=email.policy.SMTP)
    for name, value in message.headers.items():
        # Line breaks are removed from the value, because they would begin another header.
        line = ' '.join(value.split())
        add_header(mail, name, addresses(line) if name in ADDRESSED else line)
    present = [part for part in message.parts if not part.missing]
    shown = [part for part in present if message.html and part.cid and f'cid:{part.cid}' in message.html]
    if message.text.strip() or not message.html:
        mail.set_content(message.text)
    if message.html:
        add_page(mail, message, shown)
    for part in present:
        if any(part is one for one in shown):
            continue
        if part.kind == 'message/rfc822':
            mail.add_attachment(email.message_from_bytes(part.data, policy=email.policy.SMTP), filename=plain(part.name))
        else:
            mail.add_attachment(part.data, **kind_of(part), filename=plain(part.name))
    for number, part in enumerate(mail.walk()):
        if part.is_multipart() and part.get_content_maintype() == 'multipart':
            # The boundary is fixed instead of random, so that equal messages give equal bytes.
            part.set_boundary(f'=_part_{number}_of_this_message')
    return mail.as_bytes()


def add_header(mail: EmailMessage, name: str, value: str) -> None:
    try:
        mail[name] = value
        mail.policy.fold(name, mail[name])
    except HEADER_ERRORS:
        # Values that the email library rejects, such as a malformed Message-ID, are written as encoded text.
        del mail[name]
        mail.set_raw(name, Header(value, 'us-ascii' if value.isascii() else 'utf-8', header_name=name).encode(linesep='\r\n'))


def add_page(mail: EmailMessage, message: Message, shown: list[Part]) -> None:
    if message.text.strip():
        mail.add_alternative(message.html, subtype='html')
        page = list(mail.iter_parts())[-1]
    else:
        mail.set_content(message.html, subtype='html')
        page = mail
    for part in shown:
        page.add_related(part.data, **kind_of(part), cid=f'<{plain(part.cid)}>', filename=plain(part.name), disposition='inline')


def kind_of(part: Part) -> dict[str, str]:
    main, _, sub = part.kind.lower().partition('/')
    known = main in ('application', 'audio', 'font', 'image', 'text', 'video') and sub.replace('-', '').replace('.', '').replace('+', '').isalnum()
    return {'maintype': main, 'subtype': sub} if known and sub else {'maintype': 'application', 'subtype': 'octet-stream'}


def addresses(value: str) -> str:
    """Returns the email addresses of a header in standard form. The policy of `EmailMessage` later encodes names that
    are not ASCII. Names without an address stay unchanged."""
    pairs = [pair for pair in getaddresses([value]) if any(pair)]
    return ', '.join(formataddr(pair, charset='utf-8') if pair[1] else pair[0] for pair in pairs) or value


def plain(text: str) -> str:
    return ' '.join(text.split()) or 'attachment'
