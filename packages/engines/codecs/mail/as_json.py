"""Writes messages as JSON: an object for a message, a list of objects for a mailbox."""
import email.utils
import json

from engines.codecs.mail.body import as_text, body_of
from engines.codecs.mail.message import Message


def as_json(value: dict | list, options) -> str:
    return json.dumps(value, ensure_ascii=False, indent=options.get('indent', 2) or None) + '\n'


def described(message: Message) -> dict:
    body, shown = body_of(message)
    headers = message.headers
    return {
        'from': addresses(message, 'From'),
        'to': addresses(message, 'To'),
        'cc': addresses(message, 'Cc'),
        **{key: addresses(message, name) for key, name in (('bcc', 'Bcc'), ('reply_to', 'Reply-To')) if name in headers},
        'date': moment(headers.get('Date')),
        'subject': headers.get('Subject'),
        **({'message_id': headers['Message-ID']} if 'Message-ID' in headers else {}),
        **{key: headers[name].split() for key, name in (('in_reply_to', 'In-Reply-To'), ('references', 'References')) if name in headers},
        'text': message.text if message.text.strip() else as_text(body),
        'html': body if message.html.strip() else None,
        'attachments': [
            {'name': part.name, 'type': part.kind, 'size': len(part.data)} for part in message.parts if part.cid not in shown
        ],
    }


def addresses(message: Message, name: str):
    value = message.headers.get(name, '')
    found = [pair for pair in email.utils.getaddresses([value]) if any(pair)]
    # If the value contains no address, the whole value is treated as a name.
    pairs = found or ([(value, '')] if value else [])
    return [{'name': shown or None, 'address': address or None} for shown, address in pairs]


def moment(date: str | None) -> str | None:
    """Returns the date in ISO 8601 format if it is valid, otherwise unchanged."""
    try:
        return email.utils.parsedate_to_datetime(date).isoformat() if date else None
    except ValueError:
        return date
