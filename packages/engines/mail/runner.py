"""Converts a message to a web page or JSON of its headers, body and attachments, or packs the attachments; saved pages to a page."""
import email.utils
import html
import json
import sys

from engines.mail.as_eml import as_eml
from engines.mail.attachments import pack
from engines.mail.body import as_text, body_of
from engines.mail.eml import read_eml
from engines.mail.message import Message, NotMail, Part
from engines.mail.msg import read_msg
from engines.mail.web_archive import as_page as as_single_page
from engines.runtime.html_page import html_page
from engines.runtime.warn import warn

READERS = {'eml': read_eml, 'msg': read_msg}

STYLE = """
body { max-width: 48em; margin: 2em auto; padding: 0 1em; line-height: 1.4; font-family: sans-serif }
img { max-width: 100% }
blockquote { margin-left: 0.5em; padding-left: 1em; border-left: 2px solid #bbb }
@page { margin: 14mm }
@media print {
body { max-width: none; margin: 0; padding: 0; font-size: 10pt; line-height: 1.3 }
h1 { margin: 0 0 0.5em; font-size: 15pt }
img { max-height: 150mm }
/* A message is often one row of a table: kept together, it would leave the rest of the first page empty. */
tr { break-inside: auto }
}
"""


def main():
    step = json.loads(sys.argv[1])
    with open(step['input'], 'rb') as file:
        data = file.read()
    if step['from'] == 'mhtml':
        return write(as_single_page(data), step['output'])
    message = READERS[step['from']](data)
    if message.guess:
        warn(step, 'encoding_guessed', message.guess)
    if step['to'] == 'eml':
        with open(step['output'], 'wb') as file:
            file.write(as_eml(message))
        return None
    if step['to'] == 'zip':
        return pack(message.parts, step['output'])
    body, shown = body_of(message)
    attached = [part for part in message.parts if part.cid not in shown]
    text = as_page(message, body, attached) if step['to'] == 'html' else as_json(message, body, attached, step['options'])
    write(text, step['output'])


def write(text: str, output: str) -> None:
    with open(output, 'w', encoding='utf-8', errors='replace') as file:
        file.write(text)


def as_page(message: Message, body: str, attached: list[Part]) -> str:
    title = html.escape(message.headers.get('Subject', 'No subject'))
    lines = (f'<b>{name}:</b> {html.escape(value)}' for name, value in message.headers.items() if name != 'Subject')
    headers = '<br>\n'.join(lines)
    items = (f'<li>{html.escape(part.name)} ({len(part.data):,} bytes)</li>\n' for part in attached)
    below = f'\n<hr>\n<p><b>Attachments:</b></p>\n<ul>\n{"".join(items)}</ul>' if attached else ''
    return html_page(title, f'<h1>{title}</h1>\n<p>{headers}</p>\n<hr>\n{body}{below}', STYLE)


def as_json(message: Message, body: str, attached: list[Part], options) -> str:
    indent = options.get('indent', 2)
    value = {
        'from': addresses(message, 'From'),
        'to': addresses(message, 'To'),
        'cc': addresses(message, 'Cc'),
        'date': moment(message.headers.get('Date')),
        'subject': message.headers.get('Subject'),
        'text': message.text if message.text.strip() else as_text(body),
        'html': body if message.html.strip() else None,
        'attachments': [{'name': part.name, 'type': part.kind, 'size': len(part.data)} for part in attached],
    }
    return json.dumps(value, ensure_ascii=False, indent=indent or None) + '\n'


def addresses(message: Message, name: str):
    value = message.headers.get(name, '')
    found = [pair for pair in email.utils.getaddresses([value]) if any(pair)]
    # A value without an address is a name.
    pairs = found or ([(value, '')] if value else [])
    return [{'name': shown or None, 'address': address or None} for shown, address in pairs]


def moment(date: str | None) -> str | None:
    """In ISO 8601 where the date is valid."""
    try:
        return email.utils.parsedate_to_datetime(date).isoformat() if date else None
    except ValueError:
        return date


if __name__ == '__main__':
    try:
        main()
    except NotMail as error:
        sys.exit(str(error))
