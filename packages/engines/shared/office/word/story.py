"""Rewrites one story of a Word document (its main text, footnotes or endnotes) as the printed page shows it."""
from engines.shared.office import text_boxes
from engines.shared.office.word import hidden, labels, revisions, shapes, symbols, tables
from engines.shared.office.word.document import Element, W
from engines.shared.office.word.fields import Fields
from engines.shared.office.word.styles import Styles


def settle(root: Element, styles: Styles, numbers: labels.Writer, tracked_changes: str = 'final') -> bool:
    """Rewrites the story. Returns whether hidden text was removed."""
    revisions.settle(root, tracked_changes)
    shapes.flatten(root)
    Fields().settle(root)
    was_hidden = hidden.remove(root, styles)
    numbers.write(root)
    symbols.translate(root, styles)
    tables.fit(root)
    for container in [one for one in root.iter() if one.tag in (W + 'body', W + 'footnote', W + 'endnote')]:
        text_boxes.lift_word(container, W)
    return was_hidden
