"""Repairs Word, Excel and PowerPoint files: keeps the parts that can still be read, and rebuilds the lists of parts."""
import re

from engines.passes.repair import parts
from engines.passes.repair.outcome import NothingLeft, amount

OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'
DOCUMENT = 'application/vnd.openxmlformats-officedocument.'
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

# Main part of each kind of document, by folder.
MAIN = {'word': 'word/document.xml', 'xl': 'xl/workbook.xml', 'ppt': 'ppt/presentation.xml'}

# Content types of parts, by the name of the part without number and extension. The complete content type
# begins with `DOCUMENT` and ends with `+xml`.
CONTENT = {
    'word/document': 'wordprocessingml.document.main', 'word/styles': 'wordprocessingml.styles',
    'word/numbering': 'wordprocessingml.numbering', 'word/settings': 'wordprocessingml.settings',
    'word/fontTable': 'wordprocessingml.fontTable', 'word/footnotes': 'wordprocessingml.footnotes',
    'word/endnotes': 'wordprocessingml.endnotes', 'word/header': 'wordprocessingml.header',
    'word/footer': 'wordprocessingml.footer', 'word/comments': 'wordprocessingml.comments',
    'word/theme/theme': 'theme', 'xl/theme/theme': 'theme', 'ppt/theme/theme': 'theme',
    'xl/workbook': 'spreadsheetml.sheet.main', 'xl/worksheets/sheet': 'spreadsheetml.worksheet',
    'xl/sharedStrings': 'spreadsheetml.sharedStrings', 'xl/styles': 'spreadsheetml.styles',
    'ppt/presentation': 'presentationml.presentation.main', 'ppt/slides/slide': 'presentationml.slide',
    'ppt/slideLayouts/slideLayout': 'presentationml.slideLayout',
    'ppt/slideMasters/slideMaster': 'presentationml.slideMaster',
}
PLAIN = {'png': 'image/png', 'jpeg': 'image/jpeg', 'jpg': 'image/jpeg', 'gif': 'image/gif', 'emf': 'image/x-emf',
         'wmf': 'image/x-wmf', 'xml': 'application/xml', 'rels': 'application/vnd.openxmlformats-package.relationships+xml'}


def repair(step) -> str:
    found, total = parts.read(step['input'])
    kind = next((folder for folder in MAIN if any(name.startswith(f'{folder}/') for name in found)), None)
    if kind is None:
        raise NothingLeft('no part of a document is left')
    saved = {'word': text, 'xl': workbook, 'ppt': slides}[kind](found)
    found['_rels/.rels'] = relations([('officeDocument', MAIN[kind])])
    found['[Content_Types].xml'] = content_types(found)
    parts.write(step['output'], found)
    return f'{saved}, {amount(len(found), "part", total)}'


def text(found: dict[str, bytes]) -> str:
    if MAIN['word'] not in found:
        raise NothingLeft('the main part is missing')
    without_missing(found, 'word/_rels/document.xml.rels', 'word/')
    return something(parts.count(found[MAIN['word']], 'w:p'), 'paragraph')


def workbook(found: dict[str, bytes]) -> str:
    """Rebuilds the workbook part with all remaining sheets. Keeps the sheet names if their list is readable. Returns a
    description of how many rows were saved."""
    sheets = sorted((name for name in found if re.fullmatch(r'xl/worksheets/[^/]+\.xml', name)), key=number_in)
    if not sheets:
        raise NothingLeft('no sheet is left')
    names = re.findall(r'<(?:\w+:)?sheet [^>]*?name="([^"]*)"', found.get(MAIN['xl'], b'').decode('utf-8', 'replace'))
    names += [f'Sheet{n}' for n in range(len(names) + 1, len(sheets) + 1)]
    listed = ''.join(
        f'<sheet name="{name}" sheetId="{n}" r:id="rId{n}"/>' for n, name in enumerate(names[: len(sheets)], 1)
    )
    namespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    found[MAIN['xl']] = f'{HEAD}<workbook {namespace} xmlns:r="{OFFICE}"><sheets>{listed}</sheets></workbook>'.encode()
    strings(found, sheets, namespace)
    related = [('worksheet', name.removeprefix('xl/')) for name in sheets]
    related += [(kind, f'{kind}.xml') for kind in ('sharedStrings', 'styles') if f'xl/{kind}.xml' in found]
    found['xl/_rels/workbook.xml.rels'] = relations(related)
    if 'xl/styles.xml' not in found:
        # Removes style numbers from cells, because the styles are lost.
        for name in sheets:
            found[name] = re.sub(rb'(<c [^>]*?) s="\d+"', rb'\1', found[name])
    for name in [other for other in found if re.match(r'xl/(?:worksheets/_rels|drawings|charts|calcChain)', other)]:
        del found[name]
    for name in sheets:
        found[name] = re.sub(rb'<(?:drawing|legacyDrawing|tableParts?|hyperlink)\b[^>]*?r:id=[^>]*?/>', b'', found[name])
    return something(sum(parts.count(found[name], 'row', 'x:row') for name in sheets), 'row')


def something(count: int, word: str) -> str:
    if not count:
        raise NothingLeft(f'no {word} is left')
    return amount(count, word)


def strings(found: dict[str, bytes], sheets: list[str], namespace: str) -> None:
    """Adds empty strings in place of lost strings, because cells refer to strings by number."""
    wanted = max((int(n) for name in sheets for n in TEXT.findall(found[name])), default=-1) + 1
    given = found.get('xl/sharedStrings.xml', f'{HEAD}<sst {namespace}></sst>'.encode())
    lacking = wanted - parts.count(given, 'si', 'x:si')
    if lacking > 0:
        more = b'<si><t></t></si>' * min(lacking, 1_000_000)
        end = given.rfind(b'</')
        found['xl/sharedStrings.xml'] = given[:end] + more + given[end:] if end >= 0 else given


# Matches a cell whose value is the index of a shared string.
TEXT = re.compile(rb'<c [^>]*?t="s"[^>]*>\s*<v>(\d{1,7})</v>')


def slides(found: dict[str, bytes]) -> str:
    pages = sorted((name for name in found if re.fullmatch(r'ppt/slides/[^/]+\.xml', name)), key=number_in)
    if not pages:
        raise NothingLeft('no slide is left')
    masters = sorted(name for name in found if re.fullmatch(r'ppt/slideMasters/[^/]+\.xml', name))
    given = found.get(MAIN['ppt'], b'').decode('utf-8', 'replace')
    size = re.search(r'<p:sldSz [^>]*/>', given)
    of_masters = ''.join(f'<p:sldMasterId id="{2147483648 + 100 * n}" r:id="rId{len(pages) + n}"/>' for n in range(1, len(masters) + 1))
    of_pages = ''.join(f'<p:sldId id="{255 + n}" r:id="rId{n}"/>' for n in range(1, len(pages) + 1))
    found[MAIN['ppt']] = (
        f'{HEAD}<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="{OFFICE}">'
        f'<p:sldMasterIdLst>{of_masters}</p:sldMasterIdLst><p:sldIdLst>{of_pages}</p:sldIdLst>'
        f'{size[0] if size else "<p:sldSz cx=%s cy=%s/>" % (QUOTED_WIDTH, QUOTED_HEIGHT)}<p:notesSz cx="6858000" cy="9144000"/>'
        '</p:presentation>'
    ).encode()
    related = [('slide', name.removeprefix('ppt/')) for name in pages]
    related += [('slideMaster', name.removeprefix('ppt/')) for name in masters]
    found['ppt/_rels/presentation.xml.rels'] = relations(related)
    for name in [name for name in found if re.fullmatch(r'ppt/[^/]+/_rels/[^/]+\.rels', name)]:
        without_missing(found, name, f'ppt/{name.split("/")[1]}/')
    return amount(len(pages), 'slide')


# Default slide size, used if the original size is lost.
QUOTED_WIDTH, QUOTED_HEIGHT = '"9144000"', '"6858000"'


def number_in(name: str) -> tuple[int, str]:
    digits = re.search(r'(\d+)\.xml$', name)
    return int(digits[1]) if digits else 0, name


def relations(rows: list[tuple[str, str]]) -> bytes:
    listed = ''.join(
        f'<Relationship Id="rId{n}" Type="{OFFICE}/{kind}" Target="{target}"/>' for n, (kind, target) in enumerate(rows, 1)
    )
    return f'{HEAD}<Relationships xmlns="{RELATIONS}">{listed}</Relationships>'.encode()


def without_missing(found: dict[str, bytes], name: str, folder: str) -> None:
    """Removes relationships to lost parts from the relationship part `name`. The targets of the relationships are
    relative to `folder`."""
    def kept(match: re.Match) -> bytes:
        target = re.search(rb'Target="([^"]*)"', match[0])
        if not target or b'TargetMode="External"' in match[0]:
            return match[0]
        return match[0] if resolved(folder, target[1].decode('utf-8', 'replace')) in found else b''

    if name in found:
        found[name] = re.sub(rb'<Relationship [^>]*?/>', kept, found[name])


def resolved(folder: str, target: str) -> str:
    if target.startswith('/'):
        return target[1:]
    steps = folder.rstrip('/').split('/')
    for step in target.split('/'):
        if step == '..':
            steps = steps[:-1]
        elif step != '.':
            steps.append(step)
    return '/'.join(steps)


def content_types(found: dict[str, bytes]) -> bytes:
    """Returns the part that lists the content types of the remaining parts. A part with an entry in the damaged file
    keeps this entry, unless it is the main part. A part without an entry gets a new entry if its content type is
    known."""
    given = found.get('[Content_Types].xml', b'').decode('utf-8', 'replace')
    listed = dict(re.findall(r'<Override [^>]*?PartName="/([^"]*)"[^>]*?ContentType="([^"]*)"', given))
    listed.update((name, kind) for kind, name in re.findall(r'<Override [^>]*?ContentType="([^"]*)"[^>]*?PartName="/([^"]*)"', given))
    for name in found:
        begin = re.fullmatch(r'(.*?)\d*\.xml', name)
        if begin and begin[1] in CONTENT:
            listed.setdefault(name, f'{DOCUMENT}{CONTENT[begin[1]]}+xml')
    # Templates and files with macros become plain documents.
    for main in MAIN.values():
        if main in found:
            listed[main] = f'{DOCUMENT}{CONTENT[main.removesuffix(".xml")]}+xml'
    defaults = ''.join(f'<Default Extension="{ext}" ContentType="{kind}"/>' for ext, kind in PLAIN.items())
    overrides = ''.join(
        f'<Override PartName="/{name}" ContentType="{kind}"/>' for name, kind in listed.items() if name in found
    )
    return f'{HEAD}<Types xmlns="{TYPES}">{defaults}{overrides}</Types>'.encode()
