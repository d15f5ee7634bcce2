"""Tells of what a conversion did not do wholly as asked; `warnings.ts` has the codes."""
import os
import re

# What `warnings.ts` accepts.
MAX_DETAIL = 120


def warn(step, code, detail=''):
    """`detail` is what the sentence of the code leaves open."""
    with open(os.path.join(step['outputDir'], '.warnings'), 'a', encoding='ascii') as file:
        file.write(f'{code} {detail}'.strip() + '\n')


def listed(names) -> str:
    """Names for the detail of a warning, without repetitions, as many as fit."""
    names = [re.sub(r'[^\w .:+/%-]', '', name, flags=re.ASCII) or 'one more' for name in dict.fromkeys(names)]
    shown = ''
    for count, name in enumerate(names):
        more = f'{shown}, {name}' if shown else name
        rest = len(names) - count - 1
        if len(more) > MAX_DETAIL - (len(f' and {rest} more') if rest else 0):
            return f'{shown} and {len(names) - count} more' if shown else name[:MAX_DETAIL]
        shown = more
    return shown
