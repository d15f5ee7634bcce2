/**
 * Tests formulas and writing systems. Converts documents with formulas to all formats that can contain formulas. Also
 * converts a page with one line in each writing system to PDF. Reports whether each result contains the formulas and
 * lines. `--write` writes docs/fidelity.md. `--keep FOLDER` stores the sources and results in FOLDER. The next run with
 * `--keep FOLDER` measures the results that FOLDER contains, without converting again. `--only` and `--to` select
 * source and target formats.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { format } from '@protean/formats';
import { draws, glyphsIn } from '../../packages/server/src/commands/drawn-glyphs.ts';
import { readRouteList } from '../../packages/server/src/convert/catalogue/route-list.ts';
import { writingSystems } from '../../packages/server/src/commands/writing-systems.ts';
import { markdownTable } from '../docs/markdown-table.ts';
import { run } from '../samples/run.ts';
import { outputOf } from '../support/results/measure.ts';
import { post, startService } from '../support/server/service.ts';
import { colourFigures } from './colour-figures.ts';
import { drawsFormula, formulaFile, formulaSources, notationIn, showsFormula } from './formula-files.ts';
import { undeclaredLosses } from './undeclared-losses.ts';
import { scriptFile, scriptSources } from './script-files.ts';

const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    keep: { type: 'string' },
    only: { type: 'string' },
    to: { type: 'string' },
  },
});

const shown = ['pdf', 'png'];
const holding =
  'docx odt rtf doc pptx html md epub tex rst org mediawiki adoc docbook jats tei ipynb texi ms'.split(' ');
const targets = values.to?.split(',') ?? [...shown, ...holding];
const wanted = (source: string) => values.only?.split(',').includes(source) ?? true;

/**
 * Normalizes a text for comparison. Removes direction marks, and also all spaces, because PDF readers insert spaces
 * between letters.
 */
const plain = (text: string) =>
  text.normalize('NFKC').replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\s]/g, '');

const listed = (names: readonly string[]) => (names.length === 0 ? 'all' : `all but ${names.join(', ')}`);

const dir = values.keep ?? (await mkdtemp(path.join(tmpdir(), 'protean-fidelity-')));
await mkdir(dir, { recursive: true });
const service = await startService({ WARM: 'on' });
const declared = lossOf(readRouteList());
try {
  const formulas: string[][] = [];
  for (const source of formulaSources.filter(wanted)) {
    const file = await formulaFile(source, dir, convert);
    const cells: string[] = [];
    for (const target of targets) cells.push(await formulaIn(file, source, target));
    formulas.push([source, ...cells]);
    console.log([source, ...targets.map((target, n) => `${target}: ${cells[n]}`)].join('  '));
  }
  const scripts: string[][] = [];
  for (const source of scriptSources.filter(wanted)) {
    const cells = await lettersOf(source);
    scripts.push([source, ...cells]);
    console.log([source, ...cells].join('  '));
  }
  if (values.write)
    await writeFile(path.join(import.meta.dirname, '../../docs/fidelity.md'), page(formulas, scripts));
} finally {
  await service.close();
  if (!values.keep) await rm(dir, { recursive: true, force: true });
}

/** Returns a map from `source>target` to the losses that the route declares. */
function lossOf(rows: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    [...rows.values()].map((row) => {
      const [chain = '', loss = ''] = row.split('\t');
      const steps = chain.split(' ');
      return [`${steps[0]}>${steps.at(-1)?.split('>')[1]}`, loss];
    }),
  );
}

/**
 * Returns how the result contains the formula: `drawn`, `picture`, or the name of the formula notation. If the formula
 * is missing, returns `lost` if the route declares this loss, and otherwise `LOST`. If there is no route, returns a
 * dash, or an empty string if source and target are the same format.
 */
async function formulaIn(file: string, source: string, target: string): Promise<string> {
  const loss = declared.get(`${source}>${target}`);
  if (loss === undefined) return source === target ? '' : '–';
  const result = path.join(dir, `formula.${source}.${target}`);
  if (!existsSync(result)) await writeFile(result, await convert(file, target));
  const seen = await (target === 'pdf'
    ? drawn(result)
    : shown.includes(target)
      ? pictured(result)
      : notationIn(result));
  if (seen) return seen;
  // A route to a picture format never declares the loss of formulas, so the test uses the declared losses of the route
  // to PDF.
  const telling = shown.includes(target) ? (declared.get(`${source}>pdf`) ?? '') : loss;
  return telling.split(' ').includes('math') ? 'lost' : 'LOST';
}

async function drawn(pdf: string): Promise<string | undefined> {
  if ((await drawsFormula(pdf)).length === 0) return 'drawn';
  // The PDF may contain the formula as a picture, without text.
  const picture = pdf.replace(/\.pdf$/, '-page');
  await run('/usr/bin/pdftoppm', ['-png', '-singlefile', '-r', '150', pdf, picture]);
  return (await showsFormula(`${picture}.png`)) &&
    !/frac/.test(await outputOf('/usr/bin/pdftotext', [pdf, '-']))
    ? 'picture'
    : undefined;
}

async function pictured(file: string): Promise<string | undefined> {
  // If the document has several pages, the result is a zip with a picture of each page.
  const bytes = await readFile(file);
  if (bytes.readUInt32BE(0) === 0x89504e47) return (await showsFormula(file)) ? 'drawn' : undefined;
  const folder = `${file}-pages`;
  await mkdir(folder, { recursive: true });
  await run('/usr/bin/bsdtar', ['-xf', file, '-C', folder]);
  for (const name of await readdir(folder)) {
    if (await showsFormula(path.join(folder, name))) return 'drawn';
  }
  return undefined;
}

/**
 * Converts the page with all writing systems from `source` to PDF. Returns two table cells: the writing systems that
 * the PDF draws with the right glyphs, and the writing systems whose line pdftotext extracts unchanged.
 */
async function lettersOf(source: string): Promise<string[]> {
  const file = await scriptFile(source, dir);
  const pdf = path.join(dir, `page.${source}.pdf`);
  if (!existsSync(pdf)) await writeFile(pdf, await convert(file, 'pdf'));
  const glyphs = glyphsIn(await outputOf('/usr/bin/mutool', ['trace', pdf]));
  const isDrawn = ({ sample }: (typeof writingSystems)[number]) => draws(glyphs, sample);
  const text = plain(await outputOf('/usr/bin/pdftotext', ['-layout', pdf, '-']));
  const unread = writingSystems.filter(({ sample }) => !text.includes(plain(sample))).map(({ name }) => name);
  const undrawn = writingSystems.filter((each) => !isDrawn(each)).map(({ name }) => name);
  return [listed(undrawn), listed(unread)];
}

async function convert(file: string, target: string): Promise<Buffer> {
  const content = new File([new Uint8Array(await readFile(file))], path.basename(file));
  const { status, body } = await post(`${service.url}/api/convert`, [
    ['file', content],
    ['target', target],
  ]);
  if (status !== 200) throw new Error(`${file} to ${target}: ${status} ${body.toString().slice(0, 300)}`);
  return body;
}

function page(formulas: readonly string[][], scripts: readonly string[][]): string {
  const names = (exts: readonly string[]) => exts.map((ext) => format(ext).ext);
  return `# Formulas and writing systems

\`node test/fidelity/measure.ts --write\` writes this page. The script \`measure.ts\` converts the files described below on a separate server, and examines
each result with independent tools. \`--keep FOLDER\` stores the sources, results and pictures in FOLDER for inspection, such as
\`formula.docx.pdf\` and \`page.html.pdf\`.

## A formula

\`measure.ts\` converts a document with two formulas. The first formula is an equation. Its left side is an integral over a fraction with a root, and its right side is a matrix in parentheses. The second formula is a small fraction within a line of text. In the tables, an entry describes what became of the formulas:

- **drawn**: In a PDF, the numerator of each fraction is above its denominator, with a bar between them. A formula counts as drawn only if its root, its integral, and the rows and columns of its matrix are also drawn. If the result is a picture, the drawn formula must be several lines tall.
- **picture**: The result shows the formula as outlines, without text.
- **MathML**, **OMML**, **TeX**, **eqn**, **RTF**, **Equation**: The result contains the formula in the notation that the entry names.
- **lost**: The formula is missing, and the route declares this loss (\`lost: math\`). **LOST**: The formula is missing, and the route does
  not declare the loss.
- –: The route does not exist.

${markdownTable([['from', ...names(targets.slice(0, 10))], ...formulas.map((row) => row.slice(0, 11))])}

${markdownTable([
  ['from', ...names(targets.slice(10))],
  ...formulas.map(([name = '', ...row]) => [name, ...row.slice(10)]),
])}

## ${writingSystems.length - 1} writing systems and emoji

Each PDF has one line of text in each writing system. The column **drawn** lists the writing systems in which every letter has a glyph. A letter
without a glyph would appear as an empty box. The column **found in the text** lists the writing systems whose line pdftotext extracts unchanged from the PDF. Right-to-left lines are compared in logical order. Khmer is drawn correctly, but LibreOffice writes its vowel signs in visual
order.

\`test/results/fonts/writing-systems.test.ts\` measures the rendered text of each writing system in every PDF. The test also compares each
PNG with its PDF row by row, and checks that emoji have their colours. The results in the table were measured on Debian 12. LibreOffice
versions before 7.5 cannot embed the emoji font, so Protean adds the pictures of Noto Color Emoji to LibreOffice's PDFs
(\`packages/engines/tools/libreoffice/documents/emoji.py\`). Later versions of LibreOffice do not need emoji pictures from Protean.

${markdownTable([['from', 'drawn', 'found in the text'], ...scripts])}

## Public suites of data formats

[data.md](data.md#public-test-suites) lists the scores on public test suites for JSON, YAML, TOML, CSV, CBOR, MessagePack, Parquet, Arrow,
Avro, vCard, iCalendar, GPX and PO. [spreadsheets.md](spreadsheets.md) lists the scores for workbooks.

${colourFigures()}
${undeclaredLosses()}`;
}
