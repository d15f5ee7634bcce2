"""Reads the name trees and number trees of a PDF."""
from engines.shared.pdf.objects import get, has_members, listed

MAX_DEPTH = 50


def numbered(tree) -> list[tuple]:
    """Returns the keys of a number tree with their values. Skips invalid keys."""
    return [(key, value) for key, value in entries(tree, '/Nums') if isinstance(key, int)]


def entries(tree, leaf: str) -> list[tuple]:
    """Returns all keys of the tree with their values. `leaf` is `/Names` for a name tree and `/Nums` for a number
    tree."""
    found: list[tuple] = []
    waiting = [(tree, 0)]
    while waiting:
        node, depth = waiting.pop()
        if not has_members(node) or depth > MAX_DEPTH:
            continue
        pairs = listed(get(node, leaf))
        found += zip(pairs[0::2], pairs[1::2])
        waiting += [(kid, depth + 1) for kid in reversed(listed(get(node, '/Kids')))]
    return found
