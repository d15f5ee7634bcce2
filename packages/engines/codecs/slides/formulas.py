"""Converts formulas of slides to MathML. Writes all formulas to a Word document, which pandoc then converts."""
import io
import re
import zipfile
from xml.etree import ElementTree

from engines.codecs.slides.names import A, M

TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'
RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships'
OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
COMMAND = ['pandoc', '-f', 'docx', '-t', 'html', '--mathml', '--wrap=none', '--sandbox', '--quiet']
# Timeout in seconds. 100 formulas take 0.1 s.
SECONDS = 20


class Formulas:
    """Collects the formulas of all slides, and converts them with one call of pandoc."""

    def __init__(self):
        self._found: list[ElementTree.Element] = []

    def placeholder(self, formula: ElementTree.Element) -> str:
        self._found.append(formula)
        # The NUL character does not occur in XML.
        return f'\0{len(self._found) - 1}\0'

    def filled_in(self, page: str) -> str:
        if not self._found:
            return page
        texts = self._converted()
        return re.sub('\0(\\d+)\0', lambda found: texts[int(found[1])], page)

    def _converted(self) -> list[str]:
        # Imported on demand, because most files have no formulas.
        import subprocess
        from engines.shared.runner.counted_time import run_within

        plain = [_escaped(''.join(text.text or '' for text in formula.iter(M + 't'))) for formula in self._found]
        try:
            page = run_within(SECONDS, COMMAND, feed=_document(self._found), check=True).stdout
        except (subprocess.SubprocessError, OSError):
            return plain
        paragraphs = re.findall(r'<p>(.*?)</p>', page.decode(), re.DOTALL)
        return paragraphs if len(paragraphs) == len(plain) else plain


def _document(formulas: list[ElementTree.Element]) -> bytes:
    body = ''.join(f'<w:p>{_without_drawing(formula)}</w:p>' for formula in formulas)
    parts = {
        '[Content_Types].xml': f'<Types xmlns="{TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="{WORD_TYPE}"/></Types>',
        '_rels/.rels': f'<Relationships xmlns="{RELATIONSHIPS}"><Relationship Id="r1" Type="{OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>',
        'word/document.xml': f'<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>',
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, 'w') as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return packed.getvalue()


def _without_drawing(formula: ElementTree.Element) -> str:
    """Returns the XML of a formula without the DrawingML properties of runs, which Word documents do not allow."""
    ElementTree.register_namespace('m', M[1:-1])
    for run in formula.iter(M + 'r'):
        for properties in run.findall(A + 'rPr'):
            run.remove(properties)
    copy = ElementTree.fromstring(ElementTree.tostring(formula))
    copy.tail = None
    return ElementTree.tostring(copy, encoding='unicode')


def _escaped(text: str) -> str:
    return text.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')
