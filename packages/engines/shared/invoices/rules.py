"""Checks an electronic invoice for rules of EN 16931."""
from collections.abc import Iterator

from engines.shared.invoices import rules_amounts, rules_codes, rules_terms, rules_vat
from engines.shared.invoices.model import SUMMARIES, Invoice, InvoiceError

# A rule, such as BR-CO-15, and a description of its violation.
Violation = tuple[str, str]


def check(invoice: Invoice) -> None:
    """Raises InvoiceError if the invoice violates a rule. The error names the first violated rule. docs/invoices.md
    lists the rules."""
    for rule, what in violations(invoice):
        raise InvoiceError(f'{rule}: {what}')


def problems(invoice: Invoice) -> list[str]:
    """Returns a text for each violated rule. The text contains the name of the rule and describes the violation."""
    return [f'{rule}: {what}' for rule, what in violations(invoice)]


def violations(invoice: Invoice) -> Iterator[Violation]:
    """Invoice profiles without lines contain less data than EN 16931 requires, so only the rules for the data of the
    profile apply."""
    yield from rules_terms.required(invoice)
    if invoice.profile != 'MINIMUM':
        yield from rules_terms.conditional(invoice)
        yield from rules_codes.violations(invoice)
    malformed = list(rules_amounts.malformed(invoice))
    yield from malformed
    if malformed:
        return
    yield from rules_amounts.violations(invoice)
    if invoice.profile != 'MINIMUM':
        yield from rules_vat.breakdown(invoice)
    if invoice.profile not in SUMMARIES:
        yield from rules_vat.categories(invoice)
