/** Characters that Chinese, Japanese and Korean share are drawn with the glyphs of the text's language. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { paragraph, run, writeWord } from '../../samples/traits/word-package.ts';
import { outputOf } from '../../support/results/measure.ts';
import { post, startService, type Service } from '../../support/server/service.ts';

/** Shared characters, preceded by a character that only one language uses. */
const texts: Readonly<Record<string, { text: string; font: string }>> = {
  'ja-JP': { text: 'の直骨令遍', font: 'Noto Sans CJK JP' },
  'ko-KR': { text: '한직直骨令遍', font: 'Noto Sans CJK KR' },
  'zh-CN': { text: '这直骨令遍', font: 'Noto Sans CJK SC' },
  'zh-TW': { text: '這直骨令遍', font: 'Noto Sans CJK TC' },
};

let service: Service;
let dir: string;
before(async () => {
  service = await startService();
  dir = await mkdtemp(path.join(tmpdir(), 'protean-letters-'));
});
after(async () => {
  await service.close();
  await rm(dir, { recursive: true });
});

/** Converts a file to PDF and returns the outlines of its glyphs. */
async function outlines(name: string, content: Buffer): Promise<string[]> {
  const { status, body } = await post(`${service.url}/api/convert`, [
    ['file', new File([content], name)],
    ['target', 'pdf'],
  ]);
  assert.equal(status, 200, body.toString().slice(0, 300));
  const file = path.join(dir, 'letters.pdf');
  await writeFile(file, body);
  const drawing = await outputOf('/usr/bin/mutool', ['draw', '-q', '-F', 'svg', '-o', '-', file]);
  return [
    ...new Set([...drawing.matchAll(/<path id="font_[^"]*" d="([^"]*)"/g)].map(([, d = '']) => d)),
  ].sort();
}

for (const [language, { text, font }] of Object.entries(texts)) {
  test(`draws plain text in ${language} with the glyphs of ${font}`, { timeout: 120_000 }, async () => {
    const document = path.join(dir, `${language}.docx`);
    const fonts = `<w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:eastAsia="${font}"/>`;
    const body = paragraph(run(text, `${fonts}<w:lang w:eastAsia="${language}"/>`));
    await writeWord(document, { body });
    const expected = await outlines('letters.docx', await readFile(document));
    assert.ok(expected.length >= text.length - 1, 'outlines');
    assert.deepEqual(await outlines('letters.txt', Buffer.from(`${text}\n`)), expected);
  });
}
