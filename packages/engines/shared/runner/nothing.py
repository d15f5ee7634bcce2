"""Tells the server that a file was read and that nothing is in it, which is right where the file is sound."""
import sys


def tell_nothing():
    """Said beside an empty result; the server decides whether that is what the file holds."""
    print('protean-nothing-in-it', file=sys.stderr, flush=True)
