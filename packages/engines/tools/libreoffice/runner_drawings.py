"""Replaces the SVG drawings of an office file by PNG pictures where only a browser draws them, in a copy for LibreOffice.

LibreOffice recognizes pictures by their content, so the names of the parts stay."""
import json
import os
import subprocess
import sys
import zipfile

from engines.shared.runner.package_copy import write_copy

# Upper bound on the size of a drawing, as in `shared/svg/features.ts`.
MAX_BYTES = 16 * 1024 * 1024


def main() -> None:
    step = json.loads(sys.argv[1])
    with zipfile.ZipFile(step['input']) as document:
        drawings = [part.filename for part in document.infolist() if is_drawing(part)]
        pictures = drawn([document.read(name) for name in drawings], step['work'])
        parts = {name: pictures[n] for n, name in enumerate(drawings, 1) if n in pictures}
        write_copy(document, step['output'], parts)


def is_drawing(part: zipfile.ZipInfo) -> bool:
    return part.filename.lower().endswith('.svg') and part.file_size <= MAX_BYTES


def drawn(drawings: list[bytes], folder: str) -> dict[int, bytes]:
    """The pictures by the number of the drawing. The program DRAWINGS names those that it has drawn and warns of others."""
    names = [f'picture-{n}.svg' for n in range(1, len(drawings) + 1)]
    for name, drawing in zip(names, drawings):
        with open(os.path.join(folder, name), 'wb') as file:
            file.write(drawing)
    command = [*os.environ['DRAWINGS'].split(), folder]
    done = subprocess.run(command, input='\n'.join(names), stdout=subprocess.PIPE, text=True, check=False)
    numbers = [int(line.split()[0]) for line in done.stdout.splitlines()]
    return {n: content(os.path.join(folder, f'picture-drawn{n}.png')) for n in numbers}


def content(path: str) -> bytes:
    with open(path, 'rb') as file:
        return file.read()


if __name__ == '__main__':
    main()
