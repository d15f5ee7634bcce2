"""Finds content credentials: the C2PA manifest that states the origin of a picture, video or recording."""
import mmap

# The description box of a JUMBF box, followed by the C2PA type.
LABEL = b'jumdc2pa'
# In larger files, a manifest is found only near the beginning.
MAX = 256 * 1024 * 1024


def known_credentials(path: str) -> dict:
    """Returns whether the file has a manifest. The result is empty if the file is too large to be searched."""
    with open(path, 'rb') as file:
        size = file.seek(0, 2)
        if not size:
            return {}
        with mmap.mmap(file.fileno(), min(size, MAX), access=mmap.ACCESS_READ) as content:
            found = content.find(LABEL) >= 0
    return {'credentials': found} if found or size <= MAX else {}
