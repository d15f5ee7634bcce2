"""Writes the warnings of a conversion. `warnings.ts` defines the warning codes."""
import os
import re

# Maximum length of a detail that `warnings.ts` accepts.
MAX_DETAIL = 120


def warn(step, code, detail='', matches=()):
    """Adds a warning. `detail` replaces the placeholder in the message of the warning. `matches` are tuples of kind,
    page number and count. Pages are counted from 1. Page 0 means that the match is not on a page."""
    listed_matches = ';'.join(f'{kind} {page} {count}' for kind, page, count in matches)
    with open(os.path.join(step['outputDir'], '.warnings'), 'a', encoding='ascii') as file:
        file.write(f'{code} {detail}'.strip() + (f'\t{listed_matches}' if listed_matches else '') + '\n')


def listed(names) -> str:
    """Returns as many distinct names as fit in the detail of a warning."""
    names = [re.sub(r'[^\w .:+/%-]', '', name, flags=re.ASCII) or 'one more' for name in dict.fromkeys(names)]
    shown = ''
    for count, name in enumerate(names):
        more = f'{shown}, {name}' if shown else name
        rest = len(names) - count - 1
        if len(more) > MAX_DETAIL - (len(f' and {rest} more') if rest else 0):
            return f'{shown} and {len(names) - count} more' if shown else name[:MAX_DETAIL]
        shown = more
    return shown
