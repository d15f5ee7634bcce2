"""Reads the charts of a workbook: their titles, and their data as tables if the data is not in the sheet of the
chart."""
import re
import zipfile

from com.sun.star.uno import Exception as UnoException

from engines.tools.libreoffice.documents.shapes import shapes_in
from engines.shared.office.charts.chart import MAX_POINTS, MAX_SERIES, Chart, Series, tables_of
from engines.shared.office.open_xml_package import Package

OLE = 'com.sun.star.drawing.OLE2Shape'
CHART = 'com.sun.star.chart2.ChartDocument'
LATER = re.compile(r'xl/charts/chartEx\d*\.xml')
# Matches the sheet name in a range such as `$'Data & Co'.$B$2:$B$3`.
SHEET = re.compile(r"\$?(?:'((?:[^']|'')*)'|([^.'$;]+))\.")


def charts_of(document, source: str) -> dict[str, list[Chart]]:
    """Returns the charts of each visible sheet. `source` is the workbook file."""
    shown = {sheet.Name for sheet in document.Sheets if sheet.IsVisible}
    found = {sheet.Name: charts for sheet in document.Sheets if sheet.Name in shown and (charts := _charts(sheet))}
    later = later_charts(source)
    if later:
        found.setdefault(next(iter(shown), ''), []).extend(later)
    return found


def count(sheet) -> int:
    """Returns the number of charts that LibreOffice has loaded in the sheet. LibreOffice drops the charts that
    `later_charts` returns."""
    return sum(_model(shape) is not None for shape in shapes_in(sheet.DrawPage))


def _charts(sheet) -> list[Chart]:
    charts = []
    for shape in shapes_in(sheet.DrawPage):
        model = _model(shape)
        if model is not None:
            try:
                charts.append(_chart(model, sheet.Name))
            except (UnoException, AttributeError):
                charts.append(Chart(shape.Title or shape.Name, []))
    return [chart for chart in charts if not chart.is_empty]


def _model(shape):
    """Returns the chart of a shape, or None."""
    model = shape.Model if shape.supportsService(OLE) else None
    return model if model is not None and model.supportsService(CHART) else None


def later_charts(source: str) -> list[Chart]:
    """Returns the charts whose types were added in Office 2016, such as treemaps. LibreOffice drops charts whose type
    was added in Office 2016."""
    if not zipfile.is_zipfile(source):
        return []
    with zipfile.ZipFile(source) as file:
        package = Package(file)
        parts = sorted(name for name in file.namelist() if LATER.fullmatch(name))
        return [chart for part in parts if (chart := package.chart(part))]


def _chart(model, sheet: str) -> Chart:
    """Returns the chart. `sheet` is the name of the sheet with the chart."""
    series: list[Series] = []
    ranges: list[str] = []
    axis_titles: list[str] = []
    for system in model.getFirstDiagram().getCoordinateSystems():
        across = _axis(system, 0)
        axis_titles += [_title(axis) for axis in (across, _axis(system, 1), _axis(system, 1, 1))]
        for kind in system.getChartTypes():
            for one in kind.getDataSeries()[:MAX_SERIES]:
                series.append(_series(one, across, _axis(system, 1, one.AttachedAxisIndex)))
                ranges += [each.getValues().SourceRangeRepresentation for each in one.getDataSequences()]
    subtitle = _title(model.getFirstDiagram())
    # A chart gets no table if all its data cells are in the sheet that contains the chart, because this sheet already
    # shows the values.
    if not model.hasInternalDataProvider() and all(_sheet_of(each) == sheet for each in ranges):
        return Chart(_title(model), [], [text for text in [subtitle, ', '.join(filter(None, axis_titles))] if text])
    return Chart(_title(model), tables_of(series), [subtitle] if subtitle else [])


def _series(one, across, along) -> Series:
    found = {each.getValues().Role: each for each in one.getDataSequences()}
    main = found.get('values-y') or found.get('values-size') or next(iter(found.values()), None)
    label = main.getLabel() if main is not None else None
    categories = found.get('values-x') or (across.getScaleData().Categories if across is not None else None)
    return Series(
        name=' '.join(_texts(label)),
        values=_texts((found.get('values-y') or main).getValues() if main is not None else None),
        categories=[(text,) for text in _texts(categories.getValues() if categories is not None else None)],
        sizes=_texts(found['values-size'].getValues()) if 'values-size' in found else None,
        category_title=_title(across) or ('X' if 'values-x' in found else ''),
        value_title=_title(along),
    )


def _texts(sequence) -> list[str]:
    """Returns each value as the text that a cell displays."""
    return ['' if text == 'NaN' else text for text in sequence.getTextualData()[:MAX_POINTS]] if sequence is not None else []


def _axis(system, dimension: int, index: int = 0):
    if dimension >= system.getDimension() or index > system.getMaximumAxisIndexByDimension(dimension):
        return None
    return system.getAxisByDimension(dimension, index)


def _title(titled) -> str:
    title = titled.getTitleObject() if titled is not None else None
    return ''.join(part.String for part in title.getText()).strip() if title is not None else ''


def _sheet_of(representation: str) -> str:
    match = SHEET.match(representation)
    return (match[1] or match[2] or '').replace("''", "'") if match else ''
