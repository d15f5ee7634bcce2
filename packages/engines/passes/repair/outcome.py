"""Defines the errors of a failed repair, and formats the amount of saved content."""

MB = 1 << 20


class NothingLeft(Exception):
    """Raised if nothing in the file can be saved."""


class TooMuch(Exception):
    """Raised if the content exceeds the limits of a conversion. The message of the exception is the name of a reason in
    `reasons.ts`."""


def most_bytes(packed: int) -> int:
    """Returns the maximum decompressed size for a file of `packed` bytes. The content of real files is smaller than
    this maximum."""
    return min(1024 * MB, 64 * MB + 100 * packed)


def amount(number: int, word: str, total: int | None = None) -> str:
    """Returns an amount as text, such as `3 of 7 files`. Omits the total if it is unknown."""
    of = f' of {total}' if total is not None and total >= number else ''
    counted = total if of else number
    return f'{number}{of} {word}{"" if counted == 1 else "s"}'
