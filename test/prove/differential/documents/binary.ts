/**
 * Trait documents (documents with content that conversions easily lose) in the formats of Office 97 and in XLSB.
 * LibreOffice and SheetJS make these documents from the trait documents in DOCX, ODP and XLSX.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import xlsx from 'xlsx';
import { run } from '../../../samples/run.ts';
import { faultsOf } from '../differential.ts';
import type { OfficeRendering } from '../office-rendering.ts';
import { officeFile } from '../reading.ts';
import type { DocumentTrait, TraitDocument } from '../trait-document.ts';
import { presentationDocuments } from './presentations.ts';
import { sheetDocuments } from './sheets.ts';
import { wordDocuments } from './word.ts';

/**
 * Writes a source file in the format `from` with `write`, and converts it to `file` with the LibreOffice export filter
 * `filter`.
 */
async function exported(
  file: string,
  from: string,
  filter: string,
  write: TraitDocument['write'],
): Promise<void> {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-trait-'));
  try {
    const source = path.join(dir, `source.${from}`);
    await write(source);
    const ext = path.extname(file).slice(1);
    await run('/usr/bin/soffice', [
      ...[`-env:UserInstallation=file://${dir}/profile`, '--headless'],
      ...['--convert-to', `${ext}:${filter}`, '--outdir', path.join(dir, 'out'), source],
    ]);
    await rename(path.join(dir, 'out', `source.${ext}`), file);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/**
 * Returns a function that selects the traits that the exported file still has. Traits that the exporter dropped are not
 * tested, because conversions of the file cannot lose them.
 */
const heldTraits =
  (traits: readonly DocumentTrait[], ext: string) =>
  async (file: string, office: OfficeRendering): Promise<DocumentTrait[]> => {
    const reading = await officeFile(file, { ext, office });
    const isHeld = (trait: DocumentTrait) =>
      faultsOf(reading, { ...trait, aside: true }).every(([kind]) => kind === 'visible');
    return traits.filter(isHeld);
  };

const binary = (
  ext: string,
  { name, traits }: TraitDocument,
  write: TraitDocument['write'],
): TraitDocument => ({
  name: `${ext} ${name}`,
  ext,
  traits: [],
  readTraits: heldTraits(traits, ext),
  write,
});

const byOffice = (ext: string, filter: string, document: TraitDocument): TraitDocument =>
  binary(ext, document, (file) => exported(file, document.ext, filter, document.write));

/**
 * Returns a function that converts the XLSX file that `write` creates to a binary workbook (XLSB) with SheetJS. SheetJS
 * drops cell styles.
 */
const writeBinaryWorkbook = (write: TraitDocument['write']) => async (file: string) => {
  const source = `${file}.xlsx`;
  await write(source);
  const book = xlsx.read(await readFile(source), { cellNF: true, cellStyles: true });
  await writeFile(file, xlsx.write(book, { type: 'buffer', bookType: 'xlsb' }) as Buffer);
};

const [word = assert.fail('no Word document')] = wordDocuments;
const workbook = sheetDocuments.find(({ ext }) => ext === 'xlsx') ?? assert.fail('no workbook');
const slides = presentationDocuments.find(({ ext }) => ext === 'odp') ?? assert.fail('no slides');

export const binaryDocuments: readonly TraitDocument[] = [
  byOffice('doc', 'MS Word 97', word),
  byOffice('ppt', 'MS PowerPoint 97', slides),
  byOffice('xls', 'MS Excel 97', workbook),
  binary('xlsb', workbook, writeBinaryWorkbook(workbook.write)),
];
