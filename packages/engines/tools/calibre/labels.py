"""Hides the bullets of a list if a marked label precedes each item, and removes the marks. The module
open_document/lists.py writes the labels and the marks before them."""
from engines.shared.office.open_document.lists import LABEL_MARK


def settle(page) -> None:
    for element in page.iter('*'):
        if (element.text or '').startswith(LABEL_MARK):
            element.text = element.text.removeprefix(LABEL_MARK)
            for around in element.iterancestors('{*}ul'):
                around.set('style', 'list-style-type: none')
                break
