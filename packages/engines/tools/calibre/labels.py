"""Hides the bullets of lists whose items begin with a label that open_document/lists.py has marked, and removes the
marks."""
from engines.shared.office.open_document.lists import LABEL_MARK


def settle(page) -> None:
    for element in page.iter('*'):
        if (element.text or '').startswith(LABEL_MARK):
            element.text = element.text.removeprefix(LABEL_MARK)
            for around in element.iterancestors('{*}ul'):
                around.set('style', 'list-style-type: none')
                break
