"""Splits a mailbox (mbox, RFC 4155) into its messages.

Python's `mailbox` is not used, because it begins a message at every line that starts with `From `, even within the text
of a message. `mailbox` also keeps the quote mark of `>From `."""
import re

from engines.codecs.mail.message import NotMail

# Matches a line with a sender and a date, after an empty line and before a header.
SEPARATOR = re.compile(rb'(?:\A|(?<=\n\n)|(?<=\n\r\n))From [^\r\n]*\r?\n(?=[!-9;-~]+:|>?From )')
QUOTED = re.compile(rb'^>(>*From )', re.MULTILINE)


def messages_of(data: bytes) -> list[bytes]:
    """Returns the messages without their `From ` lines. In the messages, removes the quote mark from each line that
    begins with `>From `."""
    data = data.lstrip(b'\r\n')
    starts = [(found.start(), found.end()) for found in SEPARATOR.finditer(data)]
    if not starts or starts[0][0] != 0:
        raise NotMail('it does not begin with a mailbox separator')
    ends = [start for start, _ in starts[1:]] + [len(data)]
    messages = [QUOTED.sub(rb'\1', data[begin:end]) for (_, begin), end in zip(starts, ends)]
    # An empty line ends each message of a mailbox.
    return [re.sub(rb'(\r?\n)\r?\n\Z', rb'\1', message) for message in messages]
