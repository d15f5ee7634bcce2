"""Restores extracted parts of a text. In the text, file names are their placeholders."""
import os
import re
from typing import Callable

# Pattern of the placeholder names, and a function that returns the replacement for a file.
Kept = tuple[re.Pattern[bytes], Callable[[str], bytes]]


def put_back(path: str, folder: str, *kinds: Kept) -> None:
    """Replaces placeholders in the file at `path` by the contents of files in `folder`, for one kind after the other."""
    known = {os.fsencode(name) for name in os.listdir(folder)}
    with open(path, 'rb') as file:
        text = file.read()
    for names, meaning in kinds:
        text = names.sub(lambda name: meaning(os.path.join(folder, name[0].decode())) if name[0] in known else name[0], text)
    with open(path, 'wb') as file:
        file.write(text)
