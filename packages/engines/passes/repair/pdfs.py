"""Collects the intact objects of a PDF, creates a new page list, and lets qpdf write the file."""
import os
import re
import subprocess
import zlib
from itertools import islice

from engines.passes.repair.outcome import NothingLeft, TooMuch, amount, most_bytes

OBJECT = re.compile(rb'(?<![0-9])(\d{1,9})\s+(\d{1,5})\s+obj\b')
PAGE = re.compile(rb'/Type\s*/Page(?![A-Za-z])')
TREE = re.compile(rb'/Type\s*/Pages(?![A-Za-z])')
PARENT = re.compile(rb'/Parent\s+\d+\s+\d+\s+R')
INHERITED = (b'/MediaBox', b'/Resources', b'/CropBox', b'/Rotate')

MAX_PAGES = 10_000
# Maximum number of page tree nodes that are read.
MAX_TREES = 1000


def repair(step) -> str:
    with open(step['input'], 'rb') as file:
        data = file.read()
    total = declared(data)
    written = os.path.join(step['work'], 'written.pdf')
    pages = 0
    if len(re.findall(PAGE, data)) > MAX_PAGES:
        raise TooMuch('too_many_pages')
    # If the page list is intact, qpdf alone can repair the file.
    if qpdf(step['input'], step['output']):
        pages = page_count(step['output'])
    if not pages or (total and pages < total and not data.rstrip().endswith(b'%%EOF')):
        objects = unpacked(objects_of(data))
        found = rebuilt(objects, written)
        if found > pages and qpdf(written, step['output']):
            pages = page_count(step['output'])
    if not pages:
        raise NothingLeft('no page is left')
    return amount(pages, 'page', total)


def qpdf(name: str, result: str) -> bool:
    # qpdf exits with status 3 if it repaired the file.
    run = subprocess.run(['qpdf', '--deterministic-id', name, result], stderr=subprocess.DEVNULL, check=False)
    return run.returncode in (0, 3) and os.path.exists(result)


def page_count(name: str) -> int:
    shown = subprocess.run(['qpdf', '--show-npages', name], capture_output=True, check=False).stdout
    return int(shown) if shown.strip().isdigit() else 0


def declared(data: bytes) -> int | None:
    """Returns the number of pages that the file declares, or None."""
    found = islice(TREE.finditer(data), MAX_TREES)
    trees = [match for one in found if (match := re.search(rb'/Count\s+(\d{1,7})', around(data, one.start())))]
    linear = re.search(rb'/Linearized\b[^>]*?/N\s+(\d{1,7})', data[:2048])
    counts = [int(match[1]) for match in trees] + ([int(linear[1])] if linear else [])
    return max(counts, default=None)


def around(data: bytes, at: int) -> bytes:
    begin, end = data.rfind(b'obj', max(0, at - 10_000), at), data.find(b'endobj', at, at + 10_000)
    return data[max(0, begin) : end if end >= 0 else at + 1000]


def objects_of(data: bytes) -> dict[int, bytes]:
    """Returns the objects by number. If a number is defined several times, the last definition applies."""
    found, at = {}, 0
    while match := OBJECT.search(data, at):
        begin = match.end()
        end = data.find(b'endobj', begin)
        if end < 0:
            break
        stream = re.search(rb'>>\s*stream\r?\n', data[begin : begin + 65_536])
        if stream and begin + stream.start() < end:
            # Uses the declared length of the stream if it is correct, because the content may contain the keyword
            # `endobj`.
            length = re.search(rb'/Length\s+(\d{1,10})(?!\s+\d+\s+R)', data[begin : begin + stream.start()])
            after = begin + stream.end() + int(length[1]) if length else 0
            if length and re.match(rb'\s*endstream\s*endobj', data[after : after + 64]):
                end = data.find(b'endobj', after)
        found[int(match[1])] = data[begin:end].strip()
        at = end + 6
    return found


def unpacked(objects: dict[int, bytes]) -> dict[int, bytes]:
    """Returns the objects, including the objects in object streams, but without the cross-reference streams."""
    result, total = {}, 0
    most = most_bytes(sum(map(len, objects.values())))
    for number, content in objects.items():
        if re.search(rb'/Type\s*/XRef\b', content[:4096]):
            continue
        if not re.search(rb'/Type\s*/ObjStm\b', content[:4096]):
            result[number] = content
            continue
        first = re.search(rb'/First\s+(\d{1,9})', content)
        stream = re.search(rb'>>\s*stream\r?\n', content)
        if not first or not stream:
            continue
        try:
            text = zlib.decompressobj().decompress(content[stream.end() :], most - total)
        except zlib.error:
            continue
        total += len(text)
        if total >= most:
            raise TooMuch('result_too_large')
        begin = int(first[1])
        pairs = [int(word) for word in text[:begin].split() if word.isdigit()]
        starts = list(zip(pairs[::2], pairs[1::2]))
        for (packed, start), (_, end) in zip(starts, starts[1:] + [(0, len(text) - begin)]):
            result[packed] = text[begin + start : begin + end].strip()
    return result


def rebuilt(objects: dict[int, bytes], name: str) -> int:
    """Writes the objects with a new page list, and returns the number of pages."""
    pages = [number for number, content in objects.items() if PAGE.search(head(content))]
    if not pages:
        return 0
    if len(pages) > MAX_PAGES:
        raise TooMuch('too_many_pages')
    root, tree = max(objects) + 1, max(objects) + 2
    inherited = [content for content in objects.values() if TREE.search(head(content))]
    lacking = {key: value for key in INHERITED for content in inherited if (value := value_of(content, key))}
    for number in pages:
        content = PARENT.sub(b'', objects[number])
        for key, value in {b'/MediaBox': b'[0 0 595 842]', b'/Resources': b'<<>>', **lacking}.items():
            if key not in content:
                content = content.replace(b'<<', b'<<' + key + b' ' + value + b' ', 1)
        objects[number] = content.replace(b'<<', b'<</Parent %d 0 R ' % tree, 1)
    kids = b' '.join(b'%d 0 R' % number for number in pages)
    objects[root] = b'<</Type/Catalog/Pages %d 0 R>>' % tree
    objects[tree] = b'<</Type/Pages/Count %d/Kids[%s]>>' % (len(pages), kids)
    with open(name, 'wb') as file:
        file.write(b'%PDF-1.7\n')
        places = {}
        for number, content in objects.items():
            places[number] = file.tell()
            file.write(b'%d 0 obj\n%s\nendobj\n' % (number, content))
        start = file.tell()
        file.write(b'xref\n0 1\n0000000000 65535 f \n')
        for number, place in places.items():
            file.write(b'%d 1\n%010d 00000 n \n' % (number, place))
        file.write(b'trailer\n<</Size %d/Root %d 0 R>>\nstartxref\n%d\n%%%%EOF\n' % (tree + 1, root, start))
    return len(pages)


def head(content: bytes) -> bytes:
    """Returns a PDF object without its stream."""
    return content.split(b'stream', 1)[0]


def value_of(content: bytes, key: bytes) -> bytes | None:
    """Returns the value of a page key that pages can inherit, or None if the key is missing. The value of the page key
    may be a reference, a number, an array or a flat dictionary."""
    found = re.search(key + rb'\s*(\d+\s+\d+\s+R|\[[^\[\]]*\]|<<(?:[^<>]|<<[^<>]*>>)*>>|\d+)', content)
    return found[1] if found else None
