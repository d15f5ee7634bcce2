"""Prepares FictionBook files for calibre. calibre's own style sheet would print the name of each `body`, and write
notes as chapters."""
import os

from lxml import etree

from engines.shared.runner.warn import listed, warn

XHTML = 'http://www.w3.org/1999/xhtml'
NOTES = {'notes', 'footnotes', 'comments'}
HEADINGS = {f'{{{XHTML}}}h{level}' for level in range(1, 7)}


def prepared(step: dict) -> tuple[str, set[str]]:
    """Returns the path of a copy of the FictionBook, and the ids of its notes. In the copy of the book, `body` elements
    have no names, because calibre would write these names into the text as headings."""
    file, work = step['input'], step['work']
    from calibre.ebooks.chardet import xml_to_unicode
    from calibre.ebooks.metadata.fb2 import get_fb2_data
    from calibre.utils.xml_parse import safe_xml_fromstring

    with open(file, 'rb') as stream:
        data = get_fb2_data(stream)[0]
    text = xml_to_unicode(data, strip_encoding_pats=True, assume_utf8=True, resolve_entities=True)[0]
    # Truncated books have already been rejected. calibre recovers from other errors.
    root = safe_xml_fromstring(text.replace('\0', ''))
    ids = set()
    for body in root.iter('{*}body'):
        if body.attrib.pop('name', '').lower() in NOTES:
            ids.update(section.get('id') for section in body.iter('{*}section') if section.get('id'))
    warn_of_missing_pictures(root, step)
    # The copy keeps the name of the file, because calibre uses this name as the title of a book without a title.
    copy = os.path.join(work, 'prepared', os.path.splitext(os.path.basename(file))[0] + '.fb2')
    os.makedirs(os.path.dirname(copy), exist_ok=True)
    with open(copy, 'wb') as stream:
        stream.write(etree.tostring(root, encoding='utf-8', xml_declaration=True))
    return copy, ids


def warn_of_missing_pictures(root, step: dict) -> None:
    """Warns about missing pictures, which calibre omits silently. A picture is a `binary` element with an id."""
    there = {part.get('id') for part in root.iter('{*}binary')}
    named = [value for image in root.iter('{*}image') for name, value in image.items() if name.endswith('href')]
    missing = [name.lstrip('#') for name in named if name.startswith('#') and name[1:] not in there]
    if missing:
        warn(step, 'files_missing', listed(missing))


def mark_notes(pages: list, ids: set[str]) -> None:
    """Converts note sections to endnotes. The number of each endnote links back to the text."""
    used: dict[str, str] = {}
    for page in pages if ids else []:
        for link in page.iter('{*}a'):
            note = (link.get('href') or '').partition('#')[2]
            if note in ids:
                link.attrib.pop('title', None)
                link.set('role', 'doc-noteref')
                used.setdefault(note, link.get('id') or f'ref-{note}')
                if used[note] == f'ref-{note}' and link.get('id') is None:
                    link.set('id', used[note])
    for page in pages if ids else []:
        headings = [element for element in page.iter(*HEADINGS) if element.get('id') in ids]
        for heading in headings:
            wrap(heading, used)


def wrap(heading, used: dict[str, str]) -> None:
    """Moves the note that begins with the heading into the preceding `div` of notes, or into a new `div`."""
    parent, note = heading.getparent(), heading.get('id')
    before = heading.getprevious()
    if before is not None and before.get('role') == 'doc-endnotes':
        group = before
    else:
        if before is not None and before.tag == f'{{{XHTML}}}hr':
            parent.remove(before)
        group = etree.Element(f'{{{XHTML}}}div', {'class': 'footnotes', 'role': 'doc-endnotes'})
        heading.addprevious(group)
    content = []
    following = heading.getnext()
    while following is not None and following.tag not in HEADINGS and following.tag != f'{{{XHTML}}}hr':
        content.append(following)
        following = following.getnext()
    one = etree.SubElement(group, f'{{{XHTML}}}div', {'class': 'footnote', 'id': note})
    label = ' '.join(''.join(heading.itertext()).split())
    parent.remove(heading)
    one.extend(content)
    back = etree.Element(f'{{{XHTML}}}a', {'href': f'#{used[note]}', 'role': 'doc-backlink', 'class': 'footnote-back'} if note in used else {})
    back.text = label
    first = next((element for element in one if isinstance(element.tag, str)), None)
    if label and first is not None:
        back.tail = ' ' + (first.text or '').lstrip()
        first.text = None
        first.insert(0, back)
    elif label:
        one.append(back)
