/**
 * Rewrites a text format in another layout. Everything except the layout stays unchanged, including comments, order and
 * spelling.
 */
import type { Options } from '../../../contract/options.ts';
import { codecs } from '../codecs.ts';
import { readable } from '../exit.ts';
import { readJson, writeJson } from '../text/json.ts';
import { forgetNotes } from '../values/noted.ts';
import { decodeText } from '../text.ts';
import type { Reformatter } from './reformatter.ts';
import { checkDepth, type Value } from '../values/value.ts';

/**
 * Reformatters by format. Formats without comments need no reformatter, because their codecs write them without loss.
 */
const reformatters: Readonly<Record<string, () => Promise<Reformatter>>> = {
  yaml: async () => (await import('./yaml.ts')).reformatYaml,
  toml: async () => (await import('./toml.ts')).reformatToml,
  json5: async () => (await import('./json5.ts')).reformatJson5,
  geojson: () => Promise.resolve((text, { indent = 0 }) => `${writeJson(readJson(text), { indent })}\n`),
  xml: async () => (await import('./xml.ts')).reformatXml,
  kml: async () => (await import('./xml.ts')).reformatXml,
  gpx: async () => (await import('./xml.ts')).reformatXml,
  plist: async () => (await import('./xml.ts')).reformatXml,
  ini: async () => (await import('./lines.ts')).reformatIni,
  properties: async () => (await import('./lines.ts')).reformatProperties,
  po: async () => (await import('./lines.ts')).reformatPo,
};

/**
 * Maps a format without a codec to a format whose codec can read the values. The values are read to check that a new
 * layout keeps them.
 */
const readers: Readonly<Record<string, string>> = { geojson: 'json' };

/**
 * XML formats, whose files the reformatter checks itself. The values of XML files are not compared, because comments
 * and the order of elements are not part of the values.
 */
const checksItself = new Set(['xml', 'kml', 'gpx']);

/**
 * Reads the text with `read` and returns it in its new layout. Returns undefined if the codec of `format` must write
 * the file, for example YAML on one line. Returns the text unchanged if the new layout would change a value. @throws
 * `InvalidData` for a damaged file.
 */
export async function reformatted(
  format: string,
  read: () => Uint8Array,
  options: Options,
): Promise<string | undefined> {
  const load = reformatters[format];
  if (!load || (format === 'yaml' && options.indent === 0)) return undefined;
  const bytes = read();
  if (format === 'plist' && Buffer.from(bytes.subarray(0, 6)).toString('latin1') === 'bplist')
    return undefined;
  const reformat = await load();
  const text = await readable(format, () => decodeText(bytes));
  if (checksItself.has(format)) return readable(format, () => reformat(text, options));
  const before = await readable(format, () => valuesOf(format, bytes));
  // Discards the losses that the reader noted, because reformatting loses nothing.
  forgetNotes();
  const again = await readable(format, () => reformat(text, options));
  // The values of a PO file are not compared with the original, because they include the file's header. Reformatting
  // may change the encoding in the header of a PO file.
  if (format === 'po') return again;
  if (again === text) return again;
  const isSame = await valuesOf(format, Buffer.from(again)).then(
    (after) => after === before,
    () => false,
  );
  forgetNotes();
  return isSame ? again : text;
}

async function valuesOf(format: string, bytes: Uint8Array): Promise<string> {
  const codec = await codecs[readers[format] ?? format]?.();
  const value: Value = codec?.read(bytes) ?? null;
  checkDepth(value);
  return writeJson(value, { indent: 0 });
}
