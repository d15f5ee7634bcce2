"""Writes the numbers of headings and list items of a Word document as text."""
from engines.shared.office.word.document import Element, W, text_run, value
from engines.shared.office.word.numbering import Label, Numbering

# Characters that mark the number of a list item. numbers.lua finds the number by these characters, and compares it with
# the numbering of the list. No document contains these characters, which Unicode reserves for internal use.
BEGIN, END, GAP, SEPARATOR = '\ufdd0', '\ufdd1', '\ufdd2', '\ufdd3'
STYLES = {'decimal': 'Decimal', 'lowerLetter': 'LowerAlpha', 'upperLetter': 'UpperAlpha', 'lowerRoman': 'LowerRoman',
          'upperRoman': 'UpperRoman'}
# Largest number that is written as a single letter. Programs write numbers above 26 with different letters.
LETTERS = 26
DELIMITERS = {'%.': 'Period', '%)': 'OneParen', '(%)': 'TwoParens'}


class Writer:
    """Writes the numbers of one document. With `marks_items`, list items stay list items, and marks enclose their
    numbers. Without `marks_items`, the numbers become plain text."""

    def __init__(self, numbering: Numbering, marks_items: bool):
        self.numbering = numbering
        self.marks_items = marks_items
        self.has_marked = False

    def write(self, parent: Element) -> None:
        for child in parent:
            if child.tag == W + 'p':
                self.write_paragraph(child)
            if len(child):
                self.write(child)

    def write_paragraph(self, paragraph: Element) -> None:
        properties = paragraph.find(W + 'pPr')
        label = self.numbering.label(properties)
        if label is None:
            return
        styles = self.numbering.styles
        is_heading = styles.is_heading(styles.of_paragraph(properties))
        if label.is_bullet:
            if is_heading:
                self.clear_number(paragraph)
            return
        # Items without a label become plain paragraphs, because readers would number list items without a label.
        if not label.text or not self.marks_items or is_heading:
            self.write_text(paragraph, label, is_heading)
        else:
            set_number(paragraph, label.instance, label.at)
            insert(paragraph, marked(label))
            self.has_marked = True

    def write_text(self, paragraph: Element, label: Label, is_heading: bool) -> None:
        if not self.marks_items and not is_heading and is_plain(label):
            return
        self.clear_number(paragraph)
        insert(paragraph, label.text + label.suffix if label.text else '')
        indent = self.numbering.indent(label)
        properties = paragraph.find(W + 'pPr')
        if indent is not None and not is_heading and properties.find(W + 'ind') is None:
            properties.append(indent)

    def clear_number(self, paragraph: Element) -> None:
        properties = paragraph.find(W + 'pPr')
        if self.numbering.styles.numbering(self.numbering.styles.of_paragraph(properties))[0]:
            set_number(paragraph, '0', 0)
        elif properties is not None:
            for old in properties.findall(W + 'numPr'):
                properties.remove(old)


def marked(label: Label) -> str:
    """Returns a string with 4 values for numbers.lua: the text of the label, and the style, the delimiter and the
    number with which a pandoc list shows the same label. Style and delimiter are empty if no pandoc list can show the
    label."""
    style = STYLES.get(label.format, '')
    delimiter = DELIMITERS.get(label.level.text.replace(f'%{label.at + 1}', '%'), '')
    if not delimiter or not style or 'Alpha' in style and label.number > LETTERS:
        style = delimiter = ''
    text = (label.text + label.suffix if label.text else '').replace(' ', GAP)
    return BEGIN + SEPARATOR.join([text, style, delimiter, str(label.number)]) + END


def is_plain(label: Label) -> bool:
    """Returns whether all readers number the list in the same way: with `1.`, `2.` and so on, starting at 1."""
    return label.at == 0 and label.level.format == 'decimal' and label.level.text == '%1.' and label.is_usual


def set_number(paragraph: Element, instance: str, at: int) -> None:
    properties = paragraph.find(W + 'pPr')
    if properties is None:
        properties = Element(W + 'pPr')
        paragraph.insert(0, properties)
    for old in properties.findall(W + 'numPr'):
        properties.remove(old)
    number = Element(W + 'numPr')
    for name, given in (('ilvl', str(at)), ('numId', instance)):
        number.append(Element(W + name, {W + 'val': given}))
    properties.insert(1 if value(properties, 'pStyle') else 0, number)


def insert(paragraph: Element, text: str) -> None:
    if text:
        paragraph.insert(1 if paragraph[0].tag == W + 'pPr' else 0, text_run(text))
