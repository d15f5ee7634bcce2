/** East Asian tables, vertical text and ruby text break into lines and pages by the metrics of their fonts. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { paragraph, run } from '../../samples/traits/word-package.ts';
import {
  formatted,
  hangul,
  kana,
  page,
  perLine,
  plainParagraph,
  Printer,
  room,
  runProperties,
  simplified,
  size,
  traditional,
  twips,
} from '../../support/results/east-asian-pages.ts';
import { assertNear } from '../../support/results/measure.ts';
import { columnsOf, linesOf } from '../../support/results/text-lines.ts';

/** Each case contains the font, the language, the letters, and the line pitch in em. */
const cases: readonly [string, string, string, number][] = [
  ['MS Mincho', 'ja-JP', kana, 1.3],
  ['Meiryo', 'ja-JP', kana, 1.95],
  ['Malgun Gothic', 'ko-KR', hangul, 1.729],
  ['SimSun', 'zh-CN', simplified, 1.3],
  ['PMingLiU', 'zh-TW', traditional, 1.3],
];

let printer: Printer;
before(async () => {
  printer = await Printer.open();
});
after(() => printer.close());

/** Returns a table without borders or cell margins. `width` is the width of each cell in points. */
function table(rows: readonly string[], width: number, count: number): string {
  const grid = `<w:gridCol w:w="${twips(width)}"/>`.repeat(count);
  const margins = ['top', 'left', 'bottom', 'right']
    .map((side) => `<w:${side} w:w="0" w:type="dxa"/>`)
    .join('');
  return `<w:tbl><w:tblPr><w:tblW w:w="${twips(width * count)}" w:type="dxa"/><w:tblLayout w:type="fixed"/><w:tblCellMar>${margins}</w:tblCellMar></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${rows.join('')}</w:tbl>`;
}

const row = (cells: string, properties = '') =>
  `<w:tr>${properties && `<w:trPr>${properties}</w:trPr>`}${cells}</w:tr>`;

const cell = (content: string, width: number, properties = '') =>
  `<w:tc><w:tcPr><w:tcW w:w="${twips(width)}" w:type="dxa"/>${properties}</w:tcPr>${content}</w:tc>`;

const end = paragraph('', '<w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/>');

const textOf = (letters: string, length: number) => letters.repeat(1000).slice(0, length);

for (const [font, language, letters, pitch] of cases) {
  test(
    `the height of a table row in ${font} is the sum of the heights of its lines`,
    { timeout: 120_000 },
    async () => {
      const [width, lines] = [100, 3];
      const text = formatted({ text: textOf(letters, (width / size) * lines), font, language });
      const perPage = Math.floor(room / (lines * pitch * size));
      const one = row(cell(text, width) + cell(text, width), '<w:cantSplit/>');
      const body =
        table(
          Array.from({ length: perPage + 2 }, () => one),
          width,
          2,
        ) + end;
      const found = await linesOf(await printer.print(`table-${font}`, body));
      assert.deepEqual(
        found.map((line) => line.text.length),
        Array.from({ length: (perPage + 2) * lines }, () => (2 * width) / size),
      );
      assert.equal(found.filter((line) => line.page === 0).length, perPage * lines);
      const measured = (found[perPage * lines - 1]!.baseline - found[0]!.baseline) / (perPage * lines - 1);
      assertNear(measured / size, pitch, 0.01);
    },
  );

  test(
    `a long table row in ${font} fills the page and continues on the next page below the repeated heading`,
    { timeout: 120_000 },
    async () => {
      const width = 100;
      const perPage = Math.floor(room / (pitch * size)) - 1;
      const text = (length: number) => formatted({ text: textOf(letters, length), font, language });
      const heading = row(cell(text(2), width), '<w:tblHeader/>');
      const body = table([heading, row(cell(text((width / size) * (perPage + 3)), width))], width, 1) + end;
      const found = await linesOf(await printer.print(`divided-${font}`, body));
      const lengths = (number: number) =>
        found.filter((line) => line.page === number).map((line) => line.text.length);
      assert.deepEqual(lengths(0), [2, ...Array.from({ length: perPage }, () => width / size)]);
      assert.deepEqual(lengths(1), [2, ...Array.from({ length: 3 }, () => width / size)]);
    },
  );

  test(`breaks vertical text in ${font} into columns and pages`, { timeout: 120_000 }, async () => {
    const [perColumn, columns] = [room / size, Math.floor((perLine * size) / (pitch * size))];
    const text = textOf(letters, perColumn * (columns + 3));
    const body = formatted({ text, font, language });
    const pdf = await printer.print(`vertical-${font}`, body, '<w:textDirection w:val="tbRl"/>');
    const found = await columnsOf(pdf);
    assert.equal(found.map((column) => column.text).join(''), text);
    assert.deepEqual(
      found.map((column) => column.text.length),
      Array.from({ length: columns + 3 }, () => perColumn),
    );
    assert.equal(found.filter((column) => column.page === 0).length, columns);
    assertNear((found[0]!.x - found[columns - 1]!.x) / (columns - 1) / size, pitch, 0.01);
    assert.ok(found[0]!.x > page.width - page.margin - pitch * size);
  });

  test(`breaks the vertical text of a table cell in ${font} into columns`, { timeout: 120_000 }, async () => {
    const [height, width] = [200, 100];
    const text = textOf(letters, (height / size) * 3);
    const vertical = cell(formatted({ text, font, language }), width, '<w:textDirection w:val="tbRl"/>');
    const rows = [row(vertical, `<w:trHeight w:val="${twips(height)}" w:hRule="exact"/>`)];
    const found = await columnsOf(await printer.print(`cell-${font}`, table(rows, width, 1) + end));
    assert.deepEqual(
      found.map((column) => column.text.length),
      [height / size, height / size, height / size],
    );
    assertNear((found[0]!.x - found[2]!.x) / 2 / size, pitch, 0.01);
    // The box of an upright glyph in vertical text begins at most one em above the glyph.
    assertNear(found[0]!.top, page.margin, size);
  });

  test(
    `keeps the exact height of lines that contain ruby text in ${font}`,
    { timeout: 120_000 },
    async () => {
      const exact = 20;
      const perPage = room / exact;
      const ruby = (base: string) =>
        `<w:r><w:ruby><w:rubyPr><w:rubyAlign w:val="center"/><w:hps w:val="8"/><w:hpsRaise w:val="18"/><w:hpsBaseText w:val="${size * 2}"/><w:lid w:val="${language}"/></w:rubyPr><w:rt>${run('あい', runProperties({ font, language, size: 4 }))}</w:rt><w:rubyBase>${run(base, runProperties({ font, language }))}</w:rubyBase></w:ruby></w:r>`;
      const text = textOf(letters, perLine * (perPage + 2));
      const pairs = text.match(/.{2}/gu)!;
      const runs = pairs.map((pair, n) =>
        n % 7 === 0 ? ruby(pair) : run(pair, runProperties({ font, language })),
      );
      const properties = plainParagraph.replace(
        'w:line="240" w:lineRule="auto"',
        `w:line="${twips(exact)}" w:lineRule="exact"`,
      );
      const found = await linesOf(await printer.print(`ruby-${font}`, paragraph(runs.join(''), properties)));
      const base = found.filter((line) => !line.text.includes('あ'));
      assert.deepEqual(
        base.map((line) => line.text.length),
        Array.from({ length: perPage + 2 }, () => perLine),
      );
      assert.equal(base.filter((line) => line.page === 0).length, perPage);
      assertNear((base[perPage - 1]!.baseline - base[0]!.baseline) / (perPage - 1), exact, 0.1);
    },
  );
}
