"""Draws the comments that a sheet prints in place, because LibreOffice does not print comment boxes."""
from com.sun.star.drawing.TextHorizontalAdjust import LEFT as AT_LEFT
from com.sun.star.drawing.TextVerticalAdjust import TOP
from com.sun.star.style.ParagraphAdjust import LEFT

COPIED = ('FillColor', 'LineColor', 'CharHeight', 'CharFontName', 'CharColor')


def draw(document, sheet) -> int:
    """Draws the comments that are always visible, because Excel does not print hidden comments. Returns the number of
    drawn comments."""
    shown = [note for note in sheet.Annotations if note.IsVisible and note.String.strip()]
    for note in shown:
        _draw(document, sheet, note)
    return len(shown)


def _draw(document, sheet, note) -> None:
    window = note.AnnotationShape
    position, size, text = window.Position, window.Size, window.String
    box = document.createInstance('com.sun.star.drawing.RectangleShape')
    sheet.DrawPage.add(box)
    # Anchors the box to its cell, because the sizes of cells may still change: the box then moves and grows with the
    # cells. Setting the anchor of a comment box moves the box, so the position of the box is set afterwards.
    box.Anchor = sheet.getCellByPosition(note.Position.Column, note.Position.Row)
    box.ResizeWithCell = True
    box.Position, box.Size, box.String = position, size, text
    for name in COPIED:
        setattr(box, name, getattr(window, name))
    box.TextVerticalAdjust, box.TextHorizontalAdjust, box.ParaAdjust = TOP, AT_LEFT, LEFT
    box.TextWordWrap, box.TextAutoGrowHeight = True, False
