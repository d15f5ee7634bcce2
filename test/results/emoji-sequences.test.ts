/** Emoji sequences in the pages of documents: every one is drawn in colour, and the PDF has no missing glyph programs. */
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { run } from '../samples/run.ts';
import { outputOf } from '../support/measure.ts';
import { Workbench } from '../support/workbench.ts';

const lab = await Workbench.open();

/** A single emoji, joined ones, a skin tone, flags of letters and of tags, and a keycap. Noto draws families in grey. */
const sequences = ['😀', '👩‍🚀', '🏳️‍🌈', '👍🏽', '🇩🇪', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣'];

/** Counts the rows of coloured pixels that white or black rows separate, over all pages. */
const bands = `
import sys
from PIL import Image, ImageChops
count = 0
for name in sys.argv[1:]:
    red, green, blue = Image.open(name).convert('RGB').split()
    spread = ImageChops.subtract(ImageChops.lighter(red, blue), ImageChops.darker(red, blue))
    was = False
    for row in range(spread.height):
        coloured = spread.crop((0, row, spread.width, row + 1)).getextrema()[1] > 60
        count += coloured and not was
        was = coloured
print(count)`;

const lines = sequences.flatMap((one) => ['a', one]);
const headings = sequences.map((one) => `# ${one}\n\na`).join('\n\n');

for (const [through, source] of [
  [['txt'], lines.join('\n')],
  [['md', 'docx', 'odt'], headings],
  [['md', 'pptx', 'odp'], headings],
  [['csv', 'xlsx', 'ods'], lines.join('\n')],
] as const)
  test(`${through.join(' → ')} → pdf draws every emoji sequence in colour`, async () => {
    let file = path.join(lab.dir, `emoji.${through[0]}`);
    await writeFile(file, source);
    for (const [n, to] of [...through.slice(1), 'pdf'].entries())
      file = await lab.converted(through[n] ?? '', to, {}, file);
    const folder = path.dirname(file);
    const { stderr } = await run('/usr/bin/pdftoppm', ['-r', '72', '-png', file, path.join(folder, 'page')]);
    assert.equal(stderr, '', 'no glyph without a program');
    const pages = (await readdir(folder)).filter((name) => name.endsWith('.png'));
    const files = pages.map((name) => path.join(folder, name));
    assert.equal(Number(await outputOf('/usr/bin/python3', ['-c', bands, ...files])), sequences.length);
  });
