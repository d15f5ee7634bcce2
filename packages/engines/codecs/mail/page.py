"""Writes messages as a web page: headers, body, events, attachment names, and attached messages."""
import html

from engines.codecs.mail.body import as_lines, body_of
from engines.codecs.mail.invitation import events_of
from engines.codecs.mail.eml import read_eml
from engines.codecs.mail.message import Message, NotMail, Part
from engines.shared.encoding import legacy_text
from engines.shared.html.html_page import alert_styles, html_page

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
# Maximum nesting depth of messages.
MAX_DEPTH = 10


def as_page(messages: list[Message]) -> str:
    """Returns a page with one message, or with all messages of a mailbox in order."""
    body = '\n<hr>\n'.join(section(message, 1) for message in messages)
    return html_page(html.escape(subject_of(messages[0])), body, STYLE, alert_styles(body))


def subject_of(message: Message) -> str:
    return message.headers.get('Subject', 'No subject')


def section(message: Message, level: int) -> str:
    body, shown = body_of(message)
    lines = (f'<b>{name}:</b> {html.escape(value)}' for name, value in message.headers.items() if name != 'Subject')
    heading = f'h{min(level, 6)}'
    parts = [f'<{heading}>{html.escape(subject_of(message))}</{heading}>\n<p>' + '<br>\n'.join(lines) + f'</p>\n<hr>\n{body}']
    attached = [part for part in message.parts if part.cid not in shown]
    parts += [event for part in attached if part.kind == 'text/calendar' for event in events_in(part)]
    if attached:
        items = (f'<li>{html.escape(part.name)} ({len(part.data):,} bytes)</li>\n' for part in attached)
        parts.append(f'<hr>\n<p><b>Attachments:</b></p>\n<ul>\n{"".join(items)}</ul>')
    parts += [f'<hr>\n{section(inner, level + 1)}' for inner in inner_messages(attached, level)]
    return '\n'.join(parts)


def events_in(part: Part) -> list[str]:
    """Returns a paragraph for each event of an invitation."""
    text = legacy_text.declared(part.data, 'utf-8') or part.data.decode('latin-1')
    return ['<p>' + '<br>\n'.join(f'<b>{name}:</b> {as_lines(value)}' for name, value in event.items()) + '</p>' for event in events_of(text)]


def inner_messages(parts: list[Part], level: int) -> list[Message]:
    """Returns the attached messages. A message that cannot be read stays an attachment."""
    found = []
    for part in parts:
        if part.kind == 'message/rfc822' and part.data and level < MAX_DEPTH:
            try:
                found.append(read_eml(part.data))
            except NotMail:
                continue
    return found


def left_out(message: Message, level: int = 1) -> int:
    """Returns the number of attachments that the page lists but does not include."""
    _, shown = body_of(message)
    attached = [part for part in message.parts if part.cid not in shown]
    inner = inner_messages(attached, level)
    named = [part for part in attached if not (part.kind == 'message/rfc822' and part.data)]
    return len(named) + sum(left_out(one, level + 1) for one in inner)
