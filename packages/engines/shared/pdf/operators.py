"""Operators of a content stream that paint something on the page."""

SHOWS_TEXT = frozenset({'Tj', 'TJ', "'", '"'})
# Operators that paint paths, shadings and inline pictures.
PAINTS = frozenset({'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's', 'sh', 'INLINE IMAGE'})
