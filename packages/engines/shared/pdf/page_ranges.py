"""Reads and writes lists of pages such as `1-3,7`. Pages are counted from 1."""
from typing import Iterable


def pages_in(part: str, count: int) -> range:
    """Returns the pages of one part of a list, such as `7`, `1-3` or `last`. The range `9-7` contains the pages 9, 8
    and 7 in this order. Ends the runner if a page does not exist."""
    ends = [count if one == 'last' else int(one) for one in part.split('-')]
    first, last = ends[0], ends[-1]
    if not 1 <= min(first, last) <= max(first, last) <= count:
        raise SystemExit('protean-reason: no_such_page')
    return range(first, last + 1) if first <= last else range(first, last - 1, -1)


def numbers_in(ranges: str | None, count: int) -> list[int]:
    """Returns the pages that `ranges` names, or all pages if `ranges` is None. Ends the runner if a page does not
    exist."""
    if ranges is None:
        return list(range(1, count + 1))
    return [number for part in ranges.split(',') for number in pages_in(part, count)]


def page_ranges(numbers: Iterable[int]) -> list[str]:
    """Converts ascending page numbers to strings. Consecutive numbers become a range such as `3-7`."""
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return [str(first) if first == last else f'{first}-{last}' for first, last in found]
