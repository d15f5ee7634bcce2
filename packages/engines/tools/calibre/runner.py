"""Runs calibre's converter, with fixes: a title for untitled books, and plain lines for formats without tables and lists."""
import contextlib
import datetime
import hashlib
import itertools
import json
import os
import random
import re
import shutil
import struct
import sys
import time
import uuid
import zipfile
from xml.etree import ElementTree

from engines.tools.calibre import lines, printed_tables
from engines.shared.office import document_links
from engines.shared.svg import drawing_bounds
from engines.shared.runner import package_copy
from engines.shared.runner import file_access, reproducible
from engines.shared.office.charts.documents import with_chart_tables
from engines.shared.office.open_document import shown
from engines.shared.runner.warn import listed, warn
from engines.shared.runner.families import formats_of_family

# The folder with calibre's modules in Debian. calibre's own start script adds the same folder.
sys.path.insert(0, '/usr/lib/calibre')
sys.resources_location = '/usr/share/calibre'
sys.extensions_location = '/usr/lib/calibre/calibre/plugins'
sys.executables_location = '/usr/bin'
sys.system_plugins_location = None

EARLIEST = datetime.datetime(1980, 1, 1, tzinfo=datetime.timezone.utc)
ALL_FONTS = b'() => Promise.all([...document.fonts].map((font) => font.load().catch(() => undefined)))'
# Formats of Palm databases. The header of a Palm database contains the offsets of its records.
PALM = ('pdb', 'mobi', 'azw3')
# Character sets of formats that do not support all characters: an encoding, or the Basic Multilingual Plane.
CODE_PAGES = {'pdb': 'cp1252', 'pmlz': 'bmp'}
WORD = formats_of_family('ooxml-text')
# Target formats whose reading programs draw SVG like a browser.
SHOWN_BY_BROWSERS = ('epub', 'azw3', 'pdf')
TEXTS = ('txt', 'html', 'xhtml')
ZIPPED = (*WORD, 'odt', 'epub', 'htmlz', 'txtz', 'pmlz', 'fbz', 'cbz')
BULLETS = ('•', '◦', '▪', '‣', '·')
NO_METADATA = ('<office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:version="1.2">'
               '<office:meta/></office:document-meta>')


def main() -> None:
    step = json.loads(sys.argv[1])
    make_deterministic(step['input'])
    leave_temporary_files()
    from calibre.ebooks.conversion.cli import main as convert
    from calibre.ebooks.oeb.transforms.metadata import MergeMetadata

    from engines.tools.calibre import characters, drawings, fictionbook, fixes, formulas, labels, large_books, metadata, names, plain_elements, web_page

    merge = MergeMetadata.__call__

    def merge_and_fix(self, book, *arguments, **named):
        merge(self, book, *arguments, **named)
        fixes.name_pictures(book, None)
        if step['to'] in SHOWN_BY_BROWSERS:
            drawings.move_out(book, marked_up(book))
        elif 'DRAWINGS' in os.environ and step['to'] != 'htmlz':
            drawings.draw(book, marked_up(book), step['work'])
        fixes.name_authors(book)
        fictionbook.mark_notes(pages_of(book), notes)
        formulas.put_in(pages_of(book), taken)
        names.settle(book.metadata, pages_of(book), os.path.splitext(os.path.basename(step['input']))[0])
        if step['to'] != 'epub':
            formulas.remove_annotations(pages_of(book))
        if step['linear']:
            fixes.describe_drawings(book)
        for page in pages_of(book):
            if step['from'] in WORD:
                restore_lists(page)
            if step['from'] == 'odt':
                labels.settle(page)
            if step['linear'] or step['to'] == 'lrf':
                plain_elements.settle(page)
            if step['linear']:
                lines.linearise(page)
            if step['to'] == 'fb2':
                lines.number_lists(page)
        if step['to'] in CODE_PAGES:
            missing = characters.settle(pages_of(book), CODE_PAGES[step['to']])
            if missing:
                warn(step, 'characters_left_out', listed(missing))
        if step['to'] == 'pmlz':
            characters.keep_circumflex(pages_of(book))

    MergeMetadata.__call__ = merge_and_fix
    if step['from'] == 'odt':
        step['input'] = text_as_shown(with_metadata(step['input'], step['work']), step)
    refuse_damaged(step['input'], step['from'])
    if step['from'] in ('html', 'xhtml'):
        step['input'] = web_page.as_shown(step)
    if step['from'] == 'epub':
        step['input'] = book_as_shown(step)
    if step['from'] in WORD:
        step['input'] = word_as_shown(step)
        step['from'] = 'docx'
    if step['from'] in ('docx', 'odt'):
        step['input'] = with_chart_tables(step['input'], step['from'], step['work'])
        step['input'] = document_links.without_external_links(step['input'], step['from'], step['work'])
    notes = set()
    if step['from'] in ('fb2', 'fbz'):
        step['input'], notes = fictionbook.prepared(step)
    # Of the targets of this runner, only EPUB supports formulas.
    taken = []
    if step['to'] == 'epub' and step['from'] in ('docx', 'odt'):
        step['input'], taken = formulas.take_out(step['input'], step['from'], step['work'])
    if step['to'] == 'pdf':
        draw_formulas_whole()
        printed_tables.fit_to_paper()
    disable_text_guessing()
    fix_hash_order()
    refuse_exploding_drawings()
    large_books.convert_in_linear_time()
    fixes.bound_drawings()
    fixes.pack_drawings()
    fixes.extract_pictures()
    fixes.ignore_unused_fills()
    fixes.give_tables_grids()
    fixes.measure_metadata()
    characters.write_all_in_pml()
    metadata.leave_out_placeholders(EARLIEST.date().isoformat())
    book = step['book']
    # The pages, lists and images of a book can link to any file. Without `file_access.restrict`, calibre would read the
    # linked files.
    file_access.restrict('/usr/share/calibre', '/usr/share/hyphen', '/usr/share/qt6', '/usr/share/X11')
    status = convert(['ebook-convert', step['input'], book, *step['flags'], *text_metadata_flags(step)])
    if status:
        sys.exit(status)
    if step['to'] == 'txt':
        close_gaps(book)
    reproducible.normalize(book)
    if book != step['output']:
        from engines.tools.calibre.page_of_book import write_page

        write_page(book, step['output'])


def word_as_shown(step: dict) -> str:
    """Returns the path of the document, or of a copy in which the displayed numbers, symbols and fields are text."""
    from engines.shared.office.word import shown as shown_word

    # The copy keeps the name of the file, because calibre uses this name as the title of a document without a title.
    copy = os.path.join(step['work'], 'shown', os.path.splitext(os.path.basename(step['input']))[0] + '.docx')
    os.mkdir(os.path.dirname(copy))
    # calibre itself refuses damaged files.
    with contextlib.suppress(KeyError, zipfile.BadZipFile, ElementTree.ParseError):
        if shown_word.rewrite(step, copy, marks_items=False):
            return copy
    shutil.copyfile(step['input'], copy)
    return copy


def book_as_shown(step: dict) -> str:
    """Returns the path of the book, or of a changed copy. The chapters of the copy have no hidden parts, and contain
    text that style sheets would add."""
    from engines.shared.html import shown_book, shown_page

    copy = os.path.join(step['work'], 'shown', os.path.basename(step['input']))
    os.mkdir(os.path.dirname(copy))
    # calibre itself refuses damaged files.
    with contextlib.suppress(AttributeError, KeyError, zipfile.BadZipFile, ElementTree.ParseError):
        if shown_book.rewrite(step, copy, shown_page.Shown(text_only=step['linear'])):
            return copy
    return step['input']


def close_gaps(file: str) -> None:
    """Removes empty lines, because calibre writes the margins of paragraphs as empty lines."""
    with open(file, encoding='utf-8', newline='') as stream:
        text = stream.read()
    with open(file, 'w', encoding='utf-8', newline='') as stream:
        stream.write(re.sub(r'\n(?:[ \t]*\n){2,}', '\n\n', text).strip('\n') + '\n')


def leave_temporary_files() -> None:
    """Prevents calibre 8 from starting a process that removes calibre's temporary files. The sandbox removes calibre's
    files anyway."""
    with contextlib.suppress(ImportError):
        from calibre.utils import safe_atexit

        safe_atexit._send_command = lambda *command: None


def make_deterministic(file: str) -> None:
    """Makes equal books give equal files: derives ids from the content, and sets a constant time."""
    with open(file, 'rb') as stream:
        random_source = random.Random(hashlib.sha256(stream.read()).digest())
    random.seed(random_source.random())
    from calibre.utils import date

    replace([
        (uuid, 'uuid4', lambda: uuid.UUID(int=random_source.getrandbits(128), version=4)),
        (time, 'time', lambda: EARLIEST.timestamp()),
        (date, 'now', lambda: EARLIEST.astimezone(date.local_tz)),
        (date, 'utcnow', lambda: EARLIEST),
    ])


def replace(functions: list) -> None:
    """Replaces functions in the modules that define them, and in all calibre modules that have already imported them by
    name."""
    originals = [getattr(module, name) for module, name, _ in functions]
    replacements = {id(original): function for original, (*_, function) in zip(originals, functions)}
    for module, name, function in functions:
        setattr(module, name, function)
    for loaded in [module for name, module in sys.modules.items() if name.partition('.')[0] == 'calibre']:
        for name, value in list(getattr(loaded, '__dict__', {}).items()):
            if id(value) in replacements:
                setattr(loaded, name, replacements[id(value)])


def draw_formulas_whole() -> None:
    """Makes calibre wait for fonts before it prints a page. By default, calibre waits only for the layout of the
    formulas, and the font of large brackets may not be loaded yet."""
    with contextlib.suppress(ImportError):
        from calibre.ebooks.pdf import html_writer

        resource = html_writer.P

        def awaiting_fonts(name, *arguments, **named):
            data = resource(name, *arguments, **named)
            if name != 'pdf-mathjax-loader.js' or not isinstance(data, bytes):
                return data
            return data.replace(b'promise.then(', b'promise.then(' + ALL_FONTS + b').then(')

        html_writer.P = awaiting_fonts


def fix_hash_order() -> None:
    """Makes calibre write the parts of a book in a fixed order. calibre keeps the parts in a set, and the order of a
    set depends on hashes. To fix the order, this function gives each part of the book a consecutive number as its
    hash."""
    from calibre.ebooks.oeb.base import Manifest

    begin, numbers = Manifest.Item.__init__, itertools.count()

    def begin_numbered(self, *arguments, **named):
        self.number = next(numbers)
        begin(self, *arguments, **named)

    Manifest.Item.__init__ = begin_numbered
    Manifest.Item.__hash__ = lambda self: self.number


def refuse_damaged(file: str, kind: str) -> None:
    """Exits if the file is corrupt but calibre would convert it."""
    if kind in ZIPPED:
        with zipfile.ZipFile(file) as archive:
            archive.namelist()
    with open(file, 'rb') as stream:
        data = stream.read() if kind in ('fb2', *PALM, *TEXTS) else b''
    if kind in TEXTS:
        refuse_binary(data, kind)
    # Removes the zero bytes of UTF-16 before the search.
    if kind == 'fb2' and b'FictionBook>' not in data[-2048:].replace(b'\0', b''):
        sys.exit('the book is truncated')
    if kind in PALM and not has_all_palm_records(data):
        sys.exit('the book is truncated')
    if kind == 'pdb' and data[60:68] == b'TEXtREAd' and not is_palm_text_complete(data):
        sys.exit('the text is shorter than declared')


def refuse_binary(data: bytes, kind: str) -> None:
    from engines.shared.html import markup_bounds
    from engines.shared.encoding.text_encoding import NotText, decode

    try:
        markup_bounds.check(decode(data), kind)
    except NotText as error:
        sys.exit(str(error))


def has_all_palm_records(data: bytes) -> bool:
    count = struct.unpack_from('>H', data, 76)[0] if len(data) > 78 else 0
    last = 78 + 8 * (count - 1)
    return count > 0 and last + 4 <= len(data) and struct.unpack_from('>I', data, last)[0] < len(data)


def is_palm_text_complete(data: bytes) -> bool:
    from calibre.ebooks.compression.palmdoc import decompress_doc

    count = struct.unpack_from('>H', data, 76)[0]
    starts = [struct.unpack_from('>I', data, 78 + 8 * number)[0] for number in range(count)] + [len(data)]
    packing, length, texts = struct.unpack_from('>H2xIH', data, starts[0])
    records = [data[start:end] for start, end in zip(starts[1:], starts[2:])][:texts]
    return sum(len(decompress_doc(record) if packing == 2 else record) for record in records) >= length


def refuse_exploding_drawings() -> None:
    """Refuses SVG images that would take too long to render for old ebook formats. Qt renders SVG images without a time
    limit."""
    from calibre.ebooks.oeb.transforms import rasterize

    renderer = rasterize.QSvgRenderer

    def checked(data):
        try:
            drawing_bounds.check(bytes(data))
        except drawing_bounds.LimitExceeded as error:
            sys.exit(str(error))
        return renderer(data)

    rasterize.QSvgRenderer = checked


def disable_text_guessing() -> None:
    """Treats text files as plain text, because calibre's heuristics would convert short lines to chapter headings."""
    from calibre.customize.ui import plugin_for_input_format

    for option in plugin_for_input_format('txt').options:
        if option.option.name == 'formatting_type':
            option.recommended_value = 'plain'


def text_metadata_flags(step: dict) -> list[str]:
    """Returns flags with the title and authors of a TXTZ file, which calibre can read but ignores."""
    if step['from'] != 'txtz':
        return []
    from calibre.ebooks.metadata.meta import get_metadata

    with open(step['input'], 'rb') as file:
        known = get_metadata(file, 'txtz')
    return [f'--title={known.title}', f'--authors={" & ".join(known.authors)}'] if known.title else []


def with_metadata(file: str, work: str) -> str:
    """Returns `file`, or a copy with an empty metadata part. OpenDocument does not require the metadata part, but
    calibre does."""
    with zipfile.ZipFile(file) as archive:
        if 'meta.xml' in archive.namelist():
            return file
    copy = os.path.join(work, os.path.basename(file))
    shutil.copyfile(file, copy)
    with zipfile.ZipFile(copy, 'a') as archive:
        archive.writestr('meta.xml', NO_METADATA)
    return copy


def text_as_shown(file: str, step: dict) -> str:
    """Returns `file`, or a copy with changed markup. The markup of the copy contains displayed content that calibre
    would drop, such as list numbers."""
    with zipfile.ZipFile(file) as archive:
        before = archive.read('content.xml').decode()
        styles = archive.read('styles.xml').decode() if 'styles.xml' in archive.namelist() else ''
        result = shown.as_shown(before, styles, step['to'], step['options'])
        for code, detail in result.warnings.items():
            warn(step, code, detail)
        if result.content is before:
            return file
        # The copy keeps the name of the file, because calibre uses this name as the title of a document without a
        # title.
        copy = os.path.join(step['work'], 'shown', os.path.basename(file))
        os.mkdir(os.path.dirname(copy))
        package_copy.write_copy(archive, copy, {'content.xml': result.content.encode()})
    return copy


def marked_up(book):
    return [item for item in book.spine if hasattr(item.data, 'iter')]


def pages_of(book):
    return [item.data for item in marked_up(book)]


def restore_lists(page) -> None:
    """Restores lists, because calibre writes the bullets of a Word list as text unless they are in a symbol font."""
    for group in page.iter('{*}div'):
        items = list(group)
        if items and all(item.tag == group.tag and (item.text or '')[:2].strip() in BULLETS for item in items):
            lines.rename(group, 'ul')
            for item in items:
                lines.rename(item, 'li')
                item.text = item.text[2:]


if __name__ == '__main__':
    main()
