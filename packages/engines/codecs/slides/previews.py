"""Finds the picture of an embedded object. PowerPoint 2007 stores the picture of an object in a VML drawing of the
slide."""
from engines.shared.office.open_xml_package import Package

VML = '{urn:schemas-microsoft-com:vml}'
RELATION = '{urn:schemas-microsoft-com:office:office}relid'


def part_of(package: Package, slide: str, shape_id: str) -> str:
    """Returns the package part with the picture of an object, or an empty string. `shape_id` is the `spid` of the
    object."""
    drawing = package.related(slide, 'vmlDrawing')
    if drawing is None:
        return ''
    for shape in package.xml(drawing).iter(VML + 'shape'):
        image = shape.find(VML + 'imagedata')
        if shape.get('id') == shape_id and image is not None:
            return package.relations(drawing).get(image.get(RELATION, ''), '')
    return ''
