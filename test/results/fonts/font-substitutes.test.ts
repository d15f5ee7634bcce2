/** All engines replace missing fonts with fonts of the same or similar widths. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { outputOf } from '../../support/results/measure.ts';
import { post, startService, type Service } from '../../support/server/service.ts';

/** For each font, the name of the expected substitute in a PDF, without the weight. */
const substitutes: Readonly<Record<string, RegExp>> = {
  'Segoe UI': /LiberationSans/,
  Tahoma: /LiberationSans/,
  Verdana: /DejaVuSans$/,
  Aptos: /LiberationSans/,
  Roboto: /LiberationSans/,
  'Helvetica Neue': /LiberationSans/,
  'Trebuchet MS': /LiberationSans/,
  'Open Sans': /NotoSans/,
  'Comic Sans MS': /DejaVuSans$/,
  // Chromium embeds fonts with PostScript outlines as Type 3 fonts without a name.
  Impact: /NimbusSansNarrow|LiberationSans|UnnamedT3/,
  Georgia: /NotoSerif/,
  Garamond: /LiberationSerif/,
  Constantia: /Caladea/,
  'Calibri Light': /Carlito/,
  Menlo: /DejaVuSansMono/,
  Monaco: /DejaVuSansMono/,
  Consolas: /DejaVuSansMono/,
  SimSun: /NotoSerifCJK|UnnamedT3/,
  Arial: /LiberationSans/,
};
const names = Object.keys(substitutes);

/** Fonts that LibreOffice replaces with metric-compatible fonts. */
const derived = [
  ...['Segoe UI', 'Tahoma', 'Verdana', 'Aptos', 'Trebuchet MS', 'Georgia', 'Consolas', 'SimSun'],
  ...['Comic Sans MS', 'Impact', 'Garamond', 'Constantia', 'Calibri Light'],
];

function expected(engine: string, name: string): RegExp | undefined {
  if (engine === 'LibreOffice' && derived.includes(name))
    return new RegExp(`^Proteanfor${name.replaceAll(' ', '')}`);
  return substitutes[name];
}

/** A page with one line for each font. The line contains the name of the font, and is written in this font. */
const page = `<!DOCTYPE html><title>x</title>${names.map((name) => `<p style="font-family: '${name}'">${name}</p>`).join('\n')}`;

const documents: Readonly<Record<string, { source: string; text: string }>> = {
  LibreOffice: {
    source: 'rtf',
    text: `{\\rtf1{\\fonttbl${names.map((name, n) => `{\\f${n} ${name};}`).join('')}}${names.map((name, n) => `\\f${n} ${name}\\par `).join('')}}`,
  },
  Chromium: { source: 'html', text: page },
  // If a page has CSS footnotes, Protean prints the page with WeasyPrint.
  WeasyPrint: { source: 'html', text: `<style>i { float: footnote }</style>${page}` },
  librsvg: {
    source: 'svg',
    text: `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="600">${names.map((name, n) => `<text x="10" y="${20 + n * 28}" font-family="${name}">${name}</text>`).join('')}</svg>`,
  },
};

let service: Service;
let dir: string;
before(async () => {
  service = await startService();
  dir = await mkdtemp(path.join(tmpdir(), 'protean-fonts-'));
});
after(async () => {
  await service.close();
  await rm(dir, { recursive: true });
});

for (const [engine, { source, text }] of Object.entries(documents)) {
  test(
    `${engine} replaces missing fonts with the expected fonts when ${source} is converted to pdf`,
    { timeout: 60_000 },
    async () => {
      const { status, body } = await post(`${service.url}/api/convert`, [
        ['file', new File([text], `fonts.${source}`)],
        ['target', 'pdf'],
      ]);
      assert.equal(status, 200, body.toString().slice(0, 300));
      const file = path.join(dir, `${engine}.pdf`);
      await writeFile(file, body);
      const fonts = fontOfLines(
        await outputOf('/usr/bin/mutool', ['draw', '-q', '-F', 'stext', '-o', '-', file]),
      );
      const wrong = names.filter((name) => !expected(engine, name)?.test(fonts.get(name) ?? ''));
      assert.deepEqual(
        wrong.map((name) => `${name}: ${fonts.get(name)}`),
        [],
      );
    },
  );
}

/** Returns the font of each line of a page, without subset prefix and weight. */
function fontOfLines(page: string): Map<string, string> {
  const lines = [...page.matchAll(/<line.*?<\/line>/gs)].map(([line]) => {
    const text = [...line.matchAll(/ c="([^"]*)"/g)].map(([, letter = '']) => letter).join('');
    const [, font = ''] = /<font name="(?:[A-Z]{6}\+)?([^"]*)"/.exec(line) ?? [];
    return [text.trim(), font.replaceAll('-', '').replace(/(Regular|Bold|SC)$/, '')] as const;
  });
  return new Map(lines);
}
