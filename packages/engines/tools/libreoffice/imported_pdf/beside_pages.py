"""Warns about content that a target does not show: comments, speaker notes, hidden slides and charts."""
from engines.shared.runner.warn import listed, warn

ANNOTATION = 'com.sun.star.text.textfield.Annotation'
# Placeholders on a notes page that do not contain the notes.
MARGINS = tuple(f'com.sun.star.presentation.{name}Shape' for name in ('Header', 'Footer', 'DateTime', 'SlideNumber', 'Page'))
# Class ids of charts: LibreOffice, Microsoft Graph and Excel.
CHARTS = (
    '12dcae26-281f-416f-a234-c3086127382e',
    '00020803-0000-0000-c000-000000000046',
    '00020821-0000-0000-c000-000000000046',
)


def tell_of_text(document, request: dict) -> None:
    fields, comments = document.TextFields.createEnumeration(), 0
    while fields.hasMoreElements():
        comments += fields.nextElement().supportsService(ANNOTATION)
    if comments:
        warn(request, 'comments_left_out', str(comments))


def tell_of_charts(document, request: dict) -> None:
    """Warns about charts if the target is RTF, which stores them as pictures without their data."""
    objects = document.EmbeddedObjects
    charts = sum(objects.getByIndex(number).CLSID.lower() in CHARTS for number in range(objects.Count))
    if charts:
        warn(request, 'charts_left_out', str(charts))


def tell_of_slides(document, request: dict) -> None:
    slides = [document.DrawPages.getByIndex(number) for number in range(document.DrawPages.Count)]
    hidden = [str(number) for number, slide in enumerate(slides, 1) if not slide.Visible]
    shown = [slide for slide in slides if slide.Visible]
    if hidden:
        warn(request, 'hidden_slides', listed(hidden))
    if comments := sum(map(_comments, shown)):
        warn(request, 'comments_left_out', str(comments))
    if spoken := sum(map(_has_notes, shown)):
        warn(request, 'notes_left_out', str(spoken))


def _comments(slide) -> int:
    found, count = slide.createAnnotationEnumeration(), 0
    while found.hasMoreElements():
        found.nextElement()
        count += 1
    return count


def _has_notes(slide) -> bool:
    page = slide.getNotesPage()
    shapes = [page.getByIndex(number) for number in range(page.Count)]
    return any(_is_written(shape) for shape in shapes if shape.ShapeType not in MARGINS and hasattr(shape, 'String'))


def _is_written(shape) -> bool:
    return bool(shape.String.strip()) and not getattr(shape, 'IsEmptyPresentationObject', False)
