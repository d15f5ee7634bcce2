/**
 * Guesses the format of a text file, for files without a meaningful name. If a file name states a format, a
 * guess never overrides it.
 */

import { utf8 } from './bytes.ts';

/** Returns the extension of the most likely format, or undefined for binary data and unrecognisable text. */
export function textFormat(head: Uint8Array): string | undefined {
  if (head.length === 0 || head.includes(0)) return undefined;
  const text = utf8(head)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (/^<!doctype html|^<html[\s>]/i.test(text)) return 'html';
  if (/^<svg[\s>]/i.test(text)) return 'svg';
  if (text.startsWith('<?xml')) return xmlFormat(text);
  if (/^(?:%.*\n|\s)*@(?:string\s*\{|\w+\s*\{[^\s,{}]+,)/i.test(text)) return 'bib';
  if (isMailbox(text)) return 'mbox';
  if (isMail(text)) return isSavedPage(text) ? 'mhtml' : 'eml';
  const subtitle = subtitleFormat(text);
  if (subtitle) return subtitle;
  // In a DXF file, comments may precede the first section.
  if (/^(?:999\s*\n.*\n\s*)*0\s*\r?\nSECTION\s*\n\s*2\s*\n/.test(text)) return 'dxf';
  if (/^[{[]/.test(text)) return jsonFormat(text);
  if (/^(?:#define \w+_(?:width|height|[xy]_hot) \d+\s+){2}/.test(text)) return 'xbm';
  if (/^(?:#.*\n|\s)*msgid "/.test(text)) return 'po';
  return /[\uFFFD\u0001-\u0008]/.test(text.slice(0, 2048)) ? undefined : 'txt';
}

/**
 * Returns whether the lines before the first empty line are email headers. Email headers must include `From` and a
 * header that never occurs in a paper letter, such as `Message-ID`.
 */
function isMail(text: string): boolean {
  const headers = text.split(/\r?\n\r?\n/, 1)[0] ?? '';
  const headerLine = /^(?:[!-9;-~]+:(?:[ \t]|$)|[ \t])/;
  return (
    headers.split(/\r?\n/).every((line) => headerLine.test(line)) &&
    /^from:/im.test(headers) &&
    /^(?:received|message-id|mime-version|return-path):/im.test(headers)
  );
}

/** Returns whether the text begins with the separator line of a mailbox, followed by a header. */
function isMailbox(text: string): boolean {
  return /^From \S[^\r\n]*\d{4}[^\r\n]*\r?\n>?[!-9;-~]+:[ \t]/.test(text);
}

/**
 * Returns whether an email message is a web page that a browser saved. A saved web page has no `To` or `Received`
 * header.
 */
function isSavedPage(text: string): boolean {
  const headers = text.split(/\r?\n\r?\n/, 1)[0] ?? '';
  return /^content-type:\s*multipart\/related/im.test(headers) && !/^(?:to|received):/im.test(headers);
}

/** Returns whether `head` contains no control characters except white space and escape. Returns false for UTF-16. */
export function isAllText(head: Uint8Array): boolean {
  for (const byte of head) if (byte < 0x20 && !whiteSpace.has(byte)) return false;
  return true;
}

/** Tab, line feed, form feed, carriage return and terminal escape. */
const whiteSpace = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

/** Detects the subtitle format by the first cue or section. */
function subtitleFormat(text: string): string | undefined {
  if (/^\d+[ \t]*\r?\n\d+:\d\d:\d\d,\d+ *--> *\d/.test(text)) return 'srt';
  if (/^\d+:\d\d:\d\d\.\d+,\d+:\d\d:\d\d\.\d+\r?\n/.test(text)) return 'sbv';
  if (/^\{\d+\}\{\d*\}/.test(text)) return 'sub';
  if (/^\[script info\]/i.test(text)) return /^\[v4 styles\]/im.test(text) ? 'ssa' : 'ass';
  return /^(?:\[[a-z]+:[^\]\n]*\]\s*)*\[\d+:\d\d[.:]\d+\]/i.test(text) ? 'lrc' : undefined;
}

/** Detects the JSON format by a member that is unique to the format. */
function jsonFormat(text: string): string {
  if (/^\{\s*"schema"\s*:\s*"protean-document"/.test(text)) return 'doc.json';
  if (/^\{\s*"schema"\s*:\s*"protean-chunk"/.test(text)) return 'chunks.ndjson';
  if (/"type"\s*:\s*"FeatureCollection"/.test(text)) return 'geojson';
  if (/"nbformat(?:_minor)?"\s*:\s*\d/.test(text)) return 'ipynb';
  return /^\{.*\}\r?\n\{/.test(text) ? 'ndjson' : 'json';
}

const roots: Readonly<Record<string, string>> = {
  svg: 'svg',
  FictionBook: 'fb2',
  html: 'html',
  plist: 'plist',
  tt: 'ttml',
  kml: 'kml',
  gpx: 'gpx',
  opml: 'opml',
  abiword: 'abw',
};

/**
 * XML formats whose root element, such as `article`, also occurs in other XML formats. A DTD or namespace in the first
 * lines identifies the format.
 */
const vocabularies: readonly (readonly [pattern: RegExp, ext: string])[] = [
  [/docbook\.org\/ns\/docbook|\/\/DTD DocBook/, 'docbook'],
  [/\/\/DTD JATS|\/\/DTD Journal|JATS-journal|jats\.nlm\.nih\.gov/, 'jats'],
];

const flatOffice: Readonly<Record<string, string>> = {
  text: 'fodt',
  spreadsheet: 'fods',
  presentation: 'fodp',
  graphics: 'fodg',
};

function xmlFormat(text: string): string {
  const kind = /office:mimetype="application\/vnd\.oasis\.opendocument\.(\w+)"/.exec(text)?.[1];
  const office = kind && flatOffice[kind];
  if (office) return office;
  const root = /<([A-Za-z][\w:.-]*)/.exec(text.replace(/<!--[\s\S]*?-->/g, ''))?.[1];
  return (
    (root && roots[root]) ?? vocabularies.find(([pattern]) => pattern.test(text.slice(0, 2048)))?.[1] ?? 'xml'
  );
}
