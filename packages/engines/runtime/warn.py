"""Tells of what a conversion did not do wholly as asked; `warnings.ts` has the codes."""
import os


def warn(step, code, detail=''):
    """`detail` is what the sentence of the code leaves open."""
    with open(os.path.join(step['outputDir'], '.warnings'), 'a', encoding='ascii') as file:
        file.write(f'{code} {detail}'.strip() + '\n')
