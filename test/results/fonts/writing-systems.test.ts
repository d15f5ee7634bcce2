/**
 * Converts a page with text in all everyday writing systems, and a formula, to PDF and to a picture, and checks glyphs
 * and pixels.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { draws, glyphsIn } from '../../../packages/server/src/commands/drawn-glyphs.ts';
import { writingSystems } from '../../../packages/server/src/commands/writing-systems.ts';
import { scriptFile, scriptSources } from '../../fidelity/script-files.ts';
import { run } from '../../samples/run.ts';
import { inkOfWords } from '../../support/results/drawn-text.ts';
import { outputOf } from '../../support/results/measure.ts';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';
import { post, startService, type Service } from '../../support/server/service.ts';

const dir = await mkdtemp(path.join(tmpdir(), 'protean-scripts-'));
const at = (name: string) => path.join(dir, name);
let service: Service;
before(async () => {
  service = await startService();
  for (const source of scriptSources) await scriptFile(source, dir);
});
after(async () => {
  await service.close();
  await rm(dir, { recursive: true });
});

/** Source formats for which a request can select the paper size of the result. */
const onePaper = scriptSources.filter((source) => !['svg', 'pptx'].includes(source));

async function converted(source: string, target: string): Promise<string> {
  const file = new File([await readFile(at(`page.${source}`))], `page.${source}`);
  const { status, body } = await post(`${service.url}/api/convert`, [
    ['file', file],
    ['target', target],
    // The text must fit on one page, so that the result is one picture.
    ...(onePaper.includes(source) ? [['paper', 'a3'] as [string, string]] : []),
  ]);
  assert.equal(status, 200, body.toString().slice(0, 300));
  await writeFile(at(`${source}.${target}`), body);
  return at(`${source}.${target}`);
}

for (const source of scriptSources) {
  test(
    `draws every writing system with its own glyphs in a pdf from ${source}`,
    { timeout: 120_000 },
    async () => {
      const pdf = await converted(source, 'pdf');
      const glyphs = glyphsIn(await outputOf('/usr/bin/mutool', ['trace', pdf]));
      const inks = await inkOfWords(
        pdf,
        writingSystems.map(({ sample }) => sample),
      );
      const undrawn = writingSystems.filter(({ name, sample }, n) => {
        const ink = inks[n] ?? { dark: 0, coloured: 0 };
        const isVisible = name === 'Emoji' ? ink.coloured > 0.2 : ink.dark > 0.03;
        return !isVisible || !draws(glyphs, sample);
      });
      assert.deepEqual(
        undrawn.map(({ name }) => name),
        [],
      );
      if (source === 'docx' || source === 'odt') assert.ok(glyphs.drawn.has('7'), 'the formula');
    },
  );
}

/**
 * Divides a picture of a page into 200 rows, and returns the average darkness of each row. The rows are so low that
 * each line of text extends over several rows.
 */
async function darkness(picture: string): Promise<number[]> {
  const grey = ['-background', 'white', '-alpha', 'remove', '-colorspace', 'Gray', '-resize', '1x200!'];
  const args = [`${picture}[0]`, ...grey, '-negate', '-depth', '16', '-endian', 'LSB', 'gray:-'];
  const { stdout } = await run(magickProgram('convert'), args);
  return Array.from({ length: stdout.length / 2 }, (_, n) => stdout.readUInt16LE(n * 2));
}

for (const source of scriptSources) {
  // Skips sources that do not become one picture of the PDF page. Slides and books become several pictures. Subtitles
  // cannot become pictures. The picture of an email message has the layout of a screen.
  if (['pptx', 'epub', 'srt', 'eml'].includes(source)) continue;
  test(
    `each pixel row of a png from ${source} is about as dark as the same row of the pdf`,
    { timeout: 120_000 },
    async () => {
      const drawn = await darkness(await converted(source, 'png'));
      const resolution = ['-png', '-singlefile', '-r', '96'];
      await run('/usr/bin/pdftoppm', [...resolution, at(`${source}.pdf`), at(`${source}-pdf`)]);
      const due = await darkness(at(`${source}-pdf.png`));
      const darkest = Math.max(...due);
      assert.ok(due.filter((row) => row > darkest / 10).length > 20, 'rows of text');
      const differs = (row: number, n: number) => Math.abs(row - (drawn[n] ?? 0)) > darkest / 4;
      assert.deepEqual(due.map(differs).indexOf(true), -1, `a row of ${due.length} that differs`);
    },
  );
}

/** Returns the highest saturation of a picture, from 0 to 1. Black text on white has a saturation of 0. */
async function saturation(picture: string): Promise<number> {
  const args = [picture, '-background', 'white', '-alpha', 'remove', '-colorspace', 'HSL'];
  const show = ['-channel', 'G', '-separate', '-format', '%[fx:maxima] ', 'info:'];
  const perPage = await outputOf(magickProgram('convert'), [...args, ...show]);
  return Math.max(...perPage.trim().split(' ').map(Number));
}

for (const source of scriptSources) {
  if (['pptx', 'epub', 'srt', 'eml'].includes(source)) continue;
  test(`draws emoji in colour when ${source} is converted to png`, { timeout: 120_000 }, async () => {
    assert.ok((await saturation(await converted(source, 'png'))) > 0.5);
  });
}
