"""Puts what was kept out of a text back into it: the text has the names of the files in which it lies."""
import os
import re
from typing import Callable

# What the names look like, and what stands in the text for the file at a path.
Kept = tuple[re.Pattern[bytes], Callable[[str], bytes]]


def put_back(path: str, folder: str, *kinds: Kept) -> None:
    """In the file at `path` the names of files in `folder` become what they stand for, one kind after the other."""
    known = {os.fsencode(name) for name in os.listdir(folder)}
    with open(path, 'rb') as file:
        text = file.read()
    for names, meaning in kinds:
        text = names.sub(lambda name: meaning(os.path.join(folder, name[0].decode())) if name[0] in known else name[0], text)
    with open(path, 'wb') as file:
        file.write(text)
