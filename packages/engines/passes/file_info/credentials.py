"""Finds content credentials: a C2PA manifest, which states the origin of a picture, video or recording."""
import mmap

# A JUMBF description box begins with the box type `jumd`, followed by the content type `c2pa`.
LABEL = b'jumdc2pa'
# Number of bytes of a file that are searched for the manifest. In larger files, only a manifest near the beginning is
# found.
MAX = 256 * 1024 * 1024


def known_credentials(path: str) -> dict:
    """Returns file info that states whether the file has a manifest. If the searched part of a large file has no
    manifest, returns no info, because the rest of the file may contain a manifest."""
    with open(path, 'rb') as file:
        size = file.seek(0, 2)
        if not size:
            return {}
        with mmap.mmap(file.fileno(), min(size, MAX), access=mmap.ACCESS_READ) as content:
            found = content.find(LABEL) >= 0
    return {'credentials': found} if found or size <= MAX else {}
