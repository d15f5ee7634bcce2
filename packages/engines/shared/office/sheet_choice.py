"""Finds a sheet by its name or number."""
import re


def sheet_index(asked: str, names: list[str]) -> int | None:
    """Returns the index of the sheet with the name `asked`. If no sheet has this name, `asked` is a sheet number,
    counted from 1. Returns None if no sheet has this name or number."""
    if asked in names:
        return names.index(asked)
    return int(asked) - 1 if re.fullmatch('[1-9][0-9]*', asked) and int(asked) <= len(names) else None
