"""Writes the fonts that are derived from the installed free fonts. script/setup calls `build.py FOLDER`."""
import os
import shutil
import sys
from concurrent.futures import ProcessPoolExecutor

from engines.shared.derived_fonts import emoji, faces, korean, rules
from engines.shared.derived_fonts.names import FACE_RULES, FACES


# Fixed date (1980-01-01), so that equal sources produce identical fonts.
TIMESTAMP = '315532800'


def main(target: str) -> None:
    """Writes the fonts, and replaces the folder `target` after all fonts are complete."""
    os.environ['SOURCE_DATE_EPOCH'] = TIMESTAMP
    made = f'{target}.new'
    shutil.rmtree(made, ignore_errors=True)
    folder = f'{made}/{FACES}'
    os.makedirs(folder)
    table = list(faces.rows())
    with ProcessPoolExecutor() as pool:
        # The slowest fonts are started first.
        korean_faces = [
            pool.submit(korean.derive, kind, weight, folder) for kind in korean.KINDS for weight in korean.WEIGHTS
        ]
        latin_faces = [pool.submit(faces.derive, face, style, folder) for face in table for style in face.styles]
        emoji.derive(made)
        for task in (*korean_faces, *latin_faces):
            task.result()
    rules.write(table, f'{made}/{FACE_RULES}')
    shutil.rmtree(target, ignore_errors=True)
    os.rename(made, target)


if __name__ == '__main__':
    main(sys.argv[1])
