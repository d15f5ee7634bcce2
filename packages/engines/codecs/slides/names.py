"""Names of elements of presentations, and functions that classify shapes."""
from xml.etree import ElementTree

A = '{http://schemas.openxmlformats.org/drawingml/2006/main}'
P = '{http://schemas.openxmlformats.org/presentationml/2006/main}'
R = '{http://schemas.openxmlformats.org/officeDocument/2006/relationships}'
M = '{http://schemas.openxmlformats.org/officeDocument/2006/math}'
A14 = '{http://schemas.microsoft.com/office/drawing/2010/main}'
ALTERNATIVES = '{http://schemas.openxmlformats.org/markup-compatibility/2006}'
DIAGRAM = '{http://schemas.openxmlformats.org/drawingml/2006/diagram}relIds'
CHARTS = (
    '{http://schemas.openxmlformats.org/drawingml/2006/chart}chart',
    '{http://schemas.microsoft.com/office/drawing/2014/chartex}chart',
)

TITLES = ('title', 'ctrTitle')
# Placeholders in the margins of slides: dates, footers, numbers.
MARGINS = ('dt', 'ftr', 'sldNum', 'hdr')
TRUE = ('1', 'true')


def placeholder_of(shape: ElementTree.Element) -> ElementTree.Element | None:
    return next(shape.iter(P + 'ph'), None)


def kind_of(shape: ElementTree.Element) -> str:
    """Returns the placeholder type of a shape, or an empty string for a shape without a placeholder."""
    mark = placeholder_of(shape)
    return mark.get('type', 'obj') if mark is not None else ''


def is_hidden(shape: ElementTree.Element) -> bool:
    """Returns whether the shape itself is hidden. Ignores shapes inside the shape."""
    properties = next(iter(shape), None)
    mark = properties.find(P + 'cNvPr') if properties is not None else None
    return mark is not None and mark.get('hidden') in TRUE
