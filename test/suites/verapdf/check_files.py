"""Runs Protean's checks for PDF/A and PDF/UA on files.

Each input line is a level and a path, separated by a tab. Prints a line of JSON for each file: the problem, or null.
"""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', '..', '..', 'packages'))
sys.dont_write_bytecode = True

import pikepdf  # noqa: E402

from engines.passes.pdfa import check  # noqa: E402
from engines.passes.pdfa.standard import Broken, Level  # noqa: E402
from engines.shared.pdf import accessibility  # noqa: E402


def problem(level: str, file: str) -> str | None:
    try:
        if level == 'ua1':
            with pikepdf.open(file) as pdf:
                found = accessibility.problems(pdf)
            return f'{found[0].clause}: {found[0].what}' if found else None
        check.check(file, Level(level))
    except Broken as broken:
        return f'{broken.area}: {broken}'
    except (pikepdf.PdfError, pikepdf.PasswordError) as error:
        return f'unreadable: {error}'
    except Exception as error:  # A crash of the checks is a finding, and must not end the measurement.
        return f'crash: {type(error).__name__}: {error}'
    return None


for line in sys.stdin:
    level, file = line.rstrip('\n').split('\t')
    print(json.dumps(problem(level, file)), flush=True)
