"""Reads the page labels of a PDF, and writes the labels of selected pages."""
from pikepdf import Array, Dictionary

from engines.shared.pdf.objects import get, has_members
from engines.shared.pdf.trees import numbered

# Keys of the page labels: style, prefix and first number.
STYLE, PREFIX, START = '/S', '/P', '/St'


def page_labels(pdf, count: int) -> list[tuple[dict, int]] | None:
    """Returns the style and the number of each page, or None if the pages have no labels."""
    tree = get(pdf.Root, '/PageLabels')
    if not has_members(tree):
        return None
    ranges = [(start, value) for start, value in numbered(tree) if has_members(value)]
    ranges.sort(key=lambda one: one[0])
    labels: list[tuple[dict, int]] = [({}, n + 1) for n in range(count)]
    for n, (start, value) in enumerate(ranges):
        end = ranges[n + 1][0] if n + 1 < len(ranges) else count
        style = {key: value[key] for key in (STYLE, PREFIX) if key in value}
        first = int(get(value, START, 1))
        for page in range(max(start, 0), min(end, count)):
            labels[page] = (style, first + page - start)
    return labels


def write_labels(pdf, labels: list[tuple[dict, int]] | None, numbers: list[int]) -> None:
    if labels is None:
        return
    pairs: list = []
    last: tuple[dict, int] | None = None
    for at, n in enumerate(numbers):
        style, number = labels[n]
        if last is None or last[0] is not style or last[1] + 1 != number:
            pairs += [at, Dictionary({**style, START: number})]
        last = (style, number)
    pdf.Root['/PageLabels'] = Dictionary(Nums=Array(pairs))
