"""Reports to the server that a file was read and has no content, which is valid for an intact file."""
import sys


def tell_nothing():
    """Reports an empty result. The server decides whether the file really has no content."""
    print('protean-nothing-in-it', file=sys.stderr, flush=True)
