"""Which of several sheets is meant by a name or a number."""
import re


def sheet_index(asked: str, names: list[str]) -> int | None:
    """Where the sheet called `asked` stands among `names`; where none is, the one of that number, counted from 1."""
    if asked in names:
        return names.index(asked)
    return int(asked) - 1 if re.fullmatch('[1-9][0-9]*', asked) and int(asked) <= len(names) else None
