"""Definitions that the PDF/A modules share: the levels, the error for a violated rule, and the iteration over all
objects of a file."""
import pikepdf

PROFILE = '/usr/share/color/icc/ghostscript/srgb.icc'


class Level:
    """One of the levels `1b`, `2b` and `3b`."""

    def __init__(self, name: str):
        self.part = int(name[0])
        self.conformance = name[1].upper()
        self.version = '1.4' if self.part == 1 else '1.7'


class Broken(Exception):
    """Raised for a violated rule. `area` is the last part of the reason that the caller gets."""

    def __init__(self, area: str, what: str):
        super().__init__(what)
        self.area = area


def items(thing):
    """Yields the members of a dictionary, a stream or an array."""
    if isinstance(thing, (pikepdf.Dictionary, pikepdf.Stream)):
        return [(key, thing[key]) for key in thing.keys()]
    return list(enumerate(thing)) if isinstance(thing, pikepdf.Array) else []


def is_container(thing) -> bool:
    return isinstance(thing, (pikepdf.Dictionary, pikepdf.Stream, pikepdf.Array))


def has_members(thing) -> bool:
    return isinstance(thing, (pikepdf.Dictionary, pikepdf.Stream))


def containers(pdf):
    """Yields every dictionary, stream and array of the file once."""
    for top in pdf.objects:
        waiting = [top]
        while waiting:
            thing = waiting.pop()
            if not is_container(thing):
                continue
            yield thing
            waiting.extend(value for _, value in items(thing) if is_container(value) and not value.is_indirect)


def get(thing, key: str, default=None):
    return thing.get(key, default) if has_members(thing) else default


def listed(value):
    """Returns the members of an array, or a list with the single value. The list is empty if there is no value."""
    if value is None:
        return []
    return list(value) if isinstance(value, pikepdf.Array) else [value]


def name_of(value) -> str:
    return str(value) if isinstance(value, pikepdf.Name) else ''


def number_of(value, default: float = 0) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        return default
