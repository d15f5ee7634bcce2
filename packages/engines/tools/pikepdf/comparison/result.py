"""Describes the differences between two PDFs as JSON."""
from engines.tools.pikepdf.comparison.pages import Pair
from engines.tools.pikepdf.comparison.words import Box, Change, Word


def as_json(counts: tuple[int, int], pairs: list[Pair], changed: list[Change]) -> dict:
    return {
        'equal': not pairs and not changed,
        'pages': dict(zip(('before', 'after'), counts)),
        'differing_pages': [
            {**numbered(pair), **({'areas': [size_of(area) for area in pair.areas]} if pair.areas else {})} for pair in pairs
        ],
        'words': [
            {'change': one.kind, **{side: parts_of(words) for side, words in (('before', one.before), ('after', one.after)) if words}}
            for one in changed
        ],
    }


def numbered(pair: Pair) -> dict:
    return {side: page + 1 for side, page in (('before', pair.before), ('after', pair.after)) if page is not None}


def parts_of(words: list[Word]) -> dict:
    """Returns the text of consecutive words, the page on which they begin, and a box for each word."""
    return {
        'page': words[0].page + 1,
        'text': ' '.join(word.text for word in words),
        'boxes': [{'page': word.page + 1, **size_of(word.box)} for word in words],
    }


def size_of(box: Box) -> dict:
    left, top, right, bottom = box
    return {'left': round(left, 1), 'top': round(top, 1), 'width': round(right - left, 1), 'height': round(bottom - top, 1)}
