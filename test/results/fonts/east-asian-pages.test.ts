/** The line and page breaks of East Asian documents follow the metrics of the requested fonts. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import {
  formatted,
  hangul,
  kana,
  perLine,
  Printer,
  room,
  simplified,
  size,
  traditional,
  twips,
  type Text,
} from '../../support/results/east-asian-pages.ts';
import { outputOf } from '../../support/results/measure.ts';
import { linesOf, type TextLine } from '../../support/results/text-lines.ts';

/**
 * Font name, language, text and line pitch in em. The pitch is the font's ascent plus descent, times 1.3, as in Word.
 */
const cases: readonly [string, string, string, number][] = [
  ['Malgun Gothic', 'ko-KR', hangul, 1.729],
  ['맑은 고딕', 'ko-KR', hangul, 1.729],
  ['Batang', 'ko-KR', hangul, 1.3],
  ['돋움', 'ko-KR', hangul, 1.3],
  ['MS Gothic', 'ja-JP', kana, 1.3],
  ['ＭＳ 明朝', 'ja-JP', kana, 1.3],
  ['Meiryo', 'ja-JP', kana, 1.95],
  ['Yu Mincho', 'ja-JP', kana, 1.673],
  ['SimSun', 'zh-CN', simplified, 1.3],
  ['黑体', 'zh-CN', simplified, 1.3],
  ['Microsoft YaHei', 'zh-CN', simplified, 1.716],
  ['DengXian', 'zh-CN', simplified, 1.355],
  ['PMingLiU', 'zh-TW', traditional, 1.3],
  ['Microsoft JhengHei', 'zh-TW', traditional, 1.729],
];

let printer: Printer;
before(async () => {
  printer = await Printer.open();
});
after(() => printer.close());

/**
 * Converts a Word document to PDF and returns the lines of text. If `grid` is given, the document has a line grid with
 * this spacing in points.
 */
async function printed(name: string, texts: readonly Text[], grid?: number): Promise<TextLine[]> {
  const section = grid === undefined ? '' : `<w:docGrid w:type="lines" w:linePitch="${twips(grid)}"/>`;
  return linesOf(await printer.print(name, texts.map(formatted).join(''), section));
}

for (const [font, language, letters, pitch] of cases) {
  test(
    `breaks text in ${font} into lines and pages as the font's metrics require`,
    { timeout: 120_000 },
    async () => {
      const linesPerPage = Math.floor(room / (pitch * size));
      const text = letters.repeat(1000).slice(0, perLine * (linesPerPage + 5));
      const lines = await printed(font, [{ text, font, language }]);
      assert.deepEqual(
        lines.map((line) => line.text.length),
        Array.from({ length: linesPerPage + 5 }, () => perLine),
      );
      assert.equal(lines.filter((line) => line.page === 0).length, linesPerPage);
      const [first, last] = [lines[0], lines[linesPerPage - 1]];
      const measured = ((last?.baseline ?? 0) - (first?.baseline ?? 0)) / (linesPerPage - 1) / size;
      assert.ok(Math.abs(measured - pitch) < 0.01, `${measured.toFixed(3)} em`);
    },
  );
}

test('replaces East Asian serif fonts with other serif fonts', { timeout: 120_000 }, async () => {
  const serif = ['Batang', 'ＭＳ 明朝', 'SimSun', 'NSimSun', 'PMingLiU'];
  const texts = cases
    .filter(([font]) => serif.includes(font))
    .map(([font, language, text]) => ({ font, language, text }));
  await printed('serif', texts);
  const fonts = await outputOf('/usr/bin/pdffonts', [path.join(printer.dir, 'serif.pdf')]);
  assert.match(fonts, /SerifCJK/);
  assert.doesNotMatch(fonts, /Sans/);
});

/** Width of the digit 0 in em, for each font. */
const zeros: Readonly<Record<string, number>> = {
  'Malgun Gothic': 0.551,
  Batang: 0.596,
  'MS Gothic': 0.5,
  'MS PGothic': 0.5,
  SimSun: 0.5,
  'Segoe UI': 0.539,
  Verdana: 0.636,
  Tahoma: 0.546,
  Georgia: 0.614,
  'Trebuchet MS': 0.524,
  Consolas: 0.55,
  'Calibri Light': 0.507,
  Candara: 0.549,
  'Candara Light': 0.564,
  Corbel: 0.514,
  'Corbel Light': 0.513,
  'Gill Sans MT': 0.5,
  'Franklin Gothic Medium': 0.586,
  Impact: 0.536,
  'Comic Sans MS': 0.61,
  Constantia: 0.539,
  Garamond: 0.469,
};

/** Single line spacing in em, as in Word, for each font. */
const westernPitches: readonly [string, number][] = [
  ['Candara', 1.221],
  ['Corbel', 1.208],
  ['Franklin Gothic Medium', 1.134],
  ['Impact', 1.22],
  ['Comic Sans MS', 1.394],
  ['Constantia', 1.215],
];

test(
  'keeps the line height of the requested Western font, even if another font replaces it',
  { timeout: 120_000 },
  async () => {
    const texts = westernPitches.flatMap(([font]) =>
      Array.from({ length: 3 }, () => ({ text: font, font, language: 'en-US' })),
    );
    const lines = await printed('western', texts);
    const pitches = westernPitches.map(([font, pitch], n) => {
      const [first, last] = [lines[3 * n], lines[3 * n + 2]];
      return [font, ((last?.baseline ?? 0) - (first?.baseline ?? 0)) / 2 / size, pitch] as const;
    });
    assert.deepEqual(
      pitches.filter(([, measured, pitch]) => Math.abs(measured - pitch) > 0.008),
      [],
    );
  },
);

test(
  'keeps the digit width of the requested font, even if another font replaces it',
  { timeout: 120_000 },
  async () => {
    const text = '0'.repeat(30);
    const texts = Object.keys(zeros).map((font) => ({ text, font, language: 'en-US' }));
    const lines = await printed('zeros', texts);
    const widths = Object.keys(zeros).map((font, n) => [font, (lines[n]?.width ?? 0) / (30 * size)] as const);
    assert.deepEqual(
      widths.filter(([font, width]) => Math.abs(width - (zeros[font] ?? 0)) > 0.002),
      [],
    );
  },
);

test('draws bold Korean and Latin characters with bold fonts', { timeout: 120_000 }, async () => {
  const text = { text: `${hangul}ABC`, font: 'Malgun Gothic', language: 'ko-KR', bold: true };
  const [line] = await printed('bold', [text]);
  // mutool truncates font names.
  assert.match(line?.fonts.toSorted().join(' ') ?? '', /^ProteanSansKR-Bold\S* ProteanforMalgunGothic-B\S*$/);
});

test(
  'text that is taller than the line grid spacing takes up two grid lines, as in Word',
  { timeout: 120_000 },
  async () => {
    const pitchOf = async (font: string, points: number) => {
      const text = { text: kana, font, language: 'ja-JP', size: points };
      const lines = await printed(`grid-${font}-${points}`, [text, text, text], 18);
      return Math.round((lines[2]?.baseline ?? 0) - (lines[1]?.baseline ?? 0));
    };
    assert.equal(await pitchOf('MS Mincho', 10.5), 18);
    assert.equal(await pitchOf('MS Mincho', 14), 36);
    assert.equal(await pitchOf('Meiryo', 10.5), 36);
    assert.equal(await pitchOf('Yu Mincho', 10.5), 18);
    assert.equal(await pitchOf('Yu Mincho', 11), 36);
  },
);
