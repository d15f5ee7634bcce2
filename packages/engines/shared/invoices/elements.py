"""Reads the texts of XML elements that may be missing."""


def text_of(element) -> str:
    """Returns the text of an element without surrounding spaces. A missing element has an empty text."""
    return '' if element is None else (element.text or '').strip()


def text_at(element, path: str, spaces: dict[str, str]) -> str:
    """Returns the text of the first element at `path` below `element`."""
    return '' if element is None else text_of(element.find(path, spaces))
