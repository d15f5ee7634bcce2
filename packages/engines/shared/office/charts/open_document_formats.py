"""Translates the number formats of an OpenDocument chart into the format codes of `number_format`."""
from xml.etree import ElementTree

Element = ElementTree.Element

OASIS = 'urn:oasis:names:tc:opendocument:xmlns:'
NUMBER, STYLE = f'{{{OASIS}datastyle:1.0}}', f'{{{OASIS}style:1.0}}'
KINDS = ('number-style', 'percentage-style', 'currency-style', 'date-style', 'time-style')
# The short and the long format code of each unit.
UNITS = {'day': ('d', 'dd'), 'year': ('yy', 'yyyy'), 'hours': ('h', 'hh'), 'minutes': ('m', 'mm'), 'seconds': ('s', 'ss'), 'day-of-week': ('ddd', 'dddd')}


def codes_of(root: Element) -> dict[str, str]:
    """Returns the format codes of the styles in `root` by style name. Omits styles without a number format."""
    formats = {each.get(STYLE + 'name'): _code(each) for kind in KINDS for each in root.iter(NUMBER + kind)}
    return {
        style.get(STYLE + 'name', ''): formats[style.get(STYLE + 'data-style-name')]
        for style in root.iter(STYLE + 'style')
        if style.get(STYLE + 'data-style-name') in formats
    }


def _code(style: Element) -> str:
    return ''.join(map(_part, style)) or 'General'


def _part(part: Element) -> str:
    name = part.tag.removeprefix(NUMBER)
    is_long = part.get(NUMBER + 'style') == 'long'
    if name == 'number':
        return _digits(part)
    if name == 'scientific-number':
        return f'{_digits(part)}E+00'
    if name == 'month':
        if part.get(NUMBER + 'textual') == 'true':
            return 'mmmm' if is_long else 'mmm'
        return 'mm' if is_long else 'm'
    if name in UNITS:
        return UNITS[name][is_long]
    if name == 'am-pm':
        return 'AM/PM'
    if name in ('text', 'currency-symbol'):
        return ''.join(f'{character}' if character == '%' else f'"{character}"' for character in part.text or '' if character != '"')
    return ''


def _digits(part: Element) -> str:
    places = part.get(NUMBER + 'decimal-places')
    if places is None:
        return 'General'
    least = part.get(NUMBER + 'min-decimal-places', places)
    whole = '0' * max(1, _count(part.get(NUMBER + 'min-integer-digits', '1')))
    if part.get(NUMBER + 'grouping') == 'true':
        whole = '#,##' + whole
    fraction = '0' * _count(least) + '#' * max(0, _count(places) - _count(least))
    return f'{whole}.{fraction}' if fraction else whole


def _count(text: str) -> int:
    return min(int(text), 20) if text.isdecimal() else 0
