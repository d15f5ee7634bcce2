"""Counts the attachments of a message."""
from email import message_from_bytes, policy
from typing import Iterator

from engines.passes.file_info.bounds import bytes_of

FORMATS = ('eml',)


def read(file) -> Iterator[dict]:
    message = message_from_bytes(bytes_of(file.path), policy=policy.default)
    yield {'attachments': sum(1 for part in message.walk() if part.get_content_disposition() == 'attachment')}
