"""Refuses a drawing before it is drawn if its expanded blocks have too many entities."""
from engines.tools.ezdxf.canvas import TooMuch

MAX_ENTITIES = 300_000


def check(drawing, layout) -> None:
    """Raises TooMuch for recursive blocks, and for too many entities after all blocks are expanded."""
    counts: dict[str, int | None] = {}

    def count(entities) -> int:
        return sum(expanded(entity) for entity in entities)

    def expanded(entity) -> int:
        if entity.dxftype() != 'INSERT':
            return 1
        name = entity.dxf.get('name', '')
        if name not in counts:
            # The value None means that the entities of the block are still being counted.
            counts[name] = None
            block = drawing.blocks.get(name)
            counts[name] = count(block) if block is not None else 0
        inside = counts[name]
        if inside is None:
            raise TooMuch('protean-reason: too_deep')
        return max(1, entity.mcount) * (1 + inside)

    if count(layout) > MAX_ENTITIES:
        raise TooMuch('protean-reason: too_complex')
