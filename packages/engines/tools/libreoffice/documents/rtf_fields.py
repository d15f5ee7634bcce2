"""Replaces RTF fields that LibreOffice drops or evaluates incorrectly. Each field is replaced with its stored
result, as in Word documents (`word_source.py`)."""
import os
import re
from dataclasses import dataclass, field

from engines.shared.runner.warn import warn
from engines.shared.office.word.nested_fields import BY_PAGE, CONTAINERS, STORED, STORED_ON_PAGES

KINDS = '|'.join(sorted(STORED | STORED_ON_PAGES)).encode()
# Matches RTF documents that may have fields to replace. Documents without a match are not parsed.
WORDS = rb'(?:card|ord|dollar)text\b'
HINT = re.compile(rb'\\fldinst[^}]{0,400}?(?:\\field\b|\b(?:' + KINDS + rb')\b|' + WORDS + rb')', re.IGNORECASE)
# Matches lists whose numbers are written as words, such as `One` or `First`. LibreOffice would write the list numbers
# as digits instead of words.
WORD_LISTS = re.compile(rb'\\levelnfcn?[67]\b')
TOKEN = re.compile(rb"\\bin(\d+) ?|\\'[0-9a-fA-F]{2}|\\[a-zA-Z]+-?\d* ?|\\[^a-zA-Z]|[{}]")
WORD = re.compile(rb'[A-Za-z]+')
FIELD, CODE, RESULT = b'\\field', b'\\fldinst', b'\\fldrslt'


@dataclass
class Group:
    """A group: text in braces that begins with a control word."""

    start: int
    name: bytes = b''
    # Position at which the content starts, after the control word.
    content: int = 0
    end: int = 0
    parts: 'list[Group]' = field(default_factory=list)


def prepared(path: str, request: dict) -> str:
    """Returns `path`, or the path of a copy with replaced fields."""
    if request['from'] != 'rtf':
        return path
    with open(path, 'rb') as file:
        data = file.read()
    if WORD_LISTS.search(data):
        warn(request, 'content_left_out', 'words of list numbers (written as digits)')
    changed = settled(data, request['to'] == 'pdf')
    if changed is data:
        return path
    copy = os.path.join(request['work'], f'prepared-{os.path.basename(path)}')
    with open(copy, 'wb') as file:
        file.write(changed)
    return copy


def settled(data: bytes, is_page: bool) -> bytes:
    """Replaces the fields. Returns `data` itself if no field is replaced."""
    if not HINT.search(data):
        return data
    kept, at = [], 0
    for one in fields_of(data):
        code, result = part(one, CODE), part(one, RESULT)
        if one.start < at or code is None or result is None or not is_stored(data[code.content:code.end], is_page):
            continue
        kept += [data[at:one.start + 1], data[result.content:result.end]]
        at = one.end
    return b''.join([*kept, data[at:]]) if kept else data


def part(group: Group, name: bytes) -> 'Group | None':
    return next((one for one in group.parts if one.name == name), None)


def is_stored(code: bytes, is_page: bool) -> bool:
    text = re.sub(rb'\\\*|\\[a-z]+-?\d* ?|[{}]', b' ', code.partition(FIELD)[0])
    word = WORD.search(text)
    kind = word[0].upper().decode() if word else ''
    if kind in CONTAINERS:
        return False
    if re.search(WORDS, code, re.IGNORECASE) and kind not in BY_PAGE:
        return True
    return FIELD in code or kind in STORED or is_page and kind in STORED_ON_PAGES


def fields_of(data: bytes) -> 'list[Group]':
    """Returns the groups of fields in the order of their starts, including fields in the results of other fields."""
    found, open_groups, at = [], [Group(0)], 0
    while token := TOKEN.search(data, at):
        at = token.end()
        text = token[0]
        if token[1] is not None:
            # Skips the bytes of a picture, which may look like braces.
            at += int(token[1])
        elif text == b'{':
            group = Group(token.start())
            open_groups[-1].parts.append(group)
            open_groups.append(group)
        elif text == b'}':
            if len(open_groups) > 1:
                open_groups.pop().end = token.start()
        elif not open_groups[-1].name and text != b'\\*':
            group = open_groups[-1]
            group.name, group.content = text.rstrip(b' '), at
            if group.name == FIELD:
                found.append(group)
    return [one for one in found if one.end]
