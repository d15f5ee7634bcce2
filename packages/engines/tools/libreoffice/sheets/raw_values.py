"""Formats the stored value of a cell with the rules of `tools/sheetjs/raw-number.ts`: digits, ISO dates, times, elapsed
times."""
import datetime

DAY_MS = 86_400_000
# Maximum number of milliseconds that a double stores exactly.
MOST_MS = 2**53 - 1
# Decides how a number is written if its format shows only a time. A number of at least FIRST_MOMENT days (20000 is in
# 1954) is written as a date with a time. A smaller number is written as a duration.
FIRST_MOMENT = 20_000


def raw_text(value: float, kind: str, null_date: datetime.date) -> str:
    """Returns the text of `value` with a number format of `kind` (see `sheet_formats.kind_of`). Day 0 is
    `null_date`."""
    if kind == 'boolean':
        return 'TRUE' if value else 'FALSE'
    is_plain = kind == 'number' or abs(value) * DAY_MS > MOST_MS
    return (None if is_plain else _time_text(value, kind, null_date)) or digits(value)


def digits(value: float) -> str:
    """Returns all digits of the number in JavaScript's notation."""
    if value == int(value) and abs(value) < 1e21:
        return str(int(value))
    return repr(value).replace('e-0', 'e-')


def _time_text(value: float, kind: str, null_date: datetime.date) -> str | None:
    # Rounds to milliseconds, because further digits are rounding errors of binary fractions.
    ms = round(value * DAY_MS)
    days, rest = divmod(ms, DAY_MS)
    if kind == 'elapsed' or (kind == 'time' and (ms < 0 or 0 < days < FIRST_MOMENT)):
        return _elapsed(ms)
    if days == 0:
        return clock(rest)
    try:
        day = (null_date + datetime.timedelta(days=days)).isoformat()
    except OverflowError:
        return None
    return day if kind == 'date' and rest == 0 else f'{day}T{clock(rest)}'


def _elapsed(ms: int) -> str:
    """Returns an elapsed time. The hours have no leading zero, because an elapsed time may be longer than 24 hours."""
    sign, size = ('-', -ms) if ms < 0 else ('', ms)
    return f'{sign}{size // 3_600_000}{clock(size)[2:]}'


def clock(ms: int) -> str:
    """Returns `hh:mm:ss`, with milliseconds if there are any."""
    seconds, fraction = divmod(ms, 1000)
    text = f'{seconds // 3600 % 24:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}'
    return f'{text}.{fraction:03d}'.rstrip('0') if fraction else text
