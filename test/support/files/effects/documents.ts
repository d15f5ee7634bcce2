/** Checks the effects of options on conversions of documents, texts, data, archives and fonts. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pythonFile, run } from '../../../samples/run.ts';
import { scanOf } from '../../../samples/documents/scan.ts';
import { line, paragraph, run as words, writeWord } from '../../../samples/traits/word-package.ts';
import type { OptionValues } from '../../results/workbench.ts';
import { contentOf } from '../../results/fonts.ts';
import { makeEncryptedSamples } from '../encrypted-samples.ts';
import { bytes, memberText, outputOf, pdfInfo, text } from '../../results/measure.ts';
import type { Effect, Workbench } from '../../results/workbench.ts';

export const documents = (lab: Workbench): readonly Effect[] => [
  {
    shows: ['dpi'],
    description: 'pages of a PDF are drawn at the requested resolution',
    see: async () => {
      const [low] = await lab.pages('pdf', 'png', { dpi: '36' });
      const [high] = await lab.pages('pdf', 'png', { dpi: '72' });
      const [a = 0, b = 0] = [low, high].map((name) => Number(/^(\d+)x/.exec(name ?? '')?.[1]));
      assert.ok(Math.abs(b - 2 * a) <= 2, `${a} and ${b} pixels`);
    },
  },
  {
    shows: ['salvage'],
    description: 'the readable part of a truncated document is converted on request',
    see: async () => {
      const half = path.join(lab.dir, 'half.docx');
      const whole = await readFile(await lab.samples.get('docx'));
      await writeFile(half, whole.subarray(0, whole.length * 0.7));
      const { status, error } = await lab.send(half, 'docx', 'txt', { salvage: 'false' });
      assert.deepEqual([status, error.details?.['reason']], [400, 'truncated']);
      assert.ok((await bytes(await lab.converted('docx', 'txt', { salvage: 'true' }, half))) > 50);
    },
  },
  {
    shows: ['pages'],
    description:
      'only the requested pages of a PDF are converted, and a page that does not exist is rejected',
    see: async () => {
      const all = Number(/^Pages:\s+(\d+)/m.exec(await pdfInfo(await lab.samples.get('pdf')))?.[1]);
      assert.ok(all >= 2);
      assert.equal((await lab.pages('pdf', 'png', { pages: '2' })).length, 1);
      const [whole, second] = [
        await lab.converted('pdf', 'txt', {}),
        await lab.converted('pdf', 'txt', { pages: '2' }),
      ];
      assert.ok((await text(second)).length < (await text(whole)).length);
      const { status, error } = await lab.send(await lab.samples.get('pdf'), 'pdf', 'txt', { pages: '999' });
      assert.deepEqual([status, error.details?.['reason']], [400, 'no_such_page']);
    },
  },
  {
    shows: ['paper', 'margin'],
    description: 'pages have the requested paper size, and wider margins need more pages',
    see: async () => {
      // Paper sizes in points. The page of a picture may be in landscape format.
      const sizes = {
        a5: /(419|42\d)[.\d]* x (595|59\d)|59\d[.\d]* x 4[12]\d/,
        letter: /612 x 792|792 x 612/,
      };
      for (const from of ['html', 'docx', 'png', 'epub'])
        for (const [paper, points] of Object.entries(sizes))
          assert.match(
            await pdfInfo(await lab.converted(from, 'pdf', { paper })),
            points,
            `${from} on ${paper}`,
          );
      const long = path.join(lab.dir, 'long.docx');
      await run('/usr/bin/pandoc', ['-f', 'markdown', '-o', long], {
        input: 'Many words, one after another.\n\n'.repeat(80),
      });
      const count = async (margin: string) =>
        Number(
          /^Pages:\s+(\d+)/m.exec(await pdfInfo(await lab.converted('docx', 'pdf', { margin }, long)))?.[1],
        );
      assert.ok((await count('70')) > (await count('5')));
    },
  },
  {
    shows: ['toc'],
    description: 'a web page made from Markdown has a table of contents on request',
    see: async () => {
      const [without, withIt] = [
        await text(await lab.converted('md', 'html', {})),
        await text(await lab.converted('md', 'html', { toc: 'true' })),
      ];
      assert.doesNotMatch(without, /href="#/);
      assert.match(withIt, /href="#/);
    },
  },
  {
    shows: ['ocr', 'language'],
    description: 'the text of a scanned page is read in the requested language',
    see: async () => {
      const scan = await lab.samples.get(scanOf('png'));
      const read = (options: OptionValues) => lab.converted('png', 'txt', options, scan).then(text);
      assert.match(await read({ ocr: 'true' }), /The Quiet Harbour/);
      assert.match(await read({ language: 'rus' }), /[А-я]{3}/);
    },
  },
  {
    shows: ['encoding'],
    description: 'the characters of a csv file are decoded in the requested encoding',
    see: async () => {
      const csv = path.join(lab.dir, 'koi.csv');
      await writeFile(csv, Buffer.from('name\n\xf0\xd2\xc9\xd7\xc5\xd4\n', 'latin1'));
      assert.match(await text(await lab.converted('csv', 'json', { encoding: 'koi8-r' }, csv)), /Привет/);
    },
  },
  {
    shows: ['indent'],
    description: 'JSON has the requested indentation',
    see: async () => {
      assert.match(await text(await lab.converted('yaml', 'json', { indent: '3' })), /^\{\n {3}"/);
      assert.doesNotMatch((await text(await lab.converted('yaml', 'json', { indent: '0' }))).trim(), /\n/);
    },
  },
  {
    shows: ['level'],
    description: 'an archive with a higher compression level is smaller',
    see: async () => {
      const [words, tar] = [path.join(lab.dir, 'words.txt'), path.join(lab.dir, 'words.tar')];
      await writeFile(words, 'the same words again\n'.repeat(5_000));
      await run('/usr/bin/tar', ['-cf', tar, '-C', lab.dir, 'words.txt']);
      for (const to of ['zip', 'tar.gz', 'tar.zst']) {
        const [hard, not] = [
          await lab.converted('tar', to, { level: '9' }, tar),
          await lab.converted('tar', to, { level: '1' }, tar),
        ];
        assert.ok((await bytes(hard)) < (await bytes(not)), to);
      }
    },
  },
  {
    shows: ['password'],
    description: 'a locked file is converted only with its password',
    see: async () => {
      for (const { from, to, file } of await makeEncryptedSamples(lab.samples, lab.dir)) {
        const tell = async (options: OptionValues) =>
          (await lab.send(file, from, to, options)).error.details?.['reason'];
        assert.equal(await tell({}), 'password_required', `${from} without`);
        assert.equal(await tell({ password: 'wrong' }), 'wrong_password', `${from} with a wrong one`);
        assert.ok((await bytes(await lab.converted(from, to, { password: 'secret' }, file))) > 0);
      }
    },
  },
  {
    shows: ['password'],
    description: 'an archive written with a password opens only with this password',
    see: async () => {
      for (const to of ['zip', '7z']) {
        const locked = await lab.converted('tar', to, { password: 'secret' });
        await assert.rejects(outputOf('/usr/bin/7zz', ['t', '-pwrong', locked]));
        assert.match(await outputOf('/usr/bin/7zz', ['t', '-psecret', locked]), /Everything is Ok/);
      }
    },
  },
  {
    shows: ['subset'],
    description: 'a font has only the requested characters after its conversion',
    see: async () => {
      for (const subset of ['ABC', 'U+41-43']) {
        const font = await lab.converted('ttf', 'woff2', { subset });
        const letters = await outputOf('/usr/bin/python3', [
          '-c',
          'import sys; from fontTools.ttLib import TTFont; print(sorted(map(chr, TTFont(sys.argv[1]).getBestCmap())))',
          font,
        ]);
        assert.equal(letters.trim(), "['A', 'B', 'C']");
      }
    },
  },
  {
    shows: ['instance'],
    description: 'a variable font becomes a static font of the requested style',
    see: async () => {
      await pythonFile(path.join(import.meta.dirname, '../../../samples/fonts/variable_fonts.py'), [lab.dir]);
      const file = path.join(lab.dir, 'variable.ttf');
      const bold = await lab.converted('ttf', 'woff2', { instance: 'Bold' }, file);
      const { axes, weight } = await contentOf(bold, [{}]);
      assert.deepEqual([axes, weight], [[], 700]);
    },
  },
  {
    shows: ['sheet'],
    description: 'only the sheet with the requested name or number is converted',
    see: async () => {
      const [, second = ''] =
        (await text(await lab.converted('xlsx', 'json', {}))).match(/^ {2}"([^"]+)": \[/gm) ?? [];
      const name = /"([^"]+)"/.exec(second)?.[1] ?? '';
      assert.notEqual(name, '', 'the sample has two sheets');
      for (const from of ['xlsx', 'ods', 'sqlite']) {
        const byNumber = await text(await lab.converted(from, 'csv', { sheet: '2' }));
        assert.equal(await text(await lab.converted(from, 'csv', { sheet: name })), byNumber);
        assert.notEqual(await text(await lab.converted(from, 'csv', { sheet: '1' })), byNumber);
        const { status, error } = await lab.send(await lab.samples.get(from), from, 'csv', {
          sheet: 'nowhere',
        });
        assert.deepEqual([status, error.details?.['reason']], [400, 'no_such_sheet']);
      }
    },
  },
  {
    shows: ['sheet'],
    description: 'a number that is the name of a sheet selects this sheet',
    see: async () => {
      const [book, database] = [path.join(lab.dir, 'numbered.xlsx'), path.join(lab.dir, 'numbered.sqlite')];
      await run('/usr/bin/python3', [
        '-c',
        `
import openpyxl, sqlite3, sys
book = openpyxl.Workbook()
book.active.title = 'b'
for name in ('c', '2'):
    book.create_sheet(name)
for name in ('b', 'c', '2'):
    book[name].append(['name'])
    book[name].append(['sheet ' + name])
book.save(sys.argv[1])
with sqlite3.connect(sys.argv[2]) as database:
    for name in ('b', 'c', '2'):
        database.execute(f'create table "{name}" (name text)')
        database.execute(f'insert into "{name}" values (?)', ['sheet ' + name])
`,
        book,
        database,
      ]);
      for (const [from, to, file] of [
        ['xlsx', 'csv', book],
        ['xlsx', 'json', book],
        ['sqlite', 'csv', database],
      ] as const) {
        assert.match(await text(await lab.converted(from, to, { sheet: '2' }, file)), /sheet 2/, to);
        assert.match(await text(await lab.converted(from, to, { sheet: '1' }, file)), /sheet b/, to);
      }
    },
  },
  {
    shows: ['delimiter', 'header'],
    description: 'CSV has the requested delimiter, and its first row is a header unless header=false',
    see: async () => {
      const table = path.join(lab.dir, 'table.csv');
      await writeFile(table, 'a|b\n1|2\n');
      const first = await text(await lab.converted('csv', 'json', { delimiter: 'pipe' }, table));
      assert.deepEqual(JSON.parse(first), [{ a: 1, b: 2 }]);
      const rows = await text(
        await lab.converted('csv', 'json', { delimiter: 'pipe', header: 'false' }, table),
      );
      assert.deepEqual(
        (JSON.parse(rows) as Record<string, unknown>[]).map((row) => Object.values(row)),
        [
          ['a', 'b'],
          // The column also has a string, so its numbers become strings.
          ['1', '2'],
        ],
      );
      assert.match(await text(await lab.converted('json', 'csv', { delimiter: 'semicolon' })), /^[^,\n]+;/);
      assert.match(
        await text(await lab.converted('xlsx', 'csv', { delimiter: 'semicolon', sheet: '1' })),
        /^[^,\n]+;/,
      );
      const headed = await text(await lab.converted('json', 'csv', {}));
      assert.equal(
        await text(await lab.converted('json', 'csv', { header: 'false' })),
        headed.slice(headed.indexOf('\n') + 1),
      );
    },
  },
  {
    shows: ['root'],
    description: 'the root element of XML has the requested name',
    see: async () => {
      assert.match(
        await text(await lab.converted('json', 'xml', { root: 'catalogue' })),
        /\?>\s*<catalogue>/,
      );
    },
  },
  {
    shows: ['rotate'],
    description: 'the pages of a PDF are rotated when a PDF is written or drawn as pictures',
    see: async () => {
      assert.match(await pdfInfo(await lab.converted('txt', 'pdf', { rotate: '90' })), /Page rot: +90/);
      const [upright, turned] = [
        await lab.pages('pdf', 'png', {}),
        await lab.pages('pdf', 'png', { rotate: '90' }),
      ];
      assert.equal(turned[0], upright[0]?.split('x').reverse().join('x'));
    },
  },
  {
    shows: ['new_password', 'permissions'],
    description: 'a PDF is encrypted with the requested password and permissions',
    see: async () => {
      const locked = await lab.converted('txt', 'pdf', { new_password: 'abc', permissions: 'copy' });
      await assert.rejects(pdfInfo(locked));
      const info = await outputOf('/usr/bin/pdfinfo', ['-upw', 'abc', locked]);
      assert.match(info, /print:no copy:yes change:no addNotes:no algorithm:AES-256/);
    },
  },
  {
    shows: ['redact', 'redact_patterns', 'redact_expression', 'redact_boxes'],
    description: 'a PDF loses the text that the requested words, patterns, expressions or boxes select',
    see: async () => {
      const words = await outputOf('/usr/bin/pdftotext', [await lab.converted('txt', 'pdf', {}), '-']);
      const [word = ''] = /\p{L}{5,}/u.exec(words) ?? [];
      for (const options of [
        { redact: word, redact_patterns: 'email' },
        { redact_expression: word },
        { redact_boxes: 'all:0,0,1000,2000' },
      ]) {
        const rest = await outputOf('/usr/bin/pdftotext', [await lab.converted('txt', 'pdf', options), '-']);
        assert.doesNotMatch(rest, new RegExp(word, 'i'));
      }
    },
  },
  {
    shows: ['pdfa'],
    description: 'a PDF declares the requested PDF/A level and embeds its fonts',
    see: async () => {
      const result = await lab.converted('pdf', 'pdf', { pdfa: '2b' });
      assert.match(await outputOf('/usr/bin/pdfinfo', ['-meta', result]), /<pdfaid:part>2</);
      assert.match(await outputOf('/usr/bin/pdffonts', [result]), / yes yes /);
    },
  },
  {
    shows: ['strip_metadata'],
    description: 'a document keeps its text and loses author, program and dates',
    see: async () => {
      const plain = await lab.converted('html', 'docx', {});
      const bare = await lab.converted('html', 'docx', { strip_metadata: 'true' });
      assert.match(await memberText(plain, 'docProps/core.xml'), /dcterms:created/);
      assert.doesNotMatch(await memberText(bare, 'docProps/core.xml'), /dcterms|dc:/);
      assert.match(await memberText(bare, 'word/document.xml'), /<w:t[ >]/);
      assert.doesNotMatch(
        await pdfInfo(await lab.converted('txt', 'pdf', { strip_metadata: 'true' })),
        /Producer|Date/,
      );
    },
  },
  {
    shows: ['tracked_changes', 'comments'],
    description:
      'tracked changes of a Word document are accepted, rejected or marked, and comments become footnotes',
    see: async () => {
      const file = path.join(lab.dir, 'reviewed.docx');
      const by = 'w:author="A" w:date="2024-01-01T00:00:00Z"';
      await writeWord(file, {
        body: paragraph(
          `<w:del w:id="1" ${by}><w:r><w:delText>before</w:delText></w:r></w:del><w:ins w:id="2" ${by}>${words('after')}</w:ins><w:r><w:commentReference w:id="0"/></w:r>`,
        ),
        comments: `<w:comment w:id="0" w:author="Ann">${line('remark')}</w:comment>`,
      });
      const [plain, original, all, remarks] = await Promise.all(
        [{}, { tracked_changes: 'original' }, { tracked_changes: 'all' }, { comments: 'true' }].map(
          async (asked: OptionValues) => text(await lab.converted('docx', 'md', asked, file)),
        ),
      );
      assert.equal(plain?.trim(), 'after');
      assert.equal(original?.trim(), 'before');
      assert.equal(all?.trim(), '~~before~~after');
      assert.match(remarks ?? '', /^after\[\^1\]\n\n\[\^1\]: Ann: remark/);
    },
  },
];
