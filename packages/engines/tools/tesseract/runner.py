"""Recognizes the pages in the scratch folder, several at once, and joins the results to one hOCR file."""
import glob
import json
import os
import re
import struct
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from engines.shared.text.text_check import has_ink
from engines.tools.tesseract.recognition import hocr_of, RecognitionError
from engines.tools.tesseract.script import language_of

# Maximum number of pages that are recognized at once. The maximum is low because the recognition of a page takes up to
# 300 MB of memory, and other conversions also need processors.
MAX_AT_ONCE = 2
# A full page with fewer pixels has less than 200 dpi. A page with fewer pixels is enlarged, because Tesseract reads
# enlarged letters better.
MIN_PIXELS = 4_000_000
ENLARGED = 2
# Matches identifiers that Tesseract writes. Recognized text cannot match this pattern, because Tesseract escapes quotes
# in text.
NUMBERED = re.compile(r"(?<= id=')(page|block|par|line|word)_1(?=[_'])")
PICTURE = re.compile(r'''(?<= title=')image "[^"]*"; ''')
PAGE_NUMBER = re.compile(r'(?<=; ppageno )\d+')
BODY = re.compile(r' *<body>\n(.*?) *</body>', re.DOTALL)
# Matches lengths in pixels: sizes of boxes and letters, and the distance of a baseline from its box. The slope of the
# baseline is not matched, because it is not a length.
LENGTHS = re.compile(r'\b(bbox|x_size|x_descenders|x_ascenders|baseline [-\d.e]+) (-?[\d.]+(?: -?[\d.]+)*)(?=[;"\'])')
WORD = re.compile(r"class='ocrx_word'[^>]*>(?:<[^>]*>)*\s*[^\s<]")


def main() -> None:
    step = json.loads(sys.argv[1])
    pages = sorted(glob.glob(f"{glob.escape(step['work'])}/page*.p[gn][mg]"))
    options = step['options']
    language = options.get('language') or language_of(pages, step)
    flags = ['-l', language, *(['--dpi', str(options['dpi'])] if 'dpi' in options else [])]
    with ThreadPoolExecutor(min(MAX_AT_ONCE, os.cpu_count() or 1)) as readers:
        read = list(readers.map(lambda page: read_page(page, flags), pages))
    is_blank = step['from'] == 'pdf' and not any(has_ink(page) for page in pages)
    if not any(WORD.search(text) for text in read) and not is_blank:
        sys.exit('protean-reason: no_text')
    with open(step['output'], 'w', encoding='utf-8') as output:
        output.write(joined(read))


def read_page(page: str, flags: list[str]) -> str:
    """Returns the hOCR of the page. If the page is enlarged for recognition, lengths still refer to the original
    pixels."""
    if not is_small(page):
        return hocr_of(page, flags)
    large = f'{os.path.splitext(page)[0]}-large.png'
    run('vips', 'resize', page, large, str(ENLARGED), '--kernel', 'linear')
    return LENGTHS.sub(reduced, hocr_of(large, flags))


def is_small(page: str) -> bool:
    """Returns whether to enlarge the page. Pages of a PDF are not enlarged, because they are drawn in the requested
    size."""
    with open(page, 'rb') as file:
        head = file.read(24)
    if not head.startswith(b'\x89PNG'):
        return False
    width, height = struct.unpack('>II', head[16:])
    return width * height < MIN_PIXELS


def reduced(lengths: re.Match) -> str:
    name, numbers = lengths.groups()
    return ' '.join([name, *(f'{float(one) / ENLARGED:.7g}' if '.' in one else str(round(int(one) / ENLARGED)) for one in numbers.split())])


def run(*command: str) -> None:
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    if ended.returncode != 0:
        sys.exit(f"{command[0]}: {ended.stderr.decode('utf-8', 'replace')[-500:]}")


def joined(pages: list[str]) -> str:
    """Returns one hOCR file with the head of the first page and the bodies of all pages. The element identifiers in the
    body of each page contain the page number."""
    bodies = [numbered(BODY.search(page)[1], n) for n, page in enumerate(pages, 1)]
    first = pages[0]
    found = BODY.search(first)
    return f'{first[:found.start(1)]}{"".join(bodies)}{first[found.end(1):]}'


def numbered(body: str, page: int) -> str:
    """Returns the body with unique identifiers. Removes the file name of the page picture, because the caller does not
    have this picture."""
    own = NUMBERED.sub(rf'\g<1>_{page}', body)
    return PAGE_NUMBER.sub(str(page - 1), PICTURE.sub('', own))


if __name__ == '__main__':
    try:
        main()
    except RecognitionError as error:
        sys.exit(str(error))
