"""Bounds how much of a file is read for its facts, and names what makes a reader stop."""
import subprocess

MB = 1024 * 1024
MAX_TEXT = 32 * MB


class Unread(Exception):
    """The rest of the file has no facts; the message is for the log."""


def limited(stream, size: int = MAX_TEXT) -> bytes:
    """All that is left of an open file."""
    content = stream.read(size + 1)
    if len(content) > size:
        raise Unread('too large')
    return content


def bytes_of(path: str) -> bytes:
    with open(path, 'rb') as file:
        return limited(file)


def text_of(path: str) -> str:
    """UTF-8, or UTF-16 with its mark. What is another encoding has no facts: its words could be counted wrongly."""
    content = bytes_of(path)
    try:
        return content.decode('utf-16' if content[:2] in (b'\xff\xfe', b'\xfe\xff') else 'utf-8-sig')
    except UnicodeDecodeError as error:
        raise Unread('not UTF-8') from error


def output_of(*command: str, size: int = MAX_TEXT, complaints=subprocess.DEVNULL) -> str:
    """What a program prints that succeeds; it is killed where the time is over before."""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=complaints) as program:
        try:
            content = limited(program.stdout, size)
        except BaseException:
            program.kill()
            raise
    if program.returncode != 0:
        raise Unread(f'{command[0]} exits with {program.returncode}')
    return content.decode('utf-8', 'replace')
