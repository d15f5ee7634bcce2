"""Reads the texts of XML elements that may be missing."""
from engines.shared.invoices.model import Identifier


def text_of(element) -> str:
    """Returns the text of an element without surrounding spaces. A missing element has an empty text."""
    return '' if element is None else (element.text or '').strip()


def text_at(element, path: str, spaces: dict[str, str]) -> str:
    """Returns the text of the first element at `path` below `element`."""
    return '' if element is None else text_of(element.find(path, spaces))


def identifiers(element, path: str, spaces: dict[str, str], scheme: str = 'schemeID') -> list[Identifier]:
    """Returns the identifiers at `path`. The XML attribute `scheme` of each element contains the scheme of the
    identifier."""
    found = [] if element is None else element.findall(path, spaces)
    return [Identifier(text_of(one), one.get(scheme, '')) for one in found]


def attributes_of(root, name: str) -> list[str]:
    """Returns the distinct values of an attribute in the whole document, in document order."""
    return list(dict.fromkeys(value for one in root.iter() if (value := one.get(name)) is not None))
