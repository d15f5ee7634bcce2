"""Checks a drawing before rsvg-convert reads it."""
import json
import sys

from engines.shared.svg import drawing_check
from engines.shared.html.markup_bounds import LimitExceeded

if __name__ == '__main__':
    step = json.loads(sys.argv[1])
    try:
        drawing_check.check(step['input'], step)
    except LimitExceeded as error:
        sys.exit(str(error))
