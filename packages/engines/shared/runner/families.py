"""Looks up the formats of a family in `families.json`, which `script/docs` generates from the format table."""
import json
import os
from functools import cache

FILE = f'{os.path.dirname(__file__)}/families.json'


@cache
def _families() -> dict[str, list[str]]:
    with open(FILE, encoding='utf-8') as file:
        return json.load(file)


def formats_of_family(*families: str) -> tuple[str, ...]:
    """Returns the extensions of the formats that belong to all of `families`, in the order of the format table."""
    first, *others = (_families()[family] for family in families)
    return tuple(ext for ext in first if all(ext in other for other in others))
