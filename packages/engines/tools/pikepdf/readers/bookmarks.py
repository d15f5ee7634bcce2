"""Reads the bookmarks of a PDF, in the format that the option `bookmarks` accepts."""
from engines.tools.pikepdf import outline
from engines.tools.pikepdf.destinations import Destinations


def read(pdf, _step) -> list[dict] | None:
    destinations = Destinations(pdf)
    return outline.as_json(outline.read(pdf, destinations), destinations) or None
