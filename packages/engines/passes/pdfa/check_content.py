"""Checks the operators in the content of pages, forms, patterns, glyphs and appearances."""
import pikepdf

from engines.passes.pdfa.conform import RENDERING
from engines.passes.pdfa.standard import Broken, Level
from engines.shared.pdf.objects import containers, get, has_members, listed, name_of

OPERATORS = frozenset(
    "b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q Q re RG rg ri s S"
    " SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' \" INLINE IMAGE".split()
)
MAX_STATES = 28


def check(pdf, level: Level) -> None:
    for page in pdf.pages:
        check_operators(page, level)
    for thing in containers(pdf):
        if isinstance(thing, pikepdf.Stream) and (name_of(get(thing, '/Subtype')) == '/Form' or get(thing, '/PatternType') == 1):
            check_operators(thing, level)
        elif has_members(thing) and name_of(get(thing, '/Subtype')) == '/Type3' and has_members(get(thing, '/CharProcs')):
            for _, glyph in thing.CharProcs.items():
                check_operators(glyph, level)


def check_operators(holder, level: Level) -> None:
    states = 0
    try:
        operations = pikepdf.parse_content_stream(holder)
    except (pikepdf.PdfError, TypeError, ValueError) as error:
        raise Broken('content', f'the page content cannot be read: {error}') from error
    for operation in operations:
        operands, operator = operation[0], str(operation[1])
        first = name_of(operands[0]) if len(operands) else ''
        if operator == 'INLINE IMAGE' or isinstance(operation, getattr(pikepdf, 'ContentStreamInlineImage', ())):
            check_inline(operands[0], level)
        elif operator in ('k', 'K') or (operator in ('cs', 'CS') and first == '/DeviceCMYK'):
            raise Broken('colours', 'CMYK colours have no profile')
        elif operator in ('cs', 'CS') and not first:
            raise Broken('content', f'{operator} names no colour space')
        elif operator == 'ri' and first not in RENDERING:
            raise Broken('content', 'an unknown rendering intent is set')
        elif operator == 'q':
            states += 1
            if states > MAX_STATES:
                raise Broken('content', 'graphics states are nested too deeply')
        elif operator == 'Q':
            states = max(0, states - 1)
        elif operator not in OPERATORS:
            raise Broken('content', f'unknown operator {operator[:20]}')


def check_inline(image, level: Level) -> None:
    described = {str(key): value for key, value in image.obj.items()} if hasattr(image, 'obj') else {}
    words = {name_of(word) for value in described.values() for word in listed(value)}
    if words & {'/LZW', '/LZWDecode'}:
        raise Broken('content', 'LZW is not allowed')
    if words & {'/CMYK', '/DeviceCMYK'}:
        raise Broken('colours', 'CMYK colours have no profile')
    if described.get('/I') is True or described.get('/Interpolate') is True:
        raise Broken('content', 'a picture has interpolation enabled')
