"""Tells of what a conversion did not do wholly as asked; `warnings.ts` has the codes."""
import os


def warn(step, code):
    with open(os.path.join(step['outputDir'], '.warnings'), 'a', encoding='ascii') as file:
        file.write(f'{code}\n')
