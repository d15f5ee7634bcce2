"""Reports to the server that a file was read but has no content."""
import sys


def tell_nothing():
    """Reports an empty result. The server checks whether the file is intact and really has no content."""
    print('protean-nothing-in-it', file=sys.stderr, flush=True)
