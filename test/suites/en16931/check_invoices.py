"""Checks the documents of a folder with the rules for invoices. Prints one JSON object for each test. Each object
contains the tested rule, whether the document satisfies the rule, and the rules that the document violates according to
the checks."""
import json
import os
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', '..', '..', 'packages'))
sys.dont_write_bytecode = True

from engines.shared.invoices.model import InvoiceError  # noqa: E402
from engines.shared.invoices.reading import read  # noqa: E402
from engines.shared.invoices.rules import problems  # noqa: E402

TESTS = '{http://difi.no/xsd/vefa/validator/1.0}'


def found(data: bytes) -> list[str]:
    try:
        return problems(read(data))
    except InvoiceError as error:
        return [f'unreadable: {error}']
    except Exception as error:  # A crash of the checks is a finding, and must not end the measurement.
        return [f'crash: {type(error).__name__}: {error}']


def of_test_set(path: Path, root) -> None:
    """Prints the results of a test set. Each test in the set contains a document (an invoice or a part of an invoice),
    and the rules that the document satisfies or violates."""
    for test in root.iter(f'{TESTS}test'):
        document = next((one for one in test if not one.tag.startswith(TESTS)), None)
        if document is None:
            continue
        for outcome in test.iterfind(f'{TESTS}assert/*'):
            kind = outcome.tag.removeprefix(TESTS)
            if kind in ('success', 'error', 'warning', 'fatal'):
                report(path, (outcome.text or '').strip(), kind == 'success', ElementTree.tostring(document))


def report(path: Path, rule: str | None, keeps: bool, data: bytes) -> None:
    print(json.dumps({'file': path.name, 'rule': rule, 'keeps': keeps, 'found': found(data)}))


folder = Path(sys.argv[1])
for path in sorted(folder.rglob('*.[xX][mM][lL]')):
    data = path.read_bytes()
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError:
        continue
    if root.tag == f'{TESTS}testSet':
        of_test_set(path, root)
    elif root.tag.rpartition('}')[2] in ('Invoice', 'CreditNote', 'CrossIndustryInvoice'):
        report(path, None, True, data)
