"""Reads the parts of an Open XML file (docx, pptx, xlsx) and the relationships between them."""
import posixpath
import zipfile
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from engines.shared.office.strict import transitional

if TYPE_CHECKING:
    from engines.shared.office.charts.chart import Chart


MAX_PART_BYTES = 256 * 1024 * 1024


class TooLarge(Exception):
    """Raised if a part exceeds the size limit."""


class Package:
    """Reads a package and caches its parsed parts."""

    def __init__(self, file: zipfile.ZipFile):
        self._file = file
        self._names = frozenset(file.namelist())
        self._parsed: dict[str, ElementTree.Element] = {}
        self._relationships: dict[str, list[tuple[str, str, str]]] = {}

    def bytes(self, part: str) -> bytes:
        """Returns the content of a part. @throws KeyError if the part does not exist, and TooLarge if it exceeds the
        size limit."""
        if self._file.getinfo(part).file_size > MAX_PART_BYTES:
            raise TooLarge(f'{part} is too large')
        return self._file.read(part)

    def xml(self, part: str) -> ElementTree.Element:
        if part not in self._parsed:
            self._parsed[part] = ElementTree.fromstring(transitional(self.bytes(part)))
        return self._parsed[part]

    def relationships(self, part: str) -> list[tuple[str, str, str]]:
        """Returns the id, the last word of the type, and the target of each relationship. A target is a part name or an
        external address."""
        if part not in self._relationships:
            folder, name = posixpath.split(part)
            rels = posixpath.join(folder, '_rels', f'{name}.rels')
            found = self.xml(rels) if rels in self._names else ()
            self._relationships[part] = [
                (each.get('Id', ''), posixpath.basename(each.get('Type', '')), _target(each, folder)) for each in found
            ]
        return self._relationships[part]

    def relations(self, part: str) -> dict[str, str]:
        """Returns the relationships of a part as a map from ids to targets."""
        return {key: target for key, _, target in self.relationships(part)}

    def related(self, part: str, kind: str) -> str | None:
        """Returns the target of the first relationship whose type ends in `kind`, or None."""
        return next((target for _, found, target in self.relationships(part) if found == kind), None)

    def chart(self, part: str) -> 'Chart | None':
        """Returns the chart in `part` with the text drawn on it, or None if the chart is empty or cannot be read."""
        # Imported on demand, because most files have no charts.
        from engines.shared.office.charts import drawingml

        try:
            chart = drawingml.read(self.xml(part))
            drawn = self.related(part, 'chartUserShapes')
            if drawn:
                chart.texts += filter(None, map(drawingml.words_of, self.xml(drawn).iter('{http://schemas.openxmlformats.org/drawingml/2006/chartDrawing}txBody')))
        except (KeyError, ValueError, ElementTree.ParseError):
            return None
        return None if chart.is_empty else chart


def _target(relationship: ElementTree.Element, folder: str) -> str:
    target = relationship.get('Target', '')
    if relationship.get('TargetMode') == 'External':
        return target
    return posixpath.normpath(posixpath.join('/', folder, target)).lstrip('/')
