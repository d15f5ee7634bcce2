"""Rewrites a plain text table with another delimiter, in UTF-8. Every field stays unchanged."""
import csv
import json
import re
import sys

from engines.shared.text.plain_text import DELIMITERS, RecordTooLong, decode, delimiter_of, rows
from engines.shared.encoding.text_encoding import NotText

DEFAULTS = {'csv': ',', 'tsv': '\t'}


def main() -> int:
    step = json.loads(sys.argv[1])
    try:
        rewrite(step)
    except (NotText, RecordTooLong) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def rewrite(step: dict) -> None:
    with open(step['input'], 'rb') as file:
        text = decode(file.read())
    requested = DELIMITERS.get(step['options'].get('delimiter'))
    delimiter = '\t' if step['from'] == 'tsv' else delimiter_of(text)
    table = re.sub(r'\Asep=.\r?\n', '', text)
    with open(step['output'], 'w', encoding='utf-8', newline='') as file:
        csv.writer(file, delimiter=requested or DEFAULTS[step['to']]).writerows(rows(table, delimiter))


if __name__ == '__main__':
    sys.exit(main())
