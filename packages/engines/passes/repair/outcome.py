"""How a repair ends where it saves nothing, and how the amount of what it saved is written."""

MB = 1 << 20


class NothingLeft(Exception):
    """Nothing of the file can be saved."""


class TooMuch(Exception):
    """What is in the file is more than a conversion may hold; its text is one of `reasons.ts`."""


def most_bytes(packed: int) -> int:
    """How much a file of so many bytes may unpack to: more than that is no content that anybody packed."""
    return min(1024 * MB, 64 * MB + 100 * packed)


def amount(number: int, word: str, total: int | None = None) -> str:
    """Like `3 of 7 files`; the total is left out where it is not known."""
    of = f' of {total}' if total is not None and total >= number else ''
    counted = total if of else number
    return f'{number}{of} {word}{"" if counted == 1 else "s"}'
