"""Makes names for the files in a zip. The names contain no folders or reserved characters, and differ in more than
letter case."""
import re

# Maximum length of a name, which leaves space for an extension and a number.
LONGEST = 60


def without_reserved(name: str) -> str:
    return re.sub(r'[\x00-\x1f\x7f<>:"|?*]', '', name).encode(errors='replace').decode().strip(' .')


def plain_name(name: str, default: str = 'attachment') -> str:
    """Returns the file name without its folders and without reserved characters."""
    last = re.split(r'[/\\]', name)[-1]
    plain = without_reserved(last)
    stem, dot, ext = plain.rpartition('.')
    if not stem or len(ext) > 16:
        return plain[:LONGEST] or default
    return stem[:LONGEST] + dot + ext


def free_name(name: str, taken: set[str]) -> str:
    """Returns the name, with a number if another file has the same name in any letter case."""
    stem, dot, ext = name.rpartition('.')
    number, free = 1, name
    while free.lower() in taken:
        number += 1
        free = f'{stem} ({number}){dot}{ext}' if stem else f'{name} ({number})'
    taken.add(free.lower())
    return free
