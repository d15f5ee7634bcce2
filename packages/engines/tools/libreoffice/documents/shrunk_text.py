"""Prevents lines from touching in text that is shrunk to fit its shape."""

PROPORTIONAL = 0


def spread_lines(document) -> None:
    """If shrunk text has a smaller line spacing than usual, sets the usual spacing, so that LibreOffice computes the
    text size again.

    LibreOffice 25.2 would apply both the small spacing of the paragraph and the reduced spacing of shrunk text. With
    both spacings, the lines of a text in a substitute font would touch."""
    for page in _items(document.DrawPages):
        for shape in filter(_is_narrowed, _items(page)):
            for paragraph in _enumerated(shape):
                spacing = paragraph.ParaLineSpacing
                if spacing.Mode == PROPORTIONAL and spacing.Height < 100:
                    spacing.Height = 100
                    paragraph.ParaLineSpacing = spacing


def _is_narrowed(shape) -> bool:
    properties = shape.PropertySetInfo
    # LibreOffice 7.4 does not have the property TextFitToSizeSpacingScale, because LibreOffice 7.4 shrinks only the
    # letters and not the spacing.
    if not properties.hasPropertyByName('TextFitToSizeSpacingScale') or shape.TextFitToSize.value != 'AUTOFIT':
        return False
    scale = shape.TextFitToSizeSpacingScale
    return scale is not None and scale < 100


def _items(container) -> list:
    return [container.getByIndex(number) for number in range(container.Count)]


def _enumerated(text):
    paragraphs = text.createEnumeration()
    while paragraphs.hasMoreElements():
        yield paragraphs.nextElement()
