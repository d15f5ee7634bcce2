"""Shared by all cleaners: the error that refuses a file, the notes of a run, and the neutral time."""

# Earliest time that a zip can store. All results of the service have this time.
EPOCH = 315_532_800
EPOCH_TEXT = '1980-01-01T00:00:00Z'
# Replaces names that the format requires.
AUTHOR_PLACEHOLDER = 'Author'
# Maximum nesting of documents within documents.
MAX_DEPTH = 4


class Refused(Exception):
    """Raised if the file cannot be cleaned. `reason` is a name of the table in reasons.ts."""

    def __init__(self, why: str, reason: str = 'damaged'):
        super().__init__(why)
        self.reason = reason


class Notes:
    """Observations made while a file is cleaned."""

    def __init__(self):
        # Whether the file had a C2PA manifest, which states the origin of a picture.
        self.credentials = False
