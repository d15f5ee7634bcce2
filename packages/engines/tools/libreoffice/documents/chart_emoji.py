"""Replaces emoji in the texts of charts with private code points, which only an emoji font contains.

LibreOffice draws each text of a chart in a single font. If the font of the text contains the character of an emoji,
LibreOffice draws the emoji in black, even if the emoji selector follows. `emoji.py` restores the original text in the
finished PDF."""
from collections.abc import Iterator, Sequence

from engines.tools.libreoffice.documents.emoji_fonts import EMOJI
from engines.tools.libreoffice.documents.private_text import private_text
from engines.tools.libreoffice.documents.shapes import pages_of, shapes_in

# Class of embedded charts.
CHART = '12DCAE26-281F-416F-A234-C3086127382E'
OLE = 'com.sun.star.drawing.OLE2Shape'
# A hidden sheet for the labels of charts. The name of this sheet is longer than Excel allows, so no workbook contains
# another sheet with the same name.
SHEET = 'Labels of charts with private code points'


def settle(document) -> None:
    for chart in _charts(document):
        for title in _titles(chart):
            for part in title.getText():
                if EMOJI.search(part.String):
                    part.setString(private_text(part.String))
        for labels, replace in _labels(chart):
            texts = labels.getTextualData()
            if not any(map(EMOJI.search, texts)):
                continue
            if chart.hasInternalDataProvider():
                _set_texts(labels, texts)
            elif not document.isProtected():
                replace(_copy(document, chart, labels, texts))


def _charts(document) -> Iterator:
    sheets = getattr(document, 'Sheets', None)
    pages = [sheet.DrawPage for sheet in sheets] if sheets is not None else list(pages_of(document))
    shapes = [shape for page in pages for shape in shapes_in(page) if shape.supportsService(OLE) and _is_chart(shape)]
    models = [shape.Model for shape in shapes]
    if (embedded := getattr(document, 'EmbeddedObjects', None)) is not None:
        objects = map(embedded.getByName, embedded.ElementNames)
        models += [each.getEmbeddedObject() for each in objects if _is_chart(each)]
    for model in models:
        if model is not None and model.getFirstDiagram() is not None:
            yield model


def _is_chart(embedded) -> bool:
    # Compares the class id, to avoid loading other objects, such as formulas.
    return embedded.CLSID.upper() == CHART


def _titles(chart) -> Iterator:
    diagram = chart.getFirstDiagram()
    axes = [axis for system in diagram.getCoordinateSystems() for axis in _axes(system)]
    yield from (titled.TitleObject for titled in (chart, diagram, *axes) if titled.TitleObject is not None)


def _axes(system) -> Iterator:
    for dimension in range(system.Dimension):
        for index in range(system.getMaximumAxisIndexByDimension(dimension) + 1):
            if (axis := system.getAxisByDimension(dimension, index)) is not None:
                yield axis


def _labels(chart) -> Iterator[tuple]:
    """Yields lists of labels, each with a function that replaces it: the names of the categories, and the name of each
    series."""
    for system in chart.getFirstDiagram().getCoordinateSystems():
        axis = system.getAxisByDimension(0, 0)
        scale = axis.getScaleData()
        if scale.Categories is not None:

            def replace_categories(labels, axis=axis, scale=scale):
                scale.Categories.setValues(labels)
                axis.setScaleData(scale)

            yield scale.Categories.getValues(), replace_categories
        for kind in system.getChartTypes():
            for series in kind.getDataSeries():
                for data in series.getDataSequences():
                    if (label := data.getLabel()) is not None:
                        yield label, data.setLabel


def _set_texts(labels, texts: Sequence[str]) -> None:
    for number, text in enumerate(texts):
        if EMOJI.search(text):
            labels.replaceByIndex(number, private_text(text))


def _copy(document, chart, labels, texts: Sequence[str]):
    """Copies the labels to cells of a hidden sheet and returns the copy. The original cells are not changed, because
    formulas may depend on them."""
    if not document.Sheets.hasByName(SHEET):
        document.Sheets.insertNewByName(SHEET, document.Sheets.Count)
        document.Sheets.getByName(SHEET).IsVisible = False
    sheet = document.Sheets.getByName(SHEET)
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    first = cursor.RangeAddress.EndRow + 1
    cells = sheet.getCellRangeByPosition(0, first, 0, first + len(texts) - 1)
    cells.setDataArray(tuple((private_text(text),) for text in texts))
    copy = chart.getDataProvider().createDataSequenceByRangeRepresentation(cells.AbsoluteName)
    copy.Role = labels.Role
    return copy
