"""Defines the error, the notes and the neutral values that all cleaners share."""

# Earliest time that a zip can store. Protean writes this fixed time to all results.
EPOCH = 315_532_800
EPOCH_TEXT = '1980-01-01T00:00:00Z'
# Replacement for author names, if the format requires a name.
AUTHOR_PLACEHOLDER = 'Author'
# Maximum nesting depth of embedded documents.
MAX_DEPTH = 4


class Refused(Exception):
    """Raised if the metadata of the file cannot be removed. `reason` is a name in reasons.ts."""

    def __init__(self, why: str, reason: str = 'damaged'):
        super().__init__(why)
        self.reason = reason


class Notes:
    """Information that the cleaners collect about a file."""

    def __init__(self):
        # Whether the file had a C2PA manifest, which states the origin of a picture.
        self.credentials = False
