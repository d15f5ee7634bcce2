"""Reads and writes the times of subtitle files, in whole milliseconds."""
import re

# Hours are optional, and the fraction has any number of digits.
TIME = r'(?:(\d+):)?(\d{1,2}):(\d{1,2})(?:[.,](\d+))?'


def milliseconds(hours: str | None, minutes: str, seconds: str, fraction: str | None) -> int:
    whole = (int(hours or 0) * 60 + int(minutes)) * 60 + int(seconds)
    return whole * 1000 + int((fraction or '')[:3].ljust(3, '0'))


def read(text: str) -> int | None:
    found = re.fullmatch(TIME, text.strip())
    return milliseconds(*found.groups()) if found else None


def written(time: int, separator: str = '.', hour_digits: int = 2, hundredths: bool = False) -> str:
    """Returns the time as hours, minutes and seconds, with milliseconds or rounded to hundredths."""
    if hundredths:
        time = (time + 5) // 10 * 10
    seconds, fraction = divmod(time, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    tail = f'{fraction // 10:02}' if hundredths else f'{fraction:03}'
    return f'{hours:0{hour_digits}}:{minutes:02}:{seconds:02}{separator}{tail}'
