/** Samples of ebook formats: the letter (letter.ts) as a book with a cover, or a comic of three pages. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pack } from '../archives/archive.ts';
import { letter } from '../documents/letter.ts';
import { blocks } from '../pictures/picture.ts';
import { python, pythonFile, run } from '../run.ts';
import type { SampleMaker, SampleMakers } from '../samples.ts';
import type { TreeMember } from '../archives/tree.ts';

const bookbinder = path.join(import.meta.dirname, 'bookbinder.py');

/** Makes a book with bookbinder.py. */
const bound =
  (kind: string): SampleMaker =>
  async (file, sample) => {
    const cover = (await readFile(await sample('png'))).toString('base64');
    await pythonFile(bookbinder, [kind, file], JSON.stringify({ ...letter, cover }));
  };

/** Makes a book with calibre, for formats that only calibre writes. */
const converted =
  (...flags: string[]): SampleMaker =>
  async (file, sample) => {
    await run('/usr/bin/ebook-convert', [await sample('epub'), file, ...flags]);
  };

/**
 * Makes a Rocket eBook (RB) with calibre from the TXTZ sample. If calibre made the RB from EPUB, the text of table
 * cells would be joined.
 */
const convertedLines: SampleMaker = async (file, sample) => {
  await run('/usr/bin/ebook-convert', [
    await sample('txtz'),
    file,
    '--title',
    letter.title,
    '--authors',
    letter.author,
  ]);
};

/** The comic's pages in reading order. In alphabetical order, page10.png would come before page2.png. */
export const comicPages = ['page1.png', 'page2.png', 'page10.png'].map((name, n) => ({
  name,
  colour: blocks[n] ?? blocks[0],
}));

export const comicSize = { width: 480, height: 720 };

async function comicTree(): Promise<TreeMember[]> {
  const { stdout } = await python(
    `import base64, io, json, sys
from PIL import Image
size, pages = json.load(sys.stdin)
for page in pages:
    out = io.BytesIO()
    Image.new('RGB', (size['width'], size['height']), tuple(page['colour'][:3])).save(out, 'PNG')
    page['data'] = base64.b64encode(out.getvalue()).decode()
json.dump(pages, sys.stdout)`,
    [],
    JSON.stringify([comicSize, comicPages]),
  );
  const pages = JSON.parse(stdout.toString()) as { name: string; data: string }[];
  const mtime = Date.UTC(2024, 2, 5) / 1000;
  return pages.map(({ name, data }) => ({ path: name, kind: 'file', mode: 0o644, mtime, data, target: '' }));
}

const drawn =
  (kind: string): SampleMaker =>
  async (file) =>
    pack(kind, file, await comicTree());

export const ebooks: SampleMakers = {
  epub: bound('epub'),
  fb2: bound('fb2'),
  fbz: bound('fbz'),
  htmlz: bound('htmlz'),
  txtz: bound('txtz'),
  pmlz: bound('pmlz'),
  tcr: bound('tcr'),
  pdb: bound('pdb'),
  mobi: converted('--mobi-file-type=both'),
  azw3: converted(),
  lit: converted(),
  lrf: converted(),
  rb: convertedLines,
  cbz: drawn('zip'),
  cbt: drawn('tar'),
  cbr: drawn('rar'),
  cb7: async (file, sample) => {
    await run('/usr/bin/bsdtar', ['--format', '7zip', '-cf', file, `@${await sample('cbt')}`]);
  },
};
