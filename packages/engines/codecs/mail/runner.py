"""Converts a message or a mailbox to a web page or JSON. Packs the attachments of a message, or the messages of a
mailbox, into a zip. This program also converts an Outlook message to an Internet message (EML), and a saved web page
(MHTML) to a single file."""
import json
import sys

from engines.codecs.mail.as_eml import as_eml
from engines.codecs.mail.as_json import as_json, described
from engines.codecs.mail.attachments import pack, pack_messages
from engines.codecs.mail.body import DIAGRAM_START
from engines.codecs.mail.eml import read_eml
from engines.codecs.mail.mbox import messages_of
from engines.codecs.mail.message import Message, NotMail
from engines.codecs.mail.msg import read_msg
from engines.codecs.mail.page import as_page, left_out
from engines.codecs.mail.web_archive import as_page as as_single_page
from engines.shared.runner.warn import warn

READERS = {'eml': read_eml, 'msg': read_msg}


def main():
    step = json.loads(sys.argv[1])
    with open(step['input'], 'rb') as file:
        data = file.read()
    if step['from'] == 'mhtml':
        return write(as_single_page(data), step['output'])
    if step['from'] == 'mbox':
        return convert_mailbox(data, step)
    message = READERS[step['from']](data)
    if message.guess:
        warn(step, 'encoding_guessed', message.guess)
    unread = message.unread()
    if unread and step['to'] in ('eml', 'zip'):
        warn(step, 'content_left_out', f'{unread} attachment{"" if unread == 1 else "s"} stored as links or OLE objects')
    if step['to'] == 'eml':
        with open(step['output'], 'wb') as file:
            file.write(as_eml(message))
        return None
    if step['to'] == 'zip':
        return pack(message.parts, step['output'])
    return write_messages([message], step)


def convert_mailbox(data: bytes, step) -> None:
    sources = messages_of(data)
    messages = [message for source in sources if (message := readable(source))]
    if not messages:
        raise NotMail('none of its messages can be read')
    if step['to'] == 'zip':
        return pack_messages([(title_of(source), source) for source in sources], step['output'])
    if len(messages) < len(sources):
        warn(step, 'salvaged', f'{len(messages)} of {len(sources)} messages')
    guess = next((message.guess for message in messages if message.guess), '')
    if guess:
        warn(step, 'encoding_guessed', guess)
    return write_messages(messages, step)


def readable(source: bytes) -> Message | None:
    try:
        return read_eml(source)
    except NotMail:
        return None


def title_of(source: bytes) -> str:
    message = readable(source)
    return message.headers.get('Subject', '') if message else ''


def write_messages(messages: list[Message], step) -> None:
    count = sum(map(left_out, messages))
    if count:
        warn(step, 'attachments_left_out', str(count))
    if step['to'] == 'html':
        text = as_page(messages)
        # The HTML page of a message shows Mermaid diagrams as source text. If the HTML is only an intermediate result,
        # no warning is needed, because the next step draws the diagrams.
        if not step.get('intermediate') and (diagrams := len(DIAGRAM_START.findall(text))):
            warn(step, 'diagrams_not_drawn', f'{diagrams} of {diagrams}')
    else:
        values = [described(message) for message in messages]
        text = as_json(values if step['from'] == 'mbox' else values[0], step['options'])
    # The warning about hidden text comes last, because `hid_text` is known only after the message bodies have been
    # read.
    if any(message.hid_text for message in messages):
        warn(step, 'hidden_text')
    write(text, step['output'])


def write(text: str, output: str) -> None:
    with open(output, 'w', encoding='utf-8', errors='replace') as file:
        file.write(text)


if __name__ == '__main__':
    try:
        main()
    except NotMail as error:
        sys.exit(str(error))
