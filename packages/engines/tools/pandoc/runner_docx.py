"""Rewrites a Word document so that pandoc reads what its pages show."""
import contextlib
import json
import os
import sys
import zipfile
from xml.etree import ElementTree

from engines.shared.office.word import shown


def main() -> None:
    step = json.loads(sys.argv[1])
    # pandoc refuses damaged files itself.
    with contextlib.suppress(KeyError, zipfile.BadZipFile, ElementTree.ParseError):
        if shown.rewrite(step, step['text'], marks_items=True):
            # Tells numbers.lua that there may be marked items.
            with open(os.path.join(step['work'], 'numbers'), 'w'):
                return
    with contextlib.suppress(FileNotFoundError):
        os.remove(step['text'])
    os.symlink(step['input'], step['text'])


if __name__ == '__main__':
    main()
