"""Converts a saved web page (MHTML, RFC 2557) to a single file with all its assets."""
import email
import email.policy
from urllib.parse import urljoin

from engines.codecs.mail.charsets import Charsets
from engines.codecs.mail.eml import BROKEN, decoded, MAX_DEPTH
from engines.codecs.mail.message import NotMail
from engines.shared.html.single_page import Asset, PageRefused, SinglePage


def as_page(data: bytes) -> str:
    archive = email.message_from_bytes(data, policy=email.policy.default.clone(max_line_length=None))
    parts = list(_parts(archive))
    pages = [part for part in parts if part.get_content_type() in ('text/html', 'application/xhtml+xml')]
    if 'MIME-Version' not in archive or not pages:
        raise NotMail('it contains no web page')
    page = next((part for part in pages if _id(part) == _start(archive)), pages[0])
    try:
        return single_page(page, parts).text()
    except PageRefused as refusal:
        raise NotMail(str(refusal)) from refusal


def single_page(page, parts: list) -> SinglePage:
    base = _location(page)
    held: dict[str, Asset] = {}
    for part in parts:
        if part is not page:
            address = urljoin(base, _location(part))
            asset = Asset(address, part.get_content_type(), part.content, lambda part=part: decoded(part, part.content, Charsets(part)))
            held.setdefault(address, asset)
            held[f'cid:{_id(part)}'] = asset
    return SinglePage(base, decoded(page, page.content, Charsets(page)), held.get)


def _parts(part, depth: int = 0):
    broken = next((defect for defect in part.defects if isinstance(defect, BROKEN)), None)
    if broken:
        raise NotMail(f'it is damaged or incomplete: {type(broken).__name__}')
    if depth > MAX_DEPTH:
        raise NotMail('it is nested too deeply')
    if part.get_content_maintype() == 'multipart':
        for inner in part.iter_parts():
            yield from _parts(inner, depth + 1)
    elif not part.is_multipart():
        # The library detects a damaged body only while it decodes the body.
        part.content = part.get_payload(decode=True) or b''
        if any(isinstance(defect, BROKEN) for defect in part.defects):
            raise NotMail('it is damaged or incomplete')
        yield part


def _id(part) -> str:
    return str(part.get('Content-ID', '')).strip(' <>')


def _start(archive) -> str | None:
    start = archive.get_param('start')
    return start.strip(' <>') if isinstance(start, str) else None


def _location(part) -> str:
    return ''.join(str(part.get('Content-Location', '')).split())
