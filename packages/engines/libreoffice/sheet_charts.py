"""Names the charts of a workbook in its web page, as tables where no cell of the page shows their data."""
import html
import re
import zipfile

from com.sun.star.uno import Exception as UnoException

from engines.runtime.charts.chart import MAX_POINTS, MAX_SERIES, Chart, Series, html_of, tables_of
from engines.runtime.open_xml_package import Package

OLE = 'com.sun.star.drawing.OLE2Shape'
CHART = 'com.sun.star.chart2.ChartDocument'
LATER = re.compile(r'xl/charts/chartEx\d*\.xml')
ANCHOR = re.compile(r'<A NAME="table\d+"><h1>[^<]*<em>(.*?)</em></h1></A>', re.DOTALL)
# The sheet of a range such as `$'Data & Co'.$B$2:$B$3`.
SHEET = re.compile(r"\$?(?:'((?:[^']|'')*)'|([^.'$;]+))\.")


def settle(document, source: str, file: str) -> None:
    """Puts the charts of each sheet behind its cells in `file`; `source` is the workbook."""
    shown = {sheet.Name for sheet in document.Sheets if sheet.IsVisible}
    found = {sheet.Name: charts for sheet in document.Sheets if sheet.Name in shown and (charts := _charts(sheet, shown))}
    later = _later_charts(source)
    if later:
        found.setdefault(next(iter(shown), ''), []).extend(later)
    if not found:
        return
    with open(file, encoding='utf-8', newline='') as page:
        text = page.read()
    with open(file, 'w', encoding='utf-8', newline='') as page:
        page.write(_with_charts(text, found))


def _with_charts(text: str, found: dict[str, list[Chart]]) -> str:
    anchors = list(ANCHOR.finditer(text))
    ends = [*(anchor.start() for anchor in anchors[1:]), text.rfind('</body>')]
    places = {html.unescape(anchor[1]): (anchor.end(), end) for anchor, end in zip(anchors, ends)}
    whole = (0, text.rfind('</body>'))
    for name, charts in reversed(found.items()):
        start, end = places.get(name, whole)
        at = text.rfind('</table>', start, end)
        at = end if at < 0 else at + len('</table>')
        text = text[:at] + '\n' + '\n'.join(map(html_of, charts)) + text[at:]
    return text


def _charts(sheet, shown: set[str]) -> list[Chart]:
    charts = []
    for shape in _shapes(sheet.DrawPage):
        model = shape.Model if shape.supportsService(OLE) else None
        if model is not None and model.supportsService(CHART):
            try:
                charts.append(_chart(model, shown))
            except (UnoException, AttributeError):
                charts.append(Chart(shape.Title or shape.Name, []))
    return [chart for chart in charts if not chart.is_empty]


def _later_charts(source: str) -> list[Chart]:
    """The charts that Office has had since 2016, such as treemaps: LibreOffice drops them."""
    if not zipfile.is_zipfile(source):
        return []
    with zipfile.ZipFile(source) as file:
        package = Package(file)
        parts = sorted(name for name in file.namelist() if LATER.fullmatch(name))
        return [chart for part in parts if (chart := package.chart(part))]


def _shapes(group):
    for number in range(group.Count):
        shape = group.getByIndex(number)
        if shape.supportsService('com.sun.star.drawing.GroupShape'):
            yield from _shapes(shape)
        else:
            yield shape


def _chart(model, shown: set[str]) -> Chart:
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
    # The cells of visible sheets are in the page.
    if not model.hasInternalDataProvider() and all(_sheet_of(each) in shown for each in ranges):
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
    """As cells show them."""
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
