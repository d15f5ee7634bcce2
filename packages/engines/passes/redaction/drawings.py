"""Cuts boxes out of the lines, areas and pictures on a page, and removes replacement texts such as ActualText."""
import pikepdf

from engines.passes.redaction.geometry import bounds, overlap, rectangle
from engines.passes.redaction.paths import CLIPPING, CONSTRUCTION, PAINTING, Path
from engines.passes.redaction.pictures import Pictures
from engines.passes.redaction.reading import Box
from engines.shared.pdf.contents import content_streams
from engines.shared.pdf.page_box import IDENTITY, Matrix, inherited, matrix_of, times

# Keys under which marked content and tags store texts that repeat or describe the drawn content.
REPLACING = ('/ActualText', '/Alt', '/E')
MAX_DEPTH = 20


class Cutter:
    """Cuts boxes out of one page. The boxes are in the coordinates of the page content."""

    def __init__(self, pdf, pictures: Pictures, boxes: list[Box], picture_boxes: list[Box]) -> None:
        self.pdf, self.pictures, self.boxes, self.picture_boxes = pdf, pictures, boxes, picture_boxes

    def cut(self, page) -> None:
        resources = inherited(page, '/Resources')
        content, resources = self.content_without(page, pikepdf.Dictionary() if resources is None else resources, IDENTITY, 0)
        page['/Contents'] = self.pdf.make_stream(content)
        page['/Resources'] = resources

    def content_without(self, holder, resources, matrix: Matrix, depth: int) -> tuple[bytes, object]:
        """Returns the content of a page or form without the parts in the boxes, and the resources of the new
        content."""
        instructions: list = []
        stack: list[Matrix] = []
        path = Path()
        forms: dict[str, object] = {}
        for instruction in pikepdf.parse_content_stream(holder):
            operands, operator = instruction.operands, str(instruction.operator)
            if operator in CONSTRUCTION or operator in CLIPPING:
                path.add(operator, operands, instruction, matrix)
                continue
            if operator in PAINTING:
                cut_path = path.painted(operator, self.boxes, matrix)
                instructions += [*path.instructions, instruction] if cut_path is None else cut_path
                path = Path()
                continue
            if operator == 'q':
                stack.append(matrix)
            elif operator == 'Q' and stack:
                matrix = stack.pop()
            elif operator == 'cm':
                matrix = times(matrix_of(operands), matrix)
            elif operator in ('BDC', 'DP'):
                instruction = without_texts(operands, operator)
            elif operator in ('Do', 'INLINE IMAGE') and depth < MAX_DEPTH:
                form = self.changed(instruction, operator, resources, matrix, depth)
                if form is not None:
                    name = f'/Redacted{depth}x{len(forms)}'
                    forms[name] = form
                    instruction = ([pikepdf.Name(name)], pikepdf.Operator('Do'))
            instructions.append(instruction)
        return pikepdf.unparse_content_stream(instructions), with_forms(resources, forms)

    def changed(self, instruction, operator: str, resources, matrix: Matrix, depth: int):
        """Returns the form that replaces a picture or form, or None if no box touches the picture or form."""
        if operator == 'INLINE IMAGE':
            content = pikepdf.unparse_content_stream([instruction])
            return self.pictures.form_without(content, resources, matrix, self.picture_boxes)
        name = str(instruction.operands[0])
        named = resources.get('/XObject')
        drawing = named.get(name) if named is not None else None
        if not isinstance(drawing, pikepdf.Stream):
            return None
        if drawing.get('/Subtype') == '/Image':
            alone = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Picture=drawing))
            return self.pictures.form_without(b'/Picture Do', alone, matrix, self.picture_boxes)
        return self.changed_form(drawing, resources, matrix, depth) if drawing.get('/Subtype') == '/Form' else None

    def changed_form(self, form, resources, matrix: Matrix, depth: int):
        inner = times(matrix_of(form.get('/Matrix')), matrix)
        area = rectangle(form.get('/BBox'))
        if area is not None and not any(overlap(bounds(inner, area), box) for box in self.boxes + self.picture_boxes):
            return None
        own = form.get('/Resources')
        content, own_resources = self.content_without(form, own if own is not None else resources, inner, depth + 1)
        copy = self.pdf.make_stream(content)
        for key, value in form.items():
            if key not in ('/Length', '/Filter', '/DecodeParms', '/Resources'):
                copy[key] = value
        copy['/Resources'] = own_resources
        return copy


def without_texts(operands, operator: str):
    tag, properties = operands[0], operands[1] if len(operands) > 1 else None
    if isinstance(properties, pikepdf.Dictionary):
        properties = pikepdf.Dictionary({key: value for key, value in properties.items() if key not in REPLACING})
    return [tag] + ([properties] if properties is not None else []), pikepdf.Operator(operator)


def with_forms(resources, forms: dict[str, object]):
    result = pikepdf.Dictionary(dict(resources.items()))
    if forms:
        known = resources.get('/XObject')
        result['/XObject'] = pikepdf.Dictionary({**(dict(known.items()) if known is not None else {}), **forms})
    properties = resources.get('/Properties')
    if properties is not None:
        for _, one in properties.items():
            for key in REPLACING:
                if isinstance(one, pikepdf.Dictionary) and key in one:
                    del one[key]
    return result


def draw_boxes(pdf, page, boxes: list[Box]) -> None:
    """Draws black boxes on top of the content of a page."""
    areas = ' '.join(f'{box.x0:.2f} {box.y0:.2f} {box.x1 - box.x0:.2f} {box.y1 - box.y0:.2f} re' for box in boxes)
    mark = f'\nQ\n/Artifact BMC q 0 g {areas} f Q EMC\n'
    page['/Contents'] = pikepdf.Array([
        pdf.make_stream(b'q\n'),
        *content_streams(page),
        pdf.make_stream(mark.encode()),
    ])
