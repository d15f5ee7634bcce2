"""Copies an office file for LibreOffice. In the copy, PNG pictures replace the SVG drawings that only a browser can
draw.

LibreOffice detects picture formats by content, so the names of the parts stay unchanged."""
import json
import re
import sys
import zipfile

from engines.shared.runner.package_copy import write_copy
from engines.shared.svg.browser_drawings import drawn

# Maximum size of a drawing, as in `shared/svg/features.ts`.
MAX_BYTES = 16 * 1024 * 1024
# `IMAGE` matches an image element in an OpenDocument frame. `ALTERNATIVES` matches two or more consecutive image
# elements, which are alternatives for the same picture.
IMAGE = rb'<draw:image\b[^>]*(?:(?<=/)>|(?<!/)>.*?</draw:image>)'
ALTERNATIVES = re.compile(rb'(?:' + IMAGE + rb'\s*){2,}', re.DOTALL)


def main() -> None:
    step = json.loads(sys.argv[1])
    with zipfile.ZipFile(step['input']) as document:
        drawings = [part.filename for part in document.infolist() if is_drawing(part)]
        pictures = drawn([document.read(name) for name in drawings], step['work'])
        parts = {drawings[n]: picture.content for n, picture in pictures.items()}
        for name in ('content.xml', 'styles.xml') if parts else ():
            if name in document.namelist():
                parts[name] = without_alternatives(document.read(name), [drawings[n].encode() for n in pictures])
        write_copy(document, step['output'], parts)


def without_alternatives(markup: bytes, drawn_names: list[bytes]) -> bytes:
    """Removes the fallback pictures of drawings, because LibreOffice would show them instead of the PNG pictures."""
    def kept(images: re.Match) -> bytes:
        drawn_images = [image for image in re.findall(IMAGE, images[0], re.DOTALL) if any(name in image for name in drawn_names)]
        return drawn_images[0] if drawn_images else images[0]

    return ALTERNATIVES.sub(kept, markup)


def is_drawing(part: zipfile.ZipInfo) -> bool:
    return part.filename.lower().endswith('.svg') and part.file_size <= MAX_BYTES


if __name__ == '__main__':
    main()
