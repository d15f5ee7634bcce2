"""Finds content credentials: the C2PA manifest that says where a picture, film or recording comes from."""
import mmap

# The description of a JUMBF box, and the C2PA type that follows it.
LABEL = b'jumdc2pa'
# Of larger files only a manifest near the beginning is found.
MAX = 256 * 1024 * 1024


def known_credentials(path: str) -> dict:
    """Whether there are any; empty where the file is too large to tell."""
    with open(path, 'rb') as file:
        size = file.seek(0, 2)
        if not size:
            return {}
        with mmap.mmap(file.fileno(), min(size, MAX), access=mmap.ACCESS_READ) as content:
            found = content.find(LABEL) >= 0
    return {'credentials': found} if found or size <= MAX else {}
