"""Verifies the signatures of a PDF with poppler. Does not check whether the certificates are trusted, because this
depends on who reads the file."""
import re
import subprocess
from datetime import datetime

from engines.shared.pdf.objects import get
from engines.tools.pikepdf.fields import signed_fields

FIELDS = {
    'Signature Field Name': 'field',
    'Signer Certificate Common Name': 'signer',
    'Signer full Distinguished Name': 'subject',
    'Signing Hash Algorithm': 'hash',
    'Signature Type': 'type',
}
VALID = 'Signature is Valid.'


def read(pdf, step) -> list[dict] | None:
    if not signed_fields(pdf):
        return None
    command = ['pdfsig', '-nocert', step['input']]
    run = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, check=False,
        env={'TZ': 'UTC', 'LC_ALL': 'C.UTF-8', 'HOME': step['work']},
    )
    blocks = re.split(r'^Signature #\d+:$', run.stdout.decode('utf-8', 'replace'), flags=re.MULTILINE)[1:]
    reasons = reasons_of(pdf)
    return [described(block, reasons) for block in blocks]


def reasons_of(pdf) -> dict[str, str]:
    return {str(get(field.node, '/T', '')): str(get(field.get('/V'), '/Reason', '')) for field in signed_fields(pdf)}


def described(block: str, reasons: dict[str, str]) -> dict:
    found = {name: value for key, name in FIELDS.items() if (value := value_of(block, key))}
    time = value_of(block, 'Signing Time')
    if time:
        found['time'] = datetime.strptime(time, '%b %d %Y %H:%M:%S').strftime('%Y-%m-%dT%H:%M:%SZ')
    if reasons.get(found.get('field', '')):
        found['reason'] = reasons[found['field']]
    result = value_of(block, 'Signature Validation')
    valid = result == VALID
    covers = '- Total document signed' in block
    return {
        **found,
        'valid': valid,
        # If a signature does not cover the whole file, another signature or any other change may follow it.
        'covers_whole_file': covers,
        'unchanged': valid and covers,
        'trust': 'unknown',
        **({} if valid else {'problem': result.rstrip('.') or 'the signature cannot be read'}),
    }


def value_of(block: str, key: str) -> str:
    found = re.search(rf'^\s+- {re.escape(key)}: (.*)$', block, re.MULTILINE)
    return found[1].strip() if found else ''
