"""Cleans RTF: removes document information and revision numbers, and replaces the names and dates of comments and
changes."""
import binascii
import re

from engines.passes.metadata.cleaners import pictures
from engines.passes.metadata.cleaners.notes import AUTHOR_PLACEHOLDER, Notes, Refused

TOKEN = re.compile(rb"\\bin(\d{1,9}) ?|\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'[0-9a-fA-F]{2}|\\[^a-zA-Z]|[{}]|[^\\{}]+|\\", re.DOTALL)
# RTF groups that are removed together with their content.
GROUPS = {
    *(b'info', b'generator', b'rsidtbl', b'userprops', b'template', b'xmlnstbl', b'datastore', b'themedata', b'colorschememapping'),
    *(b'docvar', b'operator', b'mailmerge', b'blipuid', b'atndate', b'passwordhash', b'oldcprops', b'oldpprops', b'oldsprops', b'fname'),
    *(b'nextfile', b'writereservation', b'writereservhash', b'factoidname', b'wgrffmtfilter', b'latentstyles', b'background_'),
}
# Groups that contain a name, each with a neutral replacement for the name. The cleaner keeps groups with names, because
# other groups refer to these groups.
NAMES = {b'atnauthor': AUTHOR_PLACEHOLDER.encode(), b'atnid': b'A'}
WORDS = re.compile(
    rb'^(insrsid|delrsid|charrsid|pararsid|sectrsid|tblrsid|rsid|rsidroot|revdttm|revdttmdel|crdate|dttm|bliptag|lnkd|'
    rb'pnrdate|prdate|tdfrmtxtTime|trdate|srdate|mvdate|proptype)$'
)
WORD_AT_END = re.compile(rb'\\[a-zA-Z]+(-?\d+)?')
PICTURES = {b'jpegblip', b'pngblip', b'emfblip'}


def tokens(data: bytes):
    """Yields each token. If the token is a control word, also yields its word and number. The token of `bin` includes
    the binary data after the control word."""
    at = 0
    while at < len(data):
        match = TOKEN.match(data, at)
        if match is None:
            raise Refused('not RTF')
        at = match.end()
        if match[1] is not None:
            end = at + int(match[1])
            if end > len(data):
                raise Refused('truncated RTF')
            yield data[match.start():end], b'bin', match[1]
            at = end
        else:
            yield match[0], match[2], match[3]


def clean(data: bytes, notes: Notes) -> bytes:
    if not data.startswith(b'{\\rtf'):
        raise Refused('not RTF')
    written: list[bytes] = []
    # The current nesting depth, the depth of the group that is being removed, and the state of each open
    # group.
    depth, dropped, opened = 0, 0, []

    def write(piece: bytes) -> None:
        # If a removed group was between a control word and text, a space must separate the control word from the text.
        if written and WORD_AT_END.fullmatch(written[-1]) and (piece[:1].isalnum() or piece[:1] in (b' ', b'-')):
            written.append(b' ')
        written.append(piece)

    for piece, word, _ in tokens(data):
        if piece == b'{':
            depth += 1
            opened.append({'at': len(written), 'words': 0, 'picture': False, 'name': None})
        elif piece == b'}':
            depth -= 1
            if depth < 0:
                break
            group = opened.pop()
            if dropped:
                if depth < dropped:
                    dropped = 0
                continue
            if group['picture']:
                clean_picture(written, group['at'], notes)
            if group['name'] is not None:
                write(group['name'])
            written.append(piece)
            continue
        if dropped:
            continue
        if word is not None and opened:
            group = opened[-1]
            group['words'] += 1
            if group['words'] == 1 and word in GROUPS:
                del written[group['at']:]
                dropped = depth
                continue
            if group['words'] == 1 and word == b'revtbl':
                # The groups in the revision table contain names. The groups of the revision table stay in the file,
                # because tracked changes refer to each name by its number.
                group['revisions'] = True
            if group['words'] == 1 and word in NAMES:
                group['name'] = NAMES[word]
            if word in PICTURES:
                group['picture'] = True
            if WORDS.match(word):
                continue
        is_name = len(opened) > 1 and opened[-2].get('revisions')
        if is_name and piece != b'{':
            if opened[-1]['name'] is None:
                opened[-1]['name'] = AUTHOR_PLACEHOLDER.encode() + b';'
            continue
        if opened and opened[-1]['name'] is not None and piece != b'{' and word not in NAMES:
            continue
        write(piece)
    return b''.join(written) + (b'' if depth <= 0 else b'}' * depth)


def clean_picture(written: list[bytes], begin: int, notes: Notes) -> None:
    """Cleans the picture in a group. Searches the pieces of the group from the end for the picture's data: many
    hexadecimal digits, or binary data after `bin`."""
    for n in range(len(written) - 1, begin, -1):
        digits = re.sub(rb'\s', b'', written[n])
        if len(digits) > 40 and re.fullmatch(rb'[0-9a-fA-F]+', digits):
            data = binascii.unhexlify(digits[:len(digits) // 2 * 2])
            cleaned = pictures.clean(data, notes)
            if cleaned != data:
                written[n] = b'\n' + binascii.hexlify(cleaned)
            return
        if written[n].startswith(b'\\bin'):
            head, _, data = written[n].partition(b' ')
            cleaned = pictures.clean(data, notes)
            written[n] = b'\\bin%d ' % len(cleaned) + cleaned
            return


def traces(data: bytes) -> list[str]:
    """Returns the metadata that is left. Searches the whole document with patterns, independently of the cleaner's
    parser."""
    found = [match[0].decode('latin-1') for match in re.finditer(
        rb'\{\s*(?:\\\*\s*)?\\(?:info|generator|rsidtbl|userprops|template|datastore|operator|docvar|atndate|blipuid)\b', data)]
    found += ['revision number'] * bool(re.search(rb'\\(?:insrsid|charrsid|pararsid|sectrsid|tblrsid|delrsid|revdttm|revdttmdel)-?\d', data))
    for names in re.findall(rb'\\revtbl\b((?:\s*\{[^{}]*\})*)', data):
        found += ['author of a change'] * any(name.strip() not in (b'', AUTHOR_PLACEHOLDER.encode() + b';') for name in re.findall(rb'\{([^{}]*)\}', names))
    for digits in re.findall(rb'\\(?:jpegblip|pngblip)[^{}]*?((?:[0-9a-fA-F]{2}\s*){40,})\}', data):
        plain = re.sub(rb'\s', b'', digits)
        found += pictures.traces(binascii.unhexlify(plain[:len(plain) // 2 * 2]))
    return found
