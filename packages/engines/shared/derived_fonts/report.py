"""Prints a Markdown table of line pitch and advances, with and without the derived faces: `report.py FOLDER`."""
import subprocess
import sys
import tempfile
from pathlib import Path

from fontTools.ttLib import TTFont

from engines.shared.derived_fonts import faces
from engines.shared.derived_fonts.names import FACES

RULES = Path(__file__).parents[1] / 'runner/fonts.conf'
SETTINGS = f'<fontconfig><include>/etc/fonts/fonts.conf</include><include>{RULES}</include></fontconfig>'
HEAD = ('font', 'before', 'line', 'line after', 'digit', 'digit after', 'a–z', 'a–z after')
# Formats that fontTools can read. Matches in all other formats are skipped, because Fontconfig may prefer the Type 1
# file of a font that also has an OpenType file.
FORMATS = ('.ttf', '.otf', '.ttc')
LETTERS = range(ord('a'), ord('z') + 1)


def main(folder: str) -> None:
    print('| ' + ' | '.join(HEAD) + ' |')
    print('| ' + ' | '.join('---' for _ in HEAD) + ' |')
    with tempfile.NamedTemporaryFile('w', suffix='.conf') as settings:
        settings.write(SETTINGS)
        settings.flush()
        for face in faces.rows():
            print(_row(face, folder, settings.name))


def _row(face: faces.Face, folder: str, settings: str) -> str:
    family, file, index = _substitute(face.name, settings)
    with TTFont(file, fontNumber=index, lazy=True) as before, TTFont(_file(face, folder), lazy=True) as after:
        pitches = (f'{_pitch(font):.3f}' for font in (before, after))
        digits = (f'{_width(font, [ord("0")]):.3f}' for font in (before, after))
        letters = (f'{_width(font, LETTERS):.2f}' for font in (before, after))
        return '| ' + ' | '.join((face.name, family, *pitches, *digits, *letters)) + ' |'


def _substitute(name: str, settings: str) -> tuple[str, str, int]:
    """Returns the family, file and index of the font that engines use if there are no derived faces. Returns only a
    file that fontTools can read."""
    command = ('fc-match', '-a', '-f', '%{family[0]}\t%{style[0]}\t%{file}\t%{index}\n', name)
    environment = {'FONTCONFIG_FILE': settings, 'HOME': '/nonexistent'}
    output = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    matches = [line.split('\t') for line in output.splitlines()]
    family, style = matches[0][:2]
    file, index = next(match[2:] for match in matches if match[:2] == [family, style] and match[2].endswith(FORMATS))
    return family, file, int(index) & 0xFFFF


def _file(face: faces.Face, folder: str) -> str:
    return f'{folder}/{FACES}/{faces.postscript_name(face, "regular")}.ttf'


def _pitch(font: TTFont) -> float:
    """Returns the line pitch of LibreOffice Writer in em."""
    head = font['hhea']
    return (head.ascent - head.descent + head.lineGap) / font['head'].unitsPerEm


def _width(font: TTFont, codes) -> float:
    names = font.getBestCmap()
    return sum(font['hmtx'][names[code]][0] for code in codes) / font['head'].unitsPerEm


if __name__ == '__main__':
    main(sys.argv[1])
