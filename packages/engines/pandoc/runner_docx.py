"""Rewrites a Word document with text boxes so that pandoc reads what stands in them."""
import contextlib
import json
import os
import sys
import zipfile
from xml.etree import ElementTree

from engines.runtime import text_boxes
from engines.runtime.package_copy import write_copy

MAIN = 'word/document.xml'


def main() -> None:
    step = json.loads(sys.argv[1])
    # pandoc refuses damaged files itself.
    with contextlib.suppress(KeyError, zipfile.BadZipFile, ElementTree.ParseError), zipfile.ZipFile(step['input']) as document:
        before = document.read(MAIN)
        after = text_boxes.without_word_boxes(before)
        if after is not before:
            write_copy(document, step['text'], {MAIN: after})
            return
    os.symlink(step['input'], step['text'])


if __name__ == '__main__':
    main()
