"""Limits the amount of data that is read for file info, and defines the error that stops a reader."""
import subprocess

MB = 1024 * 1024
MAX_TEXT = 32 * MB


class Unread(Exception):
    """Raised if the rest of the file cannot be read. The message is for the log."""


def limited(stream, size: int = MAX_TEXT) -> bytes:
    """Returns the remaining content of an open file. Raises `Unread` if the content is longer than `size` bytes."""
    content = stream.read(size + 1)
    if len(content) > size:
        raise Unread('too large')
    return content


def bytes_of(path: str) -> bytes:
    with open(path, 'rb') as file:
        return limited(file)


def text_of(path: str) -> str:
    """Decodes a file in UTF-8, or in UTF-16 with a byte order mark. Rejects files in encodings other than UTF-8 and
    UTF-16, because words could be miscounted."""
    content = bytes_of(path)
    try:
        return content.decode('utf-16' if content[:2] in (b'\xff\xfe', b'\xfe\xff') else 'utf-8-sig')
    except UnicodeDecodeError as error:
        raise Unread('not UTF-8') from error


def output_of(*command: str, size: int = MAX_TEXT, complaints=subprocess.DEVNULL) -> str:
    """Returns the output of a program, which must succeed. Kills the program on a timeout or if its output is too
    long."""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=complaints) as program:
        try:
            content = limited(program.stdout, size)
        except BaseException:
            program.kill()
            raise
    if program.returncode != 0:
        raise Unread(f'{command[0]} exits with {program.returncode}')
    return content.decode('utf-8', 'replace')
