"""Formats the stored numbers of a chart according to their format codes. No Python library that is packaged for Debian
supports format codes."""
import datetime
import re
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

EPOCH_1900, EPOCH_1904 = datetime.datetime(1899, 12, 30), datetime.datetime(1904, 1, 1)
# Matches one part of a format code: a literal in quotes or after a backslash, a width or fill character, a part in
# brackets, or any other character.
TOKEN = re.compile(r'"([^"]*)"|\\(.)|_.|\*.|\[([^\]]*)\]|(.)', re.DOTALL)
DATE_PART = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|_.|\*.|\[(?P<bracket>[^\]]*)\]|(?P<code>am/pm|a/p|y+|m+|d+|h+|s+(?:\.0+)?)|.',
    re.IGNORECASE | re.DOTALL,
)
# Excel's last day is 9999-12-31.
LAST_DAY = 2958465


def shown(text: str, code: str = 'General', date1904: bool = False) -> str:
    """Returns `text` in the number format `code`. Text that is not a number stays unchanged."""
    try:
        number = Decimal(text.strip())
    except InvalidOperation:
        return text
    if not number.is_finite():
        return text
    section, number = _section(code, number)
    plain = _without_literals(section)
    is_fraction = re.search('[?#0]/', plain)
    if not section.strip() or re.search('general|@', plain, re.IGNORECASE) or is_fraction or number.adjusted() > 20:
        return general(number)
    if re.search(r'[ymdhs]', plain, re.IGNORECASE) and not re.search('[#?0]', re.sub(r's\.0+', 's', plain)):
        return _date(number, section, EPOCH_1904 if date1904 else EPOCH_1900)
    return _number(number, section)


def general(number: Decimal) -> str:
    """Returns a number with 15 significant digits, as spreadsheets do. Uses an exponent only for very large or very
    small numbers."""
    text = f'{float(number):.15g}'
    return f'{Decimal(text):f}' if 'e' in text and -7 < number.adjusted() < 21 else text


def _section(code: str, number: Decimal) -> tuple[str, Decimal]:
    sections = [''.join(part) for part in _split(code)]
    if number < 0 and len(sections) > 1:
        return sections[1], -number
    if number == 0 and len(sections) > 2:
        return sections[2], number
    return sections[0], number


def _split(code: str):
    part: list[str] = []
    for token in TOKEN.finditer(code or 'General'):
        if token[0] == ';':
            yield part
            part = []
        else:
            part.append(token[0])
    yield part


def _without_literals(section: str) -> str:
    kept = (token[4] or ('h' if re.fullmatch('[hms]+', token[3] or '', re.IGNORECASE) else '') for token in TOKEN.finditer(section))
    return ''.join(kept)


def _number(number: Decimal, section: str) -> str:
    before, after, digits, in_digits = [], [], [], False
    for token in TOKEN.finditer(section):
        literal, escaped, bracket, character = token.groups()
        if character and character in '0#?' or in_digits and character and character in '.,eE+-' and not after:
            digits.append(character)
            in_digits = True
            continue
        if character == '.' and not digits:
            digits.append(character)
            in_digits = True
            continue
        if bracket is not None:
            literal = re.match(r'\$([^-]*)', bracket)[1] if bracket.startswith('$') else ''
        shown_as = next((each for each in (literal, escaped, character) if each is not None), ' ' if token[0][0] == '_' else '')
        (after if digits else before).append(shown_as)
    pattern = ''.join(digits)
    percents = ''.join((*before, *after)).count('%')
    if not pattern:
        return ''.join(before).strip()
    number *= Decimal(100) ** percents
    words = _scientific(number, pattern) if re.search('[eE][+-]', pattern) else _digits(number, pattern)
    sign = '-' if words.startswith('-') else ''
    return (sign + ''.join(before) + words.removeprefix('-') + ''.join(after)).strip()


def _digits(number: Decimal, pattern: str) -> str:
    whole, _, fraction = pattern.partition('.')
    scaled = whole.rstrip(',') if not fraction else whole
    trailing = len(whole) - len(scaled) + len(fraction) - len(fraction.rstrip(','))
    number /= Decimal(1000) ** trailing
    places, needed = len(re.sub('[^0#?]', '', fraction)), fraction.count('0')
    rounded = number.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP) if places < 20 else number
    text = f'{abs(rounded):,.{places}f}' if ',' in scaled else f'{abs(rounded):.{places}f}'
    units, _, rest = text.partition('.')
    while len(rest) > needed and rest.endswith('0'):
        rest = rest[:-1]
    units = units.zfill(scaled.count('0')) if ',' not in scaled else units
    if units == '0' and '0' not in scaled and rest:
        units = ''
    return ('-' if rounded < 0 else '') + units + ('.' + rest if rest else '')


def _scientific(number: Decimal, pattern: str) -> str:
    mantissa, exponent = re.split('[eE]', pattern, maxsplit=1)
    places = len(mantissa.partition('.')[2])
    head, power = f'{number:.{places}E}'.split('E')
    sign = '-' if power.startswith('-') else '+' if exponent.startswith('+') else ''
    return f'{head}E{sign}{power.lstrip("+-").zfill(exponent.count("0"))}'


def _date(number: Decimal, section: str, epoch: datetime.datetime) -> str:
    if not 0 <= number <= LAST_DAY:
        return general(number)
    moment = epoch + datetime.timedelta(seconds=float(round(number * 86400, 3)))
    halves = re.search(r'am/pm|a/p', section, re.IGNORECASE) is not None
    pieces = [*_date_pieces(section)]
    units = [(at, text.strip('[')[0].lower()) for at, (text, is_code) in enumerate(pieces) if is_code or text.startswith('[')]
    # The code `m` next to hours or seconds means minutes.
    minutes = {
        at
        for n, (at, unit) in enumerate(units)
        if unit == 'm' and (n and units[n - 1][1] == 'h' or units[n + 1:] and units[n + 1][1] == 's')
    }
    out = []
    for at, (text, is_code) in enumerate(pieces):
        if text.startswith('['):
            seconds = int(number * 86400 + Decimal('0.0005'))
            out.append(f'{seconds // {"h": 3600, "m": 60, "s": 1}[text[1].lower()]:0{len(text) - 2}d}')
        else:
            out.append(_piece(text, moment, halves, at in minutes) if is_code else text)
    return ''.join(out).strip()


def _date_pieces(section: str):
    """Yields pairs: a literal or a date code such as `yyyy`, and whether this text is a date code."""
    for piece in DATE_PART.finditer(section):
        literal, escaped, bracket, code = piece.group('quoted', 'escaped', 'bracket', 'code')
        if code:
            yield code, True
        elif bracket is None:
            yield next((each for each in (literal, escaped) if each is not None), piece[0] if len(piece[0]) == 1 else ' '), False
        elif re.fullmatch('h+|m+|s+', bracket, re.IGNORECASE):
            yield f'[{bracket}]', False


def _piece(piece: str, moment: datetime.datetime, halves: bool, is_minute: bool) -> str:
    unit, length = piece[0].lower(), len(piece)
    if piece.lower() in ('am/pm', 'a/p'):
        return moment.strftime('%p')
    if unit == 'y':
        return f'{moment.year:04d}' if length > 2 else f'{moment.year % 100:02d}'
    if unit == 'm' and not is_minute:
        return MONTHS[moment.month - 1][: 3 if length == 3 else 1 if length == 5 else None] if length > 2 else f'{moment.month:0{length}d}'
    if unit == 'd':
        return DAYS[moment.weekday()][: 3 if length == 3 else None] if length > 2 else f'{moment.day:0{length}d}'
    if unit == 'h':
        return f'{(moment.hour - 1) % 12 + 1 if halves else moment.hour:0{min(length, 2)}d}'
    if unit == 'm':
        return f'{moment.minute:0{min(length, 2)}d}'
    if unit == 's':
        whole, _, fraction = piece.partition('.')
        places = f'.{moment.microsecond:06d}'[: len(fraction) + 1] if fraction else ''
        return f'{moment.second:0{min(len(whole), 2)}d}{places}'
    return piece


MONTHS = ('January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December')
DAYS = ('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday')
