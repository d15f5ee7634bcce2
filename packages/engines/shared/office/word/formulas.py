"""Rewrites formulas of Word for pandoc."""
from xml.etree import ElementTree

Element = ElementTree.Element

M = '{http://schemas.openxmlformats.org/officeDocument/2006/math}'


def stack(root: Element) -> None:
    """Converts fractions without a bar (as in binomial coefficients) to columns, because pandoc would draw a bar."""
    for fraction in root.iter(M + 'f'):
        kind = fraction.find(f'{M}fPr/{M}type')
        if kind is None or kind.get(M + 'val') != 'noBar':
            continue
        parts = [part for part in fraction if part.tag in (M + 'num', M + 'den')]
        fraction.tag = M + 'm'
        for child in list(fraction):
            fraction.remove(child)
        for part in parts:
            part.tag = M + 'e'
            row = ElementTree.SubElement(fraction, M + 'mr')
            row.append(part)
