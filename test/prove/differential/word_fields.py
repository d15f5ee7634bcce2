"""Prints the paragraphs with fields in a Word document: `word_fields.py <file>`. Each field is replaced with its stored
result. LibreOffice cannot be used, because it repeats the result of a field if the code of the field contains another
field.
"""
import sys
import zipfile
from xml.etree import ElementTree

W = '{http://schemas.openxmlformats.org/wordprocessingml/2006/main}'
TEXTS = (W + 't', W + 'tab')


def shown(paragraph):
    """Yields the text outside of field codes."""
    in_code = []
    for element in paragraph.iter():
        kind = element.get(W + 'fldCharType')
        if kind == 'begin':
            in_code.append(True)
        elif kind == 'separate' and in_code:
            in_code[-1] = False
        elif kind == 'end' and in_code:
            in_code.pop()
        elif element.tag in TEXTS and not any(in_code):
            yield element.text or ' '


with zipfile.ZipFile(sys.argv[1]) as archive:
    root = ElementTree.fromstring(archive.read('word/document.xml'))
for paragraph in root.iter(W + 'p'):
    if paragraph.find(f'.//{W}fldChar') is not None:
        print(''.join(shown(paragraph)))
