/** A guess at what a text is, for files whose name says nothing; never held against a name that does. */

/** The extension of the format `head` looks like, or undefined for binary and for text that gives no sign. */
export function textFormat(head: Uint8Array): string | undefined {
  if (head.length === 0 || head.includes(0)) return undefined;
  const text = Buffer.from(head).toString('utf8').replace(/^\uFEFF/, '').trimStart();
  if (/^<!doctype html|^<html[\s>]/i.test(text)) return 'html';
  if (/^<svg[\s>]/i.test(text)) return 'svg';
  if (text.startsWith('<?xml')) return xmlFormat(text);
  if (/^[{[]/.test(text)) return /^\{.*\}\r?\n\{/.test(text) ? 'ndjson' : 'json';
  return /[\uFFFD\u0001-\u0008]/.test(text.slice(0, 2048)) ? undefined : 'txt';
}

const roots: Readonly<Record<string, string>> = { svg: 'svg', FictionBook: 'fb2', html: 'html', plist: 'plist' };

function xmlFormat(text: string): string {
  const root = /<([A-Za-z][\w:.-]*)/.exec(text.replace(/<!--[\s\S]*?-->/g, ''))?.[1];
  return (root && roots[root]) ?? 'xml';
}
