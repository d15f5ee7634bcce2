"""Reads an Outlook message: a compound file with one stream per property ([MS-OXMSG]).

Debian's libemail-outlook-message-perl is not used: it accepts truncated files, omits the sender and the recipients of a
message without transport headers, and turns an HTML body that is stored as RTF into an attachment."""
import datetime
import email.parser
import email.policy
import email.utils
import io
import struct

import olefile

from engines.codecs.mail.as_eml import as_eml
from engines.codecs.mail.message import HEADER_ERRORS, Message, NotMail, Part
from engines.codecs.mail.rtf import decompressed, html_and_text

# Property ids ([MS-OXPROPS]).
CLASS, SUBJECT, BODY, HTML, RTF, HEADERS = 0x001A, 0x0037, 0x1000, 0x1013, 0x1009, 0x007D
MESSAGE_ID, IN_REPLY_TO, REFERENCES = 0x1035, 0x1042, 0x1039
SENDER, SENDER_ADDRESS, SENDER_SMTP = 0x0C1A, 0x0C1F, 0x5D01
AUTHOR, AUTHOR_ADDRESS, AUTHOR_SMTP = 0x0042, 0x0065, 0x5D02
SUBMITTED, DELIVERED = 0x0039, 0x0E06
NAME, ADDRESS, SMTP, RECIPIENT_TYPE = 0x3001, 0x3003, 0x39FE, 0x0C15
DATA, LONG_NAME, SHORT_NAME, KIND, CONTENT_ID = 0x3701, 0x3707, 0x3704, 0x370E, 0x3712
BODY_CODE_PAGE, TEXT_CODE_PAGE = 0x3FDE, 0x3FFD

# Types of properties that have a separate stream. All other properties are rows of a single stream, and each row
# contains a value of 8 bytes.
UNICODE, EIGHT_BIT, BINARY, OBJECT = '001F', '001E', '0102', '000D'
# Maximum nesting depth of embedded messages.
MAX_DEPTH = 20
PROPERTIES = '__properties_version1.0'
RECIPIENTS = {1: 'To', 2: 'Cc', 3: 'Bcc'}
# Headers that are read from properties, or from the transport headers if a property is missing. The subject is not in
# this list, because it is always a property.
READ = ('From', 'Reply-To', 'To', 'Cc', 'Bcc', 'Date', 'Message-ID', 'In-Reply-To', 'References')


def read_msg(data: bytes) -> Message:
    if not olefile.isOleFile(data):
        raise NotMail('it is not a compound file')
    try:
        with olefile.OleFileIO(io.BytesIO(data), raise_defects=olefile.DEFECT_INCORRECT) as file:
            return as_message(file)
    except (OSError, struct.error) as error:
        raise NotMail(f'it is damaged or incomplete: {error}') from error


def as_message(file) -> Message:
    if not file.exists(PROPERTIES) and not any(is_property(name) for name, *_ in file.listdir()):
        raise NotMail('it is a compound file, but not a mail')
    return message_in(file, [], 32)


def message_in(file, folder: list[str], head: int, depth: int = 0) -> Message:
    """Returns the message in `folder`. The list of properties begins after the first `head` bytes of its stream. Some
    programs omit the stream with the list of properties."""
    mail = Properties(file, folder, head)
    page, text = mail.page(HTML), mail.text(BODY).replace('\r\n', '\n')
    packed = '' if page else mail.bytes(RTF, BINARY)
    if packed:
        page, shown = html_and_text(decompressed(packed))
        text = text if text.strip() else shown
    message = Message({}, text, page)
    level = len(folder)
    folders = sorted({entry[level] for entry in file.listdir() if len(entry) > level + 1 and entry[:level] == folder})
    received = received_headers(mail.text(HEADERS))
    shown = {
        'From': mail.address(AUTHOR, AUTHOR_SMTP, AUTHOR_ADDRESS) or mail.address(SENDER, SENDER_SMTP, SENDER_ADDRESS),
        **recipients(file, folder, folders, mail.encoding),
        'Date': mail.date(SUBMITTED) or mail.date(DELIVERED),
        'Message-ID': mail.text(MESSAGE_ID),
        'In-Reply-To': mail.text(IN_REPLY_TO),
        'References': mail.text(REFERENCES),
    }
    values = {name: shown.get(name) or received[name] for name in READ}
    message.headers = {name: value for name, value in {**values, 'Subject': mail.text(SUBJECT)}.items() if value}
    for name in folders:
        if name.startswith('__attach_version1.0_'):
            message.parts.append(attachment(file, [*folder, name], mail.encoding, depth))
    return message


def is_property(name: str) -> bool:
    return name.startswith('__substg1.0_')


def received_headers(text: str) -> dict[str, str]:
    """Returns the values of the transport headers. A header that the parser cannot interpret keeps its text."""
    sent = email.parser.HeaderParser(policy=email.policy.default).parsestr(text)
    plain = {name.lower(): value for name, value in reversed(list(sent.raw_items()))}
    values = {}
    for name in READ:
        try:
            value = str(sent[name] or '')
        except HEADER_ERRORS:
            value = str(plain.get(name.lower(), ''))
        values[name] = ' '.join(value.split())
    return values


def recipients(file, parent: list[str], folders, encoding) -> dict[str, str]:
    lists: dict[str, list[str]] = {'To': [], 'Cc': [], 'Bcc': []}
    for name in folders:
        if name.startswith('__recip_version1.0_'):
            each = Properties(file, [*parent, name], 8, encoding)
            kind = RECIPIENTS.get(each.number(RECIPIENT_TYPE))
            if kind:
                lists[kind].append(each.address(NAME, SMTP, ADDRESS))
    return {kind: ', '.join(filter(None, addresses)) for kind, addresses in lists.items()}


def attachment(file, folder: list[str], encoding: str, depth: int) -> Part:
    properties = Properties(file, folder, 8, encoding)
    embedded = [*folder, stream_name(DATA, OBJECT)]
    if is_message(file, embedded):
        return embedded_message(file, embedded, properties, depth)
    name = properties.text(LONG_NAME) or properties.text(SHORT_NAME) or properties.text(NAME) or 'attachment'
    kind = properties.text(KIND) or 'application/octet-stream'
    # An attachment without data is an OLE object or a link to a file.
    missing = not properties.has(DATA, BINARY)
    return Part(name, kind, properties.bytes(DATA, BINARY), properties.text(CONTENT_ID).strip(' <>'), missing)


def is_message(file, folder: list[str]) -> bool:
    """Returns whether `folder` has a subject, a body or a message class. The folder of an OLE object has no subject,
    body or message class."""
    return any(file.exists([*folder, stream_name(number, kind)]) for number in (CLASS, SUBJECT, BODY) for kind in (UNICODE, EIGHT_BIT))


def embedded_message(file, folder: list[str], properties, depth: int) -> Part:
    if depth >= MAX_DEPTH:
        raise NotMail('it is nested too deeply')
    message = message_in(file, folder, 24, depth + 1)
    name = message.headers.get('Subject') or properties.text(LONG_NAME) or properties.text(NAME) or 'message'
    return Part(f'{name}.eml', 'message/rfc822', as_eml(message), unread=message.unread())


class Properties:
    """The properties of a message, a recipient or an attachment."""

    def __init__(self, file, folder: list[str], head: int, encoding: str = ''):
        self._file = file
        self._folder = folder
        fixed = self._stream(PROPERTIES)[head:]
        rows = (struct.unpack_from('<HHI8s', fixed, at) for at in range(0, len(fixed) - 15, 16))
        self._fixed = {number: value for _, number, _, value in rows}
        self.encoding = encoding or code_page(self.number(TEXT_CODE_PAGE))

    def number(self, number: int) -> int:
        return struct.unpack_from('<I', self._fixed.get(number, bytes(8)))[0]

    def date(self, number: int) -> str:
        """Returns the date of a FILETIME, which counts units of 100 ns since 1601, or an empty string."""
        ticks = struct.unpack('<Q', self._fixed.get(number, bytes(8)))[0]
        if not ticks:
            return ''
        try:
            moment = datetime.datetime(1601, 1, 1, tzinfo=datetime.timezone.utc) + datetime.timedelta(microseconds=ticks // 10)
        except OverflowError:
            return ''
        return email.utils.format_datetime(moment)

    def bytes(self, number: int, kind: str) -> bytes:
        return self._stream(stream_name(number, kind))

    def has(self, number: int, kind: str) -> bool:
        return self._file.exists([*self._folder, stream_name(number, kind)])

    def text(self, number: int) -> str:
        wide = self.bytes(number, UNICODE)
        text = wide.decode('utf-16-le', 'replace') if wide else self.bytes(number, EIGHT_BIT).decode(self.encoding, 'replace')
        return text.rstrip('\0')

    def page(self, number: int) -> str:
        """Returns the HTML body, which is stored as bytes in the code page of the message."""
        encoding = code_page(self.number(BODY_CODE_PAGE)) if BODY_CODE_PAGE in self._fixed else self.encoding
        return self.bytes(number, BINARY).decode(encoding, 'replace').replace('\r\n', '\n') or self.text(number)

    def address(self, name: int, *addresses: int) -> str:
        shown = self.text(name).strip()
        found = next((text for text in map(self.text, addresses) if '@' in text), '')
        if not found or f'<{found.lower()}>' in shown.lower():
            return shown
        # If Outlook does not know the name of a person, it stores the email address as the name.
        return found if bare(shown) in ('', bare(found)) else f'{shown} <{found}>'

    def _stream(self, name: str) -> bytes:
        path = [*self._folder, name]
        return self._file.openstream(path).read() if self._file.exists(path) else b''


def bare(name: str) -> str:
    return name.strip(' \'"<>()').lower()


def stream_name(number: int, kind: str) -> str:
    return f'__substg1.0_{number:04X}{kind}'


def code_page(number: int) -> str:
    known = {65001: 'utf-8', 1200: 'utf-16-le', 20127: 'ascii', 28591: 'latin-1'}
    name = known.get(number, f'cp{number or 1252}')
    try:
        ''.encode(name)
    except LookupError:
        return 'cp1252'
    return name
