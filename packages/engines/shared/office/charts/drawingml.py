"""Reads the charts of Open XML files: titles, series, categories and values, as last saved."""
from typing import Callable
from xml.etree import ElementTree

from engines.shared.office.charts.chart import MAX_POINTS, Chart, Series, tables_of
from engines.shared.office.charts.number_format import shown

Element = ElementTree.Element
# Function that returns the values of a cell range, for charts without stored values.
Resolve = Callable[[str], list[str]]

TRUE = (None, '1', 'true')


def read(root: Element, resolve: Resolve | None = None) -> Chart:
    """Reads a chart with the root `c:chartSpace`, or with the root `cx:chartSpace`, which the chart types introduced in
    Office 2016 use."""
    if root.find('{*}chartData') is not None:
        return _read_extended(root)
    chart = root.find('{*}chart')
    area = chart.find('{*}plotArea') if chart is not None else None
    if area is None:
        return Chart('', [])
    date1904 = _is_true(root.find('{*}date1904'))
    axes = {_value(axis.find('{*}axId')): axis for axis in area if axis.tag.endswith('Ax')}
    series = []
    for plot in (child for child in area if child.tag.endswith('Chart')):
        own = [axes[found] for found in (_value(each) for each in plot.findall('{*}axId')) if found in axes]
        series += [_series(each, own, date1904, resolve) for each in plot.findall('{*}ser')]
    title = _title(chart.find('{*}title'), resolve)
    untitled = _is_true(chart.find('{*}autoTitleDeleted'))
    if not title and not untitled:
        title = _automatic_title(chart, series)
    return Chart(title, tables_of(series))


def words_of(element: Element | None) -> str:
    """Returns the paragraphs of rich text, one per line."""
    if element is None:
        return ''
    lines = (
        ''.join('\n' if run.tag.endswith('}br') else run.text or '' for run in paragraph.iter() if run.tag.endswith(('}t', '}br')))
        for paragraph in element.iter()
        if paragraph.tag.endswith('}p')
    )
    return '\n'.join(line.strip() for line in lines if line.strip())


def _series(element: Element, axes: list[Element], date1904: bool, resolve: Resolve | None) -> Series:
    is_scatter = element.find('{*}yVal') is not None or element.find('{*}xVal') is not None
    # A scatter chart has 2 value axes, and the first axis is horizontal.
    across = next((axis for axis in axes if not axis.tag.endswith('}valAx')), axes[0] if is_scatter and axes else None)
    along = next((axis for axis in axes if axis is not across and axis.tag.endswith('}valAx')), None)

    def points(names: str) -> list[str]:
        found = next((one for name in names.split() if (one := element.find(f'{{*}}{name}')) is not None), None)
        return _numbers(found, None, date1904, resolve)

    values = _with_labels(points('val yVal'), element)
    return Series(
        name=_text_of(element.find('{*}tx'), resolve),
        values=values,
        categories=_categories(element, across, date1904, resolve),
        sizes=points('bubbleSize') if element.find('{*}bubbleSize') is not None else None,
        category_title=_axis_title(across, resolve) or ('X' if is_scatter else ''),
        value_title=_axis_title(along, resolve),
    )


def _categories(element: Element, axis: Element | None, date1904: bool, resolve: Resolve | None) -> list[tuple[str, ...]]:
    source = next((one for name in ('cat', 'xVal') if (one := element.find(f'{{*}}{name}')) is not None), None)
    levels = source.findall('.//{*}lvl') if source is not None else []
    if not levels:
        return [(label,) for label in _numbers(source, axis, date1904, resolve)]
    columns = [_points(level) for level in levels]
    length = max(map(len, columns))
    outer = [_filled(column, length) for column in columns[:0:-1]]
    inner = [*columns[0], *[''] * (length - len(columns[0]))]
    return list(zip(*outer, inner))


def _filled(column: list[str], length: int) -> list[str]:
    """Fills the gaps in a column of outer labels. A label applies to all points up to the next label."""
    filled, last = [], ''
    for at in range(length):
        last = column[at] if at < len(column) and column[at] else last
        filled.append(last)
    return filled


def _numbers(source: Element | None, axis: Element | None, date1904: bool, resolve: Resolve | None) -> list[str]:
    """Returns the stored values as displayed. If no values are stored, returns the values of the cells."""
    if source is None:
        return []
    cache = next((one for one in source.iter() if one.tag.endswith(('Cache', 'Lit'))), None)
    if cache is None or cache.find('{*}pt') is None:
        formula = source.findtext('.//{*}f')
        return resolve(formula)[:MAX_POINTS] if resolve and formula else []
    if cache.tag.endswith(('strCache', 'strLit')):
        return _points(cache)
    code = cache.findtext('{*}formatCode') or 'General'
    form = axis.find('{*}numFmt') if axis is not None else None
    # LibreOffice stores the number format of linked dates only in the axis.
    if form is not None and form.get('formatCode') and (form.get('sourceLinked') in ('0', 'false') or code == 'General'):
        code = form.get('formatCode')
    codes = {point.get('idx'): point.get('formatCode') for point in cache.findall('{*}pt') if point.get('formatCode')}
    return [shown(text, codes.get(str(at), code), date1904) if text else '' for at, text in enumerate(_points(cache))]


def _points(cache: Element) -> list[str]:
    """Returns the stored values. Missing values and errors become empty strings, because charts do not show them."""
    texts = {int(point.get('idx', '0')): point.findtext('{*}v') or '' for point in cache.findall('{*}pt')}
    count = max([int(_value(cache.find('{*}ptCount')) or 0), *(at + 1 for at in texts)])
    found = [texts.get(at, '') for at in range(min(count, MAX_POINTS))]
    return ['' if text == '#N/A' else text for text in found]


def _with_labels(values: list[str], element: Element) -> list[str]:
    """Returns the values, with the custom labels of their points. If a point has a custom label, the label follows the
    value in parentheses."""
    labels = {
        int(_value(label.find('{*}idx')) or 0): words_of(label.find('{*}tx')) for label in element.iterfind('{*}dLbls/{*}dLbl')
    }
    ranges = element.find('.//{*}datalabelsRange/{*}dlblRangeCache')
    if ranges is not None:
        labels = {**{at: text for at, text in enumerate(_points(ranges)) if text}, **{at: text for at, text in labels.items() if text and '[' not in text}}
    return [f'{value} ({labels[at]})' if labels.get(at, value) not in ('', value) else value for at, value in enumerate(values)]


def _title(element: Element | None, resolve: Resolve | None) -> str:
    return _text_of(element.find('{*}tx'), resolve) if element is not None else ''


def _automatic_title(chart: Element, series: list[Series]) -> str:
    """Returns the title that Office shows for a chart without a title text: the name of the only series, or `Chart
    Title`."""
    if len(series) == 1:
        return series[0].name
    return '' if chart.find('{*}title') is None else 'Chart Title'


def _axis_title(axis: Element | None, resolve: Resolve | None) -> str:
    if axis is None or axis.find('{*}title') is None or _is_true(axis.find('{*}delete')):
        return ''
    return _title(axis.find('{*}title'), resolve).replace('\n', ' ')


def _text_of(source: Element | None, resolve: Resolve | None) -> str:
    """Returns the text of a title or name: rich text, a literal, or stored cell values."""
    if source is None:
        return ''
    rich = words_of(source)
    if rich:
        return rich
    cache = source.find('.//{*}strCache')
    texts = _points(cache) if cache is not None else []
    if not texts:
        formula = source.findtext('.//{*}f')
        texts = resolve(formula) if resolve and formula else [source.findtext('{*}v') or '']
    return ' '.join(filter(None, texts)).strip()


def _is_true(element: Element | None) -> bool:
    return element is not None and element.get('val') in TRUE


def _value(element: Element | None) -> str:
    return element.get('val', '') if element is not None else ''


def _read_extended(root: Element) -> Chart:
    """Reads treemaps, sunbursts, waterfalls, funnels, histograms, box plots and maps."""
    chart = root.find('{*}chart')
    data = {each.get('id'): each for each in root.iterfind('{*}chartData/{*}data')}
    axes = chart.findall('{*}plotArea/{*}axis') if chart is not None else []
    titles = ['\n'.join(filter(None, [_extended_text(axis.find('{*}title'))])).replace('\n', ' ') for axis in axes]
    across, along = titles[:2] if len(titles) > 1 else ('', titles[0] if titles else '')
    series = []
    for each in chart.iterfind('.//{*}series') if chart is not None else ():
        if each.get('hidden') in ('1', 'true'):
            continue
        reference = each.find('{*}dataId')
        source = data.get(reference.get('val')) if reference is not None else None
        if source is not None:
            series.append(_extended_series(each, source, across, along))
    return Chart(_extended_text(chart.find('{*}title')) if chart is not None else '', tables_of(series))


def _extended_series(element: Element, source: Element, across: str, along: str) -> Series:
    values: list[str] = []
    categories: list[tuple[str, ...]] = []
    for dimension in source:
        columns = [_extended_points(level) for level in dimension.findall('{*}lvl')]
        if dimension.tag.endswith('strDim') and columns and not categories:
            length = max(map(len, columns))
            outer = [_filled(column, length) for column in columns[:0:-1]]
            categories = list(zip(*outer, [*columns[0], *[''] * (length - len(columns[0]))]))
        elif dimension.tag.endswith('numDim') and columns and not values:
            values = columns[0]
    return Series(_extended_text(element.find('{*}tx')), values, categories, None, across, along)


def _extended_points(level: Element) -> list[str]:
    code = level.get('formatCode') or 'General'
    texts = {int(point.get('idx', '0')): point.text or '' for point in level.findall('{*}pt')}
    count = max([int(level.get('ptCount') or 0), *(at + 1 for at in texts)])
    is_number = 'formatCode' in level.attrib
    found = (texts.get(at, '') for at in range(min(count, MAX_POINTS)))
    return [shown(text, code) if is_number and text else text for text in found]


def _extended_text(element: Element | None) -> str:
    if element is None:
        return ''
    return words_of(element) or (element.findtext('.//{*}v') or '').strip()
