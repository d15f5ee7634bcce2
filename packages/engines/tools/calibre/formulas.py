"""Converts the formulas of an office document to MathML in a book, because calibre's readers of Word and OpenDocument
drop them."""
import os
import re
import subprocess
import zipfile

from lxml import etree

from engines.shared.runner.package_copy import write_copy

WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
OFFICE_MATH = 'http://schemas.openxmlformats.org/officeDocument/2006/math'
MATHML = 'http://www.w3.org/1998/Math/MathML'
DRAW = 'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0'
XLINK = 'http://www.w3.org/1999/xlink'
# Placeholder of a formula, in characters that do not occur in text.
PLACE = re.compile('\ue000(\\d+)\ue001')
FORMULA = re.compile(r'<math\b.*?</math>', re.DOTALL)
PARAGRAPH = re.compile(r'<p>(.*?)</p>', re.DOTALL)


def take_out(file: str, kind: str, work: str) -> tuple[str, list]:
    """Returns a copy of `file` with a placeholder for each formula, and the formulas as MathML in the same order. If
    there are no formulas, returns `file` itself."""
    part = {'docx': 'word/document.xml', 'odt': 'content.xml'}.get(kind, '')
    with zipfile.ZipFile(file) as archive:
        names = archive.namelist()
        text = archive.read(part) if part in names else b''
        if kind == 'docx' and OFFICE_MATH.encode() in text:
            root = parsed(text)
            formulas = word_formulas(root, archive, part, work)
        elif kind == 'odt' and b'<draw:object ' in text:
            root = parsed(text)
            formulas = embedded_formulas(root, archive, set(names))
        else:
            formulas = []
        if not formulas:
            return file, []
        copy = os.path.join(work, 'marked.' + kind)
        write_copy(archive, copy, {part: etree.tostring(root, xml_declaration=True, encoding='UTF-8', standalone=True)})
    return copy, formulas


def put_in(pages: list, formulas: list) -> None:
    """Replaces the placeholders with the formulas."""
    for page in pages if formulas else []:
        for element in list(page.iter(etree.Element)):
            put_into(element, 'text', formulas)
            put_into(element, 'tail', formulas)


def put_into(element, place: str, formulas: list) -> None:
    pieces = PLACE.split(getattr(element, place) or '')
    if len(pieces) == 1:
        return
    setattr(element, place, pieces[0])
    parent = element if place == 'text' else element.getparent()
    at = 0 if place == 'text' else parent.index(element) + 1
    alone = place == 'text' and len(element) == 0 and not ''.join(pieces[::2]).strip() and len(pieces) == 3
    for n, (number, tail) in enumerate(zip(pieces[1::2], pieces[2::2])):
        formula = etree.fromstring(etree.tostring(formulas[int(number)], with_tail=False))
        formula.set('display', 'block' if alone else 'inline')
        formula.tail = tail
        parent.insert(at + n, formula)


def parsed(text: bytes):
    return etree.fromstring(text, etree.XMLParser(resolve_entities=False, no_network=True))


def word_formulas(root, archive: zipfile.ZipFile, part: str, work: str) -> list:
    found = [element for element in root.iter(f'{{{OFFICE_MATH}}}oMath')]
    written = as_mathml([etree.tostring(element, with_tail=False) for element in found], archive, part, work)
    formulas = []
    for element, formula in zip(found, written):
        if formula is None:
            continue
        run = etree.Element(f'{{{WORD}}}r')
        etree.SubElement(run, f'{{{WORD}}}t').text = mark(len(formulas))
        outer = element.getparent()
        # calibre ignores the content of a formula paragraph (`oMathPara`), so the placeholder is inserted before this
        # element.
        if outer.tag == f'{{{OFFICE_MATH}}}oMathPara':
            outer.addprevious(run)
        else:
            outer.replace(element, run)
        formulas.append(formula)
    return formulas


def as_mathml(found: list[bytes], archive: zipfile.ZipFile, part: str, work: str) -> list:
    """Converts the formulas to MathML with pandoc. Each formula is in a paragraph that begins with a letter, because
    pandoc would drop some formulas in paragraphs without text."""
    body = b''.join(b'<w:p><w:r><w:t>x</w:t></w:r>' + formula + b'</w:p>' for formula in found)
    document = f'<w:document xmlns:w="{WORD}"><w:body>'.encode() + body + b'</w:body></w:document>'
    file = os.path.join(work, 'formulas.docx')
    write_copy(archive, file, {part: document})
    command = ['pandoc', '--sandbox', '--quiet', '-f', 'docx', '-t', 'html', '--mathml', '--wrap=none', file]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    paragraphs = PARAGRAPH.findall(done.stdout)
    if done.returncode != 0 or len(paragraphs) != len(found):
        return [None] * len(found)
    return [parsed(match[0].encode()) if (match := FORMULA.search(one)) else None for one in paragraphs]


def embedded_formulas(root, archive: zipfile.ZipFile, names: set[str]) -> list:
    formulas = []
    for drawn in list(root.iter(f'{{{DRAW}}}object')):
        folder = drawn.get(f'{{{XLINK}}}href', '').removeprefix('./').rstrip('/')
        frame, content = drawn.getparent(), f'{folder}/content.xml'
        if content not in names or frame.tag != f'{{{DRAW}}}frame':
            continue
        formula = parsed(archive.read(content))
        if formula.tag != f'{{{MATHML}}}math':
            continue
        remove_annotations([formula])
        replace_by_text(frame, mark(len(formulas)))
        formulas.append(formula)
    return formulas


def replace_by_text(element, text: str) -> None:
    parent, before = element.getparent(), element.getprevious()
    text += element.tail or ''
    if before is None:
        parent.text = (parent.text or '') + text
    else:
        before.tail = (before.tail or '') + text
    parent.remove(element)


def mark(number: int) -> str:
    return f'\ue000{number}\ue001'


def remove_annotations(trees) -> None:
    """Removes the source code of formulas, because formats without formulas would show it next to the symbols."""
    for tree in trees:
        for annotation in list(tree.iter('{*}annotation')):
            annotation.getparent().remove(annotation)
