"""Cleans fonts: removes dates, program stamps and the names of designers and manufacturers. Keeps the licence of the
font."""
import json
import re
import sys

from fontTools.ttLib import TTFont, TTLibError

from engines.passes.metadata import runner
from engines.passes.metadata.cleaners.notes import Notes, Refused

# Tables that only authoring programs read, and the signature, which any change invalidates.
TABLES = ('FFTM', 'PfEd', 'TeX ', 'BDF ', 'DSIG', 'meta', 'Debg', 'TSI0', 'TSI1', 'TSI2', 'TSI3', 'TSI5', 'TSIB', 'TSIC', 'TSID', 'TSIJ', 'TSIP', 'TSIS', 'TSIV', 'prop')
# Name IDs of the manufacturer, designer, description, URLs and sample text.
NAMES = (8, 9, 10, 11, 12, 19)
UNIQUE, VERSION, POSTSCRIPT = 3, 5, 6
# Time stamp of 1980-01-01, in seconds since 1904.
EPOCH = 2_398_377_600
NUMBER = re.compile(r'^\s*(?:version|v)?\s*[0-9]+(?:\.[0-9]+)*', re.IGNORECASE)


def clean(step: dict, _: Notes) -> None:
    try:
        font = TTFont(step['input'], lazy=True, recalcTimestamp=False)
        for table in TABLES:
            if table in font:
                del font[table]
        font['head'].created = font['head'].modified = EPOCH
        clean_names(font['name'] if 'name' in font else None)
        # Removes the metadata that web fonts store outside the tables.
        if getattr(font, 'flavorData', None) is not None:
            font.flavorData = None
        font.save(step['output'])
    except (TTLibError, KeyError, ValueError, AssertionError, IndexError) as error:
        raise Refused(f'fontTools: {error}') from error


def clean_names(table) -> None:
    if table is None:
        return
    postscript = next((str(row) for row in table.names if row.nameID == POSTSCRIPT), 'font')
    table.names = [row for row in table.names if row.nameID not in NAMES]
    for row in table.names:
        if row.nameID == UNIQUE:
            row.string = postscript
        elif row.nameID == VERSION:
            number = NUMBER.match(str(row))
            row.string = number[0].strip() if number else 'Version 1.0'


def traces(step: dict) -> list[str]:
    font = TTFont(step['output'], lazy=True)
    found = [table for table in TABLES if table in font]
    found += ['a date'] * any(getattr(font['head'], name) != EPOCH for name in ('created', 'modified'))
    flavour = getattr(font, 'flavorData', None)
    if flavour is not None and (flavour.metaData or flavour.privData):
        found.append('notes in a web font')
    for row in font['name'].names if 'name' in font else []:
        if row.nameID in NAMES or (row.nameID == VERSION and NUMBER.sub('', str(row))):
            found.append(f'name {row.nameID}')
    return found


if __name__ == '__main__':
    runner.run(json.loads(sys.argv[1]), clean, traces)
