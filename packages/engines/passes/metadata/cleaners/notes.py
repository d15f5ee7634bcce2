"""The terms that all parts of the cleaning share: what refuses a file, what was noticed, and the time that stands for none."""

# The earliest time that a zip can hold, which all results of the service have.
EPOCH = 315_532_800
EPOCH_TEXT = '1980-01-01T00:00:00Z'
# What stands where a name was that the format demands.
NOBODY = 'Author'
# Deeper than documents are put into one another.
MAX_DEPTH = 4


class Refused(Exception):
    """The file cannot be cleaned; `reason` is a name of the table in reasons.ts."""

    def __init__(self, why: str, reason: str = 'damaged'):
        super().__init__(why)
        self.reason = reason


class Notes:
    """What was noticed on the way."""

    def __init__(self):
        # Whether there was a C2PA manifest, which says where a picture comes from.
        self.credentials = False
