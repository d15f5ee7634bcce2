/** Reads the encoding that a text file declares with a byte order mark, or with a declaration in its first lines. */
import { formatsOfFamily } from '@protean/formats';
import { encodingNamed, type EncodingName } from '../../contract/encodings.ts';

const marks = [
  { hex: 'efbbbf', encoding: 'utf-8' },
  { hex: 'fffe0000', encoding: 'utf-32le' },
  { hex: '0000feff', encoding: 'utf-32be' },
  { hex: 'fffe', encoding: 'utf-16le' },
  { hex: 'feff', encoding: 'utf-16be' },
] as const;

/** Returns the encoding of the byte order mark, or undefined if the file has no mark. */
export function markedEncoding(bytes: Buffer): EncodingName | undefined {
  const start = bytes.toString('hex', 0, 4);
  return marks.find(({ hex }) => start.startsWith(hex))?.encoding;
}

/**
 * Patterns of encoding declarations. Each pattern captures the text before the encoding name, the name, and the text
 * after it.
 */
const xml = /^(\s*<\?xml[^>]{0,200}?\sencoding\s*=\s*["'])([\w.:-]+)(["'])/i;
const html = /(<meta[^>]{0,300}?charset\s*=\s*["']?\s*)([\w.:-]+)()/i;
const gettext = /(charset=)([\w.:-]+)(\\n)/i;
const card = /(;CHARSET=)([\w.:-]+)([;:])/i;
const latex = /(\\usepackage\s*\[)([\w-]+)(\]\s*\{inputenc\})/;
/** A comment for Emacs, Vim or Python in the first two lines, such as `# -*- coding: utf-8 -*-`. */
const modeline = /^((?:.*\n)?.*?coding[:=]\s*)([\w.-]+)()/;

const byFormat: Readonly<Record<string, RegExp>> = { html, po: gettext, vcf: card, tex: latex };
const ofXml = new Set([
  ...['xml', 'docbook', 'jats', 'opml', 'fb2', 'kml', 'gpx', 'plist', 'ttml', 'svg', 'abw'],
  ...['xhtml', ...formatsOfFamily('opendocument-flat')],
]);

const patternsOf = (format: string): RegExp[] => {
  const own = byFormat[format];
  if (format === 'xhtml') return [xml, html];
  if (format === 'html') return [html, xml];
  return own ? [own, modeline] : [ofXml.has(format) ? xml : modeline];
};

/** Number of bytes at the start of a file that are searched for a declaration. */
export const declarationBytes = 4096;

/** Returns the encoding that the first bytes of a file declare, or undefined. */
export function declaredEncoding(head: Buffer, format: string): EncodingName | undefined {
  const text = head.toString('latin1', 0, declarationBytes);
  const labels = patternsOf(format).map((pattern) => pattern.exec(text)?.[2]);
  const name = labels.map((label) => encodingNamed(label ?? '')).find((found) => found !== undefined);
  // A declaration that can be read as ASCII proves that the file is not UTF-16. If the declaration names
  // UTF-16, the HTML standard requires that the file is read as UTF-8.
  if (name?.startsWith('utf-16')) return 'utf-8';
  return name;
}

/**
 * Returns whether the first 64 KiB contain escape sequences of ISO-2022-JP. All bytes of ISO-2022-JP are in the ASCII
 * range, so only escape sequences distinguish ISO-2022-JP from ASCII.
 */
export const hasEscapes = (bytes: Buffer) =>
  /\x1b(?:\$[@B]|\([BIJ])/.test(bytes.toString('latin1', 0, 64 * 1024));

/** Returns the start of a file with its encoding declarations changed to UTF-8. */
export function declaredAsUtf8(start: string, format: string): string {
  const head = start.slice(0, declarationBytes);
  const declared = patternsOf(format).reduce(
    (text, pattern) =>
      text.replace(pattern, (whole, before: string, label: string, behind: string) =>
        encodingNamed(label) === undefined
          ? whole
          : `${before}${pattern === latex ? 'utf8' : 'utf-8'}${behind}`,
      ),
    head,
  );
  // Each line of a vCard may declare an encoding.
  if (format === 'vcf') return start.replaceAll(new RegExp(card, 'gi'), '$1utf-8$3');
  return declared + start.slice(declarationBytes);
}
