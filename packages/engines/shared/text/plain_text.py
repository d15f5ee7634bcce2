"""Detects the delimiter of a plain text table, and the columns that only look numeric."""
import csv
import re
from collections import Counter
from itertools import islice

from engines.shared.encoding import text_encoding
from engines.shared.runner.nothing import tell_nothing

# Values of the option `delimiter`.
DELIMITERS = {'comma': ',', 'semicolon': ';', 'tab': '\t', 'pipe': '|'}

# Matches cells that must stay text, because a number would not preserve the digits of the cell. A cell must stay text
# if it has leading zeros or more digits than a double stores, or is an international telephone number or a serial
# number such as `1e5`. Real numbers with an exponent usually have a sign after the `e`.
NOT_A_NUMBER = re.compile(r'\s*(?:[-+]?0\d+(?:\.\d*)?|[-+]?\d{16,}|\+\d+|\d+[eE]\d+)\s*')
DECIMAL_COMMA = re.compile(r'\s*-?\d+,\d+\s*')
DECIMAL_POINT = re.compile(r'\s*-?\d+\.\d+\s*')

csv.field_size_limit(1 << 30)

# Maximum number of lines in a record. CSV readers take quadratic time in the number of lines of a record, and a record
# with an unclosed quote extends to the end of the file.
MAX_LINES_OF_RECORD = 10_000


class RecordTooLong(ValueError):
    """Raised if a record has too many lines, as after an unclosed quote."""


def decode(data: bytes) -> str:
    """Decodes `data`. Reports an empty file."""
    text = text_encoding.decode(data)
    if not text.strip():
        tell_nothing()
    return text


def delimiter_of(text: str) -> str:
    """Chooses the delimiter with which most of the first records have the same number of fields. Returns a comma if no
    delimiter fits."""
    stated = re.match(r'sep=(.)\r?\n', text)
    if stated:
        return stated[1]
    best, best_score = ',', (0.0, 0)
    for delimiter in DELIMITERS.values():
        try:
            widths = Counter(len(row) for row in islice(rows(text, delimiter), 50) if row)
        except RecordTooLong:
            continue
        if not widths:
            continue
        width, times = widths.most_common(1)[0]
        score = (times / sum(widths.values()), width)
        if width > 1 and score > best_score:
            best, best_score = delimiter, score
    return best


def rows(text: str, delimiter: str):
    """Yields the records of a table with quotes resolved. Raises RecordTooLong."""
    seen = first = 0

    def lines():
        nonlocal seen
        # Splits the text only at carriage returns and line feeds, so that form feeds and Unicode separators stay in the
        # cell that contains them.
        for line in re.finditer(r'[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+', text):
            seen += 1
            if seen - first > MAX_LINES_OF_RECORD:
                raise RecordTooLong(f'a record has more than {MAX_LINES_OF_RECORD} lines')
            yield line[0]

    for record in csv.reader(lines(), delimiter=delimiter):
        first = seen
        yield record


class Columns:
    """Determines the size of a table, which columns are text, and whether numbers have decimal commas."""

    def __init__(self, text: str, delimiter: str):
        self.height = self.width = 0
        self.texts: set[int] = set()
        commas = points = False
        for row in rows(text, delimiter):
            self.height += 1
            self.width = max(self.width, len(row))
            for n, cell in enumerate(row):
                if cell[:1].isalpha():
                    continue
                if n not in self.texts and NOT_A_NUMBER.fullmatch(cell):
                    self.texts.add(n)
                commas = commas or bool(DECIMAL_COMMA.fullmatch(cell))
                points = points or bool(DECIMAL_POINT.fullmatch(cell))
        # A comma that is not the delimiter is a decimal comma if the table has no decimal points.
        self.decimal_comma = delimiter != ',' and commas and not points
