/**
 * Reads an SVG file as a string: decompresses and decodes it, expands internal entities, and refuses overly complex
 * drawings.
 */
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Step } from '../../contract/engine.ts';
import { refuse } from '../runner/refuse.ts';
import { isTooComplex } from './bounds.ts';

/** Maximum size of a decompressed drawing, in bytes. */
const maxBytes = 64 * 1024 * 1024;

/** Maximum number of characters that entities may add to a drawing. */
const maxExpansion = 4_000_000;

export async function readDrawing({ from, input }: Pick<Step, 'from' | 'input'>): Promise<string> {
  const file = await readFile(input);
  const data = from === 'svgz' ? unpacked(file) : file;
  const text = expandEntities(decode(data).replace(/^\s*<\?xml\s[^>]*\?>/, ''));
  if (isTooComplex(text)) refuse('too_complex');
  return text;
}

function unpacked(file: Buffer): Buffer {
  try {
    return gunzipSync(file, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') refuse('too_complex');
    throw error;
  }
}

/** Decodes according to the byte order mark or the XML declaration. The default encoding is UTF-8. */
export function decode(data: Buffer): string {
  const declared = /^<\?xml\b[^>]*\bencoding\s*=\s*["']([\w.-]+)["']/.exec(data.toString('latin1', 0, 200));
  const [first, second] = data;
  const label =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : declared?.[1];
  try {
    return new TextDecoder(label).decode(data);
  } catch {
    return new TextDecoder().decode(data);
  }
}

/** Returns the drawing without its doctype and with expanded entities, so that references cannot hide a link. */
export function expandEntities(text: string): string {
  const type = /<!DOCTYPE\b[^[>]*(?:\[((?:[^\]"']|"[^"]*"|'[^']*')*)\]\s*)?>/.exec(text);
  if (!type) return text;
  const entities = new Map<string, string>();
  for (const [, name = '', double, single] of (type[1] ?? '').matchAll(
    /<!ENTITY\s+([\w:.-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g,
  )) {
    if (!entities.has(name)) entities.set(name, withCharacters(double ?? single ?? ''));
  }
  let added = 0;
  const expand = (part: string, parents: readonly string[]): string =>
    part.replace(/&([\w:.-]+);/g, (reference, name: string) => {
      const value = entities.get(name);
      if (value === undefined || parents.includes(name)) return reference;
      added += value.length;
      if (added > maxExpansion) refuse('too_complex');
      return expand(value, [...parents, name]);
    });
  const rest = text.slice(0, type.index) + text.slice(type.index + type[0].length);
  return entities.size === 0 ? rest : expand(rest, []);
}

/** Resolves character references in an entity value, because they may form markup. */
function withCharacters(value: string): string {
  return value.replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (reference, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : reference;
  });
}
