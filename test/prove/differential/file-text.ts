/** Reads the text of plain files, PDF pages and XML, and the output of external programs. */
import { readFile } from 'node:fs/promises';
import { python, run } from '../../samples/run.ts';

export const output = async (program: string, args: readonly string[]) =>
  (await run(program, args)).stdout.toString();

export const text = (file: string) => readFile(file, 'utf8');

/**
 * Returns the text of a PDF twice: in reading order, and line by line. A phrase may be contiguous in only one of these
 * two versions of the text.
 */
export async function pdfText(file: string): Promise<string> {
  const [reading, lines] = await Promise.all([
    output('/usr/bin/pdftotext', ['-enc', 'UTF-8', file, '-']),
    output('/usr/bin/pdftotext', ['-layout', '-enc', 'UTF-8', file, '-']),
  ]);
  return `${reading}\n${lines}`;
}

/**
 * Returns the text of an XML file in document order. Includes the attributes `text` and `_note`, in which OPML outlines
 * store their text. If `within` is given, reads only elements with this name.
 */
export const xmlText = async (file: string, within = '') => {
  const program = `import sys, xml.etree.ElementTree as t
BLOCKS = ('p', 'h', 'head', 'item', 'cell', 'row', 'ParagraphStyleRange', 'Br', 'para', 'td', 'th', 'br', 'list-item', 'title', 'v', 'label', 'lb', 'a', 'l', 'genre', 'first-name', 'last-name', 'book-title', 'date')
def walk(e):
    tag = e.tag.rpartition('}')[2]
    if tag == 'sourceDesc': return
    if tag in ('tab', 's', 'line-break'): yield ' '
    yield ' '.join(v for k, v in e.items() if k.rpartition('}')[2] in ('text', '_note'))
    yield e.text or ''
    for child in e:
        yield from walk(child)
        yield child.tail or ''
    if tag in BLOCKS: yield '\\n'
root = t.parse(sys.argv[1]).getroot()
for part in root.iterfind('.//{*}' + sys.argv[2]) if sys.argv[2] else [root]: print(''.join(walk(part)))`;
  return (await python(program, [file, within])).stdout.toString();
};
