"""Rewrites a Word document so that pandoc reads the content that its pages show."""
import contextlib
import json
import os
import shutil
import sys
import zipfile
from xml.etree import ElementTree

from engines.shared.office.word import shown
from engines.shared.runner.package_copy import write_copy
from engines.tools.pandoc import code_paragraphs

MAIN, STYLES = 'word/document.xml', 'word/styles.xml'


def main() -> None:
    step = json.loads(sys.argv[1])
    file = step['input']
    # pandoc itself refuses damaged files.
    with contextlib.suppress(KeyError, zipfile.BadZipFile, ElementTree.ParseError):
        if shown.rewrite(step, step['text'], marks_items=True):
            file = step['text']
            # The document may contain marked list items, which numbers.lua converts only if the file `numbers`
            # exists.
            with open(os.path.join(step['work'], 'numbers'), 'w'):
                pass
    with contextlib.suppress(KeyError, zipfile.BadZipFile, UnicodeDecodeError):
        if with_code(file, os.path.join(step['work'], 'code')):
            shutil.move(os.path.join(step['work'], 'code'), step['text'])
            return
    if file == step['input']:
        with contextlib.suppress(FileNotFoundError):
            os.remove(step['text'])
        os.symlink(step['input'], step['text'])


def with_code(file: str, copy: str) -> bool:
    """If the document has code or alerts, writes a copy with marks around them to `copy`, and returns True."""
    with zipfile.ZipFile(file) as document:
        content, styles = (document.read(part).decode('utf-8') for part in (MAIN, STYLES))
        marked = code_paragraphs.of_word(content, styles)
        if marked == content:
            return False
        write_copy(document, copy, {MAIN: marked.encode()})
        return True


if __name__ == '__main__':
    main()
