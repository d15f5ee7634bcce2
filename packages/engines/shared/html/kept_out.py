"""Restores the extracted parts of a document. The placeholder in the text is the name of the file that contains the
extracted part."""
import os
import re
from typing import Callable

# A kind of placeholder: its pattern, and a function that returns the text that replaces the placeholder, given the path
# of the stored file.
Kept = tuple[re.Pattern[bytes], Callable[[str], bytes]]


def put_back(path: str, folder: str, *kinds: Kept) -> None:
    """Replaces the placeholders in the file at `path` with the parts that are stored in `folder`. Processes the kinds
    of placeholders one after the other."""
    known = {os.fsencode(name) for name in os.listdir(folder)}
    with open(path, 'rb') as file:
        text = file.read()
    for names, meaning in kinds:
        text = names.sub(lambda name: meaning(os.path.join(folder, name[0].decode())) if name[0] in known else name[0], text)
    with open(path, 'wb') as file:
        file.write(text)
