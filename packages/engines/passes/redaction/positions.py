"""Gives each line of text an absolute position. Without absolute positions, text would move if MuPDF 1.21 removes the
text object before it."""
import pikepdf

from engines.shared.pdf.page_box import IDENTITY, Matrix, matrix_of, times

OPERATORS = frozenset({'BT', 'Td', 'TD', 'Tm', 'T*', "'", '"', 'TL', 'q', 'Q'})
MOVING = frozenset({'Td', 'TD', 'T*', "'", '"'})


def make_absolute(pdf, page, done: set) -> None:
    """Rewrites the content of a page and of its forms, so that each line of text has an absolute position. `done` has
    the ids of the forms that are already rewritten."""
    page['/Contents'] = pdf.make_stream(rewritten(page))
    waiting = [page.get('/Resources')]
    while waiting:
        resources = waiting.pop()
        named = resources.get('/XObject') if isinstance(resources, pikepdf.Dictionary) else None
        if not isinstance(named, pikepdf.Dictionary):
            continue
        for _, form in named.items():
            if isinstance(form, pikepdf.Stream) and form.get('/Subtype') == '/Form' and form.objgen not in done:
                done.add(form.objgen)
                form.write(rewritten(form))
                waiting.append(form.get('/Resources'))


def rewritten(holder) -> bytes:
    line: Matrix = IDENTITY
    leading, stack = 0.0, []
    result: list = []
    for instruction in pikepdf.parse_content_stream(holder):
        operator = str(instruction.operator)
        if operator not in OPERATORS:
            result.append(instruction)
            continue
        operands = list(instruction.operands)
        if operator == 'q':
            stack.append(leading)
        elif operator == 'Q' and stack:
            leading = stack.pop()
        elif operator == 'TL':
            leading = float(operands[0])
        elif operator == 'BT':
            line = IDENTITY
        elif operator == 'Tm':
            line = matrix_of(operands)
        if operator == 'TD':
            leading = -float(operands[1])
        if operator not in MOVING:
            result.append(instruction)
            continue
        x, y = (float(one) for one in operands) if operator in ('Td', 'TD') else (0.0, -leading)
        line = times((1, 0, 0, 1, x, y), line)
        result.append(([round(number, 5) for number in line], pikepdf.Operator('Tm')))
        if operator == 'TD':
            result.append(([leading], pikepdf.Operator('TL')))
        if operator == '"':
            result += [([operands[0]], pikepdf.Operator('Tw')), ([operands[1]], pikepdf.Operator('Tc'))]
        if operator in ("'", '"'):
            result.append(([operands[-1]], pikepdf.Operator('Tj')))
    return pikepdf.unparse_content_stream(result)
