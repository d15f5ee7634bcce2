"""Writes an electronic invoice as a web page with its parties, lines and amounts."""
import json
import sys
from html import escape

from engines.shared.invoices.model import TOTALS, Invoice, InvoiceError, Party
from engines.shared.invoices.reading import read
from engines.shared.invoices.rules import problems

STYLE = (
    'body{font:11pt sans-serif;margin:2em}h1{font-size:16pt}table{border-collapse:collapse;width:100%;margin:1em 0}'
    'th,td{padding:.3em .5em;border-bottom:1px solid #ccc;text-align:left;vertical-align:top}'
    '.number{text-align:right;white-space:nowrap}.parties{display:flex;gap:3em}.parties section{flex:1}'
    '.problem{border:1px solid #b00;padding:.5em}@page{size:A4;margin:15mm}'
)
# Kinds of invoices by their code in UNTDID 1001: the most frequent codes that EN 16931 allows.
KINDS = {'380': 'Invoice', '381': 'Credit note', '384': 'Corrected invoice', '389': 'Self-billed invoice', '326': 'Partial invoice'}
# Codes of UN/ECE Recommendation 20 for the most frequent units.
UNITS = {'C62': '', 'H87': 'pcs', 'HUR': 'h', 'DAY': 'd', 'MON': 'mon', 'KGM': 'kg', 'MTR': 'm', 'LTR': 'l', 'KMT': 'km'}


def main() -> None:
    step = json.loads(sys.argv[1])
    with open(step['input'], 'rb') as file:
        data = file.read()
    try:
        invoice = read(data)
    except InvoiceError as error:
        print(error, file=sys.stderr)
        sys.exit('protean-reason: unreadable_file')
    with open(step['output'], 'w', encoding='utf-8') as result:
        result.write(page(invoice))


def page(invoice: Invoice) -> str:
    title = f'{KINDS.get(invoice.type_code, "Invoice")} {invoice.number}'
    facts = {
        'Date': invoice.date, 'Due date': invoice.due_date, 'Currency': invoice.currency, 'IBAN': invoice.iban,
        'Profile': invoice.guideline,
    }
    rows = ''.join(f'<tr><th scope="row">{name}</th><td>{escape(value)}</td></tr>' for name, value in facts.items() if value)
    note = f'<p>{escape(invoice.note)}</p>' if invoice.note else ''
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style></head>'
        f'<body><h1>{escape(title)}</h1>{violations(invoice)}<div class="parties">{party("Seller", invoice.seller)}'
        f'{party("Buyer", invoice.buyer)}</div><table>{rows}</table>{note}{lines(invoice)}{totals(invoice)}</body></html>\n'
    )


def violations(invoice: Invoice) -> str:
    found = ''.join(f'<li>{escape(text)}</li>' for text in problems(invoice))
    return f'<div class="problem">This invoice violates rules of EN 16931:<ul>{found}</ul></div>' if found else ''


def party(label: str, who: Party) -> str:
    parts = [f'<strong>{escape(who.name)}</strong>', *map(escape, who.lines)]
    if who.tax_id:
        parts.append(f'VAT {escape(who.tax_id)}')
    return f'<section><h2>{label}</h2><p>{"<br>".join(parts)}</p></section>'


def lines(invoice: Invoice) -> str:
    if not invoice.lines:
        return ''
    head = ''.join(f'<th scope="col"{kind}>{name}</th>' for name, kind in (
        ('No.', ''), ('Item', ''), ('Quantity', NUMBER), ('Price', NUMBER), ('VAT %', NUMBER), ('Amount', NUMBER),
    ))
    rows = []
    for line in invoice.lines:
        quantity = f'{line.quantity} {UNITS.get(line.unit, line.unit)}'.strip()
        numbers = ''.join(f'<td{NUMBER}>{escape(text)}</td>' for text in (quantity, line.price, line.tax, line.net))
        rows.append(f'<tr><td>{escape(line.number)}</td><td>{escape(line.name)}</td>{numbers}</tr>')
    return f'<table><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


def totals(invoice: Invoice) -> str:
    rows = ''.join(
        f'<tr><th scope="row">{label}</th><td{NUMBER}>{escape(invoice.totals[name])} {escape(invoice.currency)}</td></tr>'
        for name, label in TOTALS.items() if name in invoice.totals
    )
    return f'<table>{rows}</table>'


NUMBER = ' class="number"'

if __name__ == '__main__':
    main()
