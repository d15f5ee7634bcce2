"""Signs a PDF with PAdES-B. The signature is appended, so that earlier signatures stay valid."""
import hashlib
import json
import sys

import pikepdf

from engines.tools.pikepdf.document import Document
from engines.tools.pikepdf.signing import field
from engines.tools.pikepdf.signing.cms import signature
from engines.tools.pikepdf.signing.key import OPTION, Signer, signer_in
from engines.tools.pikepdf.signing.update import Update


def main() -> None:
    step = json.loads(sys.argv[1])
    options = step['options']
    signer = signer_in(options[OPTION], options.get('sign_password'))
    with open(step['input'], 'rb') as source:
        data = source.read()
    with pikepdf.open(step['input']) as pdf:
        if pdf.is_encrypted:
            sys.exit('protean-reason: unsupported_feature signature of an encrypted PDF')
        document = Document(pdf, step)
        update = Update(pdf, data)
        field.add(document, update, signer)
        prepared = update.written()
    with open(step['output'], 'wb') as result:
        result.write(signed(prepared, len(data), signer))


def signed(prepared: bytes, start: int, signer: Signer) -> bytes:
    """Replaces the placeholders after `start`: the byte ranges before and after the signature, and the signature
    itself."""
    placeholder = b'<' + b'00' * field.RESERVED + b'>'
    at = prepared.index(placeholder, start)
    end = at + len(placeholder)
    ranges = b'[0 %d %d %d]' % (at, end, len(prepared) - end)
    spot = prepared.index(field.RANGES, start)
    whole = bytearray(prepared)
    whole[spot:spot + len(field.RANGES)] = ranges.ljust(len(field.RANGES))
    digest = hashlib.sha256(whole[:at] + whole[end:]).digest()
    contents = signature(digest, signer)
    if len(contents) > field.RESERVED:
        raise SystemExit(f'protean-reason: option_file {OPTION} it has too many certificates')
    whole[at + 1:end - 1] = contents.hex().encode().ljust(2 * field.RESERVED, b'0')
    return bytes(whole)


if __name__ == '__main__':
    try:
        main()
    except pikepdf.PasswordError:
        sys.exit('protean-reason: password_required')
    except pikepdf.PdfError as error:
        sys.exit(f'pikepdf: {error}')
