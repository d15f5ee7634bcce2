/** Reads office documents with `office_reader.py` or catdoc, never with LibreOffice. */
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { letter, type TableRows } from '../../../samples/documents/letter.ts';
import { pythonFile, run } from '../../../samples/run.ts';

/** The content of a document. If a format does not mark headings, for example, `headings` is absent. */
interface OfficeReading {
  text: string;
  headings?: readonly string[];
  items?: readonly string[];
  rows?: readonly (readonly string[])[];
  links?: readonly (readonly [text: string, href: string])[];
  /** Number of slides or drawing pages. */
  pages?: number;
}

const reader = fileURLToPath(new URL('office_reader.py', import.meta.url));

const binary: Readonly<Record<string, readonly [program: string, ...flags: string[]]>> = {
  doc: ['/usr/bin/catdoc', '-d', 'utf-8', '-w'],
  dot: ['/usr/bin/catdoc', '-d', 'utf-8', '-w'],
};

async function read(file: string, ext: string): Promise<OfficeReading> {
  const [program, ...flags] = binary[ext] ?? [];
  if (program) return { text: (await run(program, [...flags, file])).stdout.toString() };
  const { stdout } = await pythonFile(reader, [file, ext]);
  return JSON.parse(stdout.toString()) as OfficeReading;
}

/** Returns the text of an office document in reading order. */
export async function officeText(file: string, ext: string): Promise<string> {
  return (await read(file, ext)).text;
}

/** Word processor formats with recognizable headings, lists, tables and links. */
export const structured: readonly string[] = ['docx', 'docm', 'dotx', 'odt', 'ott', 'fodt'];

/**
 * Throws if a heading, list item or link of the sample letter is only plain text in the result, or if the
 * tables do not contain the rows in `expected`.
 */
export async function checkOfficeStructure(file: string, ext: string, expected: TableRows): Promise<void> {
  const { headings = [], items = [], rows = [], links = [] } = await read(file, ext);
  const has = (list: readonly string[], sought: string) => list.some((text) => squeeze(text) === sought);
  for (const heading of [letter.title, ...letter.sections.map((section) => section.heading)]) {
    assert.ok(has(headings, heading), `the heading “${heading}” among ${JSON.stringify(headings)}`);
  }
  for (const item of letter.list)
    assert.ok(has(items, item), `the list item “${item}” among ${JSON.stringify(items)}`);
  const found = rows.map((row) => row.map(squeeze));
  for (const row of expected) {
    assert.ok(
      found.some((cells) => JSON.stringify(cells) === JSON.stringify(row)),
      `the row ${row.join(' | ')} among ${JSON.stringify(found)}`,
    );
  }
  const link = links.find(([text]) => squeeze(text) === letter.link.text);
  assert.equal(link?.[1], letter.link.href, 'where the link leads');
}

const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();
