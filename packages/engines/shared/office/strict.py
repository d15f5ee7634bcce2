"""Replaces the namespaces of ISO 29500 Strict. Readers support only the Transitional namespaces, which Office writes."""
import re

STRICT = re.compile(rb'http://purl\.oclc\.org/ooxml/((?:officeDocument|drawingml)/)?(\w+)')
SCHEMAS = b'http://schemas.openxmlformats.org/'


def is_strict(data: bytes) -> bool:
    """Returns whether the part contains Strict namespaces or Strict relationship types."""
    return b'purl.oclc.org/ooxml' in data


def transitional(data: bytes) -> bytes:
    """Returns the XML part `data` with Transitional namespaces, or `data` itself if it already has these namespaces."""
    if not is_strict(data):
        return data
    return STRICT.sub(lambda found: SCHEMAS + (found[1] or b'') + (b'2006/' + found[2] if found[1] else found[2] + b'/2006'), data)
