"""Reads the objects of a PDF: their members, and every dictionary, stream and array of the file."""
import pikepdf


def items(thing):
    """Returns the members of a dictionary, a stream or an array, with their keys."""
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
    """Returns the members of an array as a list. A single value becomes a list of one element, and None an empty
    list."""
    if value is None:
        return []
    return list(value) if isinstance(value, pikepdf.Array) else [value]


def name_of(value) -> str:
    """Returns the text of a PDF name, or an empty string for an object of another type. Replaces bytes that are not
    UTF-8."""
    return bytes(value).decode('utf-8', 'replace') if isinstance(value, pikepdf.Name) else ''


def number_of(value, default: float = 0) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        return default
