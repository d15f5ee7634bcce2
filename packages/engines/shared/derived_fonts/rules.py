"""Writes the fontconfig rules that make LibreOffice substitute the derived faces for the fonts of a document."""
from collections.abc import Iterable
from xml.sax.saxutils import escape

from engines.shared.derived_fonts import korean
from engines.shared.derived_fonts.faces import Face
from engines.shared.derived_fonts.names import FACES, FOLDER

REGIONS = {'ko': 'KR', 'ja': 'JP', 'zh-Hans': 'SC', 'zh-Hant': 'TC'}


def substitutes(face: Face) -> list[str]:
    """Returns the families that replace a font. The first family has the metrics of the font, and all other families
    provide letters that the first family lacks."""
    families = [face.family]
    if face.script == 'ko':
        families.append(korean.family(face.kind))
    if face.is_east_asian:
        families.append(f'Noto {face.kind} CJK {REGIONS[face.script]}')
    return families


def write(faces: Iterable[Face], file: str) -> None:
    aliases = ''.join(_alias(name, substitutes(face)) for face in faces for name in (face.name, *face.others))
    with open(file, 'w', encoding='utf-8') as rules:
        rules.write(f'<?xml version="1.0"?>\n<fontconfig>\n<dir>{FOLDER}/{FACES}</dir>\n{aliases}</fontconfig>\n')


def _alias(name: str, families: list[str]) -> str:
    accepted = ''.join(f'<family>{escape(family)}</family>' for family in families)
    return f'<alias binding="same"><family>{escape(name)}</family><accept>{accepted}</accept></alias>\n'
