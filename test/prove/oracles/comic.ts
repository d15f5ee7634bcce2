/** What a comic must still be after a conversion: the same pages in the same order. */
import assert from 'node:assert/strict';
import path from 'node:path';
import type { Format } from '../../../packages/server/src/formats/format.ts';
import { comicPages, comicSize } from '../../samples/ebook.ts';
import { python, run } from '../../samples/run.ts';
import type { TreeMember } from '../../samples/tree.ts';
import type { Claim } from '../oracle.ts';

/** A picture's size, and the colour near its upper left corner. */
export interface Shown {
  width: number;
  height: number;
  corner: readonly number[];
}

const containers: Readonly<Record<string, string>> = { cbz: 'zip', cb7: '7z', cbt: 'tar' };

export function isComic({ ext }: Format): boolean {
  return ext === 'cbr' || ext in containers;
}

export async function checkComic(file: string, target: Format): Promise<void> {
  const unpackers = path.join(import.meta.dirname, 'unpackers.py');
  const { stdout } = await run('/usr/bin/python3', [unpackers, containers[target.ext] ?? '', file]);
  const members = JSON.parse(stdout.toString()) as TreeMember[];
  assert.deepEqual(
    members.map((member) => member.path).sort(),
    comicPages.map(({ name }) => name).sort(),
    'the pages',
  );
  for (const { name, colour } of comicPages) {
    const data = Buffer.from(members.find((member) => member.path === name)?.data ?? '', 'base64');
    const { stdout: pixel } = await run(
      '/usr/bin/convert-im6.q16',
      ['png:-[1x1+9+9]', '-depth', '8', 'rgb:-'],
      { input: data },
    );
    assert.deepEqual([...pixel], colour?.slice(0, 3), `the colour of ${name}`);
  }
}

/** The pages of a document, drawn by another tool than wrote them where there is one. */
export async function checkComicPages(files: readonly string[], { target }: Claim): Promise<void> {
  assert.equal(files.length, 1, 'one file');
  const { stdout } = await python(drawn, [target.ext, files[0] ?? '']);
  const pages = JSON.parse(stdout.toString()) as Shown[];
  checkPages(pages);
  for (const { width, height } of pages) {
    const shape = comicSize.width / comicSize.height;
    assert.ok(Math.abs(width / height - shape) < 0.02, `a page of ${width}×${height}`);
  }
}

/** At 144 pixels an inch no page comes out smaller than its picture. */
const drawn = `import glob, json, subprocess, sys, tempfile
from PIL import Image
kind, file = sys.argv[1:]
with tempfile.TemporaryDirectory() as top:
    subprocess.run({
        'pdf': ['pdftoppm', '-r', '144', '-png', file, top + '/page'],
        'ps': ['gs', '-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', '-r144', '-sDEVICE=png16m', '-o', top + '/page%d.png', file],
        'xps': ['mutool', 'draw', '-q', '-r', '144', '-o', top + '/page%d.png', file],
    }[kind], check=True)
    images = [Image.open(name).convert('RGB') for name in sorted(glob.glob(top + '/page*'))]
    print(json.dumps([{'width': i.width, 'height': i.height, 'corner': i.getpixel((i.width // 8, i.height // 6))} for i in images]))`;

/** Each page once, as large as it was or larger, in reading order. */
export function checkPages(pictures: readonly Shown[]): void {
  assert.equal(pictures.length, comicPages.length, 'as many pictures as pages');
  for (const [n, { width, height, corner }] of pictures.entries()) {
    assert.ok(width >= comicSize.width && height >= comicSize.height, `page ${n + 1} is ${width}×${height}`);
    const off = Math.max(
      ...corner.map((value, channel) => Math.abs(value - (comicPages[n]?.colour?.[channel] ?? 0))),
    );
    assert.ok(off < 30, `page ${n + 1} is of colour ${corner.join(',')}`);
  }
}
