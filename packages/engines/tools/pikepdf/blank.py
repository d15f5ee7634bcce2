"""Finds blank pages: pages that show nothing, or only the dust of a scanner."""
import subprocess

from engines.shared.pdf.poppler_input import poppler_input

# DPI is the resolution in pixels per inch. A pixel is dark if it is darker than the paper by at least half of DARK. INK
# is the maximum share of dark pixels on a blank page. On a blank page, dust and a shadow at the edge cover a smaller
# share than INK.
DPI, DARK, INK = 36, 128, 0.0005
# Share of the width and the height that is ignored at each edge.
EDGE = 0.04


def blank_pages(file: str, count: int, work: str) -> set[int]:
    """Returns the blank pages, counted from 0."""
    command = ['pdftoppm', '-q', '-gray', '-r', str(DPI), '-cropbox', poppler_input(file, work)]
    found = set()
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as program:
        for n in range(count):
            picture = read_picture(program.stdout)
            if picture is None:
                break
            if is_blank(*picture):
                found.add(n)
    if program.returncode != 0:
        raise SystemExit('pdftoppm failed')
    return found


def read_picture(stream) -> tuple[int, int, bytes] | None:
    """Reads the next binary PGM picture from the stream. Returns None at the end of the stream."""
    if stream.readline().strip() != b'P5':
        return None
    width, height = map(int, stream.readline().split())
    stream.readline()
    return width, height, stream.read(width * height)


def is_blank(width: int, height: int, samples: bytes) -> bool:
    x, y = int(width * EDGE), int(height * EDGE)
    rows = [samples[row * width + x:(row + 1) * width - x] for row in range(y, height - y)]
    inner = b''.join(rows)
    # The paper may be tinted, so the most frequent shade is treated as white.
    paper = max(inner.count(shade) and (inner.count(shade), shade) or (0, 0) for shade in range(256))[1] if inner else 255
    limit = max(paper - DARK // 2, 0) if paper > DARK else -1
    dark = sum(inner.count(shade) for shade in range(0, limit + 1)) if limit >= 0 else len(inner)
    return dark <= INK * len(inner)
