/**
 * Tests that the variants of a format are listed only in packages/formats/rows. For example, `docm` is a variant of
 * `docx`. All other code uses the family (a named group of formats) instead of a list.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { formatsOfFamily } from '@protean/formats';
import { families } from '@protean/formats/format.ts';
import { filesBelow, root } from './files.ts';

/**
 * The variants: the formats of each family except its first one. Formats that users request by name, such as MOV and
 * ODS, are not variants. The family `text-template` is omitted, because it consists only of variants.
 */
const variants = new Set(
  families
    .filter((family) => family !== 'text-template')
    .flatMap((family) => formatsOfFamily(family).slice(1))
    .filter((ext) => !['mov', 'webm', '3gp', 'ods', 'odp', 'odg'].includes(ext)),
);

/** Files outside of packages/formats/rows that may list variants, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'engines/codecs/pdftext/formulas/symbols.ts': 'the TeX command for a dot above a letter',
  'engines/tools/libreoffice/filters.ts': 'each format has its own filter',
  'engines/tools/ffmpeg/streams/targets.ts': 'each format has its own muxer and codecs',
  'engines/tools/ffmpeg/streams/options.ts': 'ringtones have one track, other MPEG-4 audio may have several',
  'engines/tools/ffmpeg/index.ts': 'a selection of targets for animations',
  'engines/tools/ffmpeg/hevc-layers.ts': 'Apple defines the layers for these formats alone',
  'engines/passes/repair/runner-media.ts': 'the muxer of WebM writes its two formats',
  'formats/detection/text.ts': 'the root element decides among the flat formats',
  'server/src/commands/proofs.ts': 'the example of a proof',
  'web/src/convert/views/preview.tsx': 'the formats that browsers play',
};

const files = filesBelow('packages').filter(
  (file) => /\.(tsx?|py)$/.test(file) && !/\.test\.ts$|\bgenerated\b|^formats\/rows\//.test(file),
);

/**
 * Returns the format variants that a source file lists: as keys of object literals, or in strings that consist only of
 * file extensions.
 */
function variantsIn(file: string): string[] {
  const text = readFileSync(path.join(root, 'packages', file), 'utf8');
  const literals = [...text.matchAll(/(['"])([a-z0-9 .]+)\1/g)].flatMap(([, , words = '']) =>
    words.split(' '),
  );
  const keys = [...text.matchAll(/^\s*([a-z0-9]+): /gm)].map(([, key = '']) => key);
  return [...new Set([...literals, ...keys])].filter((word) => variants.has(word));
}

test('format variants are listed only in packages/formats/rows and in the exempt files', () => {
  const listed = files
    .filter((file) => !(file in exceptions))
    .flatMap((file) => variantsIn(file).map((ext) => `${file}: ${ext}`));
  assert.deepEqual(listed, [], 'ask formatsOfFamily of packages/formats');
});

test('every file that is exempt from the format variant rule lists at least one format variant', () => {
  const idle = Object.keys(exceptions).filter((file) => variantsIn(file).length === 0);
  assert.deepEqual(idle, []);
});
