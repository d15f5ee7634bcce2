/** Keeps the values of JSON, JSON Lines and YAML before the damage. */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { readStep } from '../../contract/step.ts';
import { warn } from '../../shared/runner/warn.ts';
import { jsonPrefix } from './json-prefix.ts';

const step = readStep<{ method: 'json' | 'lines-of-json' | 'yaml' }>();
const bytes = readFileSync(step.input);
const wide = { 0xfeff: 'utf-16be', 0xfffe: 'utf-16le' }[bytes.length >= 2 ? bytes.readUInt16BE() : 0];
/**
 * Content of the file. UTF-16 with a byte order mark is decoded. If the file has no byte order mark of UTF-16, each
 * byte becomes one character, which preserves the bytes.
 */
const text = wide ? new TextDecoder(wide).decode(bytes) : bytes.toString('latin1');

const saved = { json: valuesOf, 'lines-of-json': linesOf, yaml: yamlOf }[step.method]();
if (!saved) {
  process.stderr.write('nothing could be saved: no value is complete\n');
  process.exit(1);
}
writeFileSync(step.output, saved.text, wide ? 'utf8' : 'latin1');
warn(step, 'salvaged', saved.amount);

interface Saved {
  text: string;
  amount: string;
}

function valuesOf(): Saved | undefined {
  const marked = text.startsWith('\u00ef\u00bb\u00bf') ? text.slice(3) : text;
  const prefix = jsonPrefix(marked);
  return prefix && prefix.values > 0
    ? { text: prefix.text, amount: amount(prefix.values, 'value') }
    : undefined;
}

function linesOf(): Saved | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const whole = lines.filter(isJson);
  const kept = `${whole.join('\n')}\n`;
  return whole.length > 0 ? { text: kept, amount: amount(whole.length, 'row', lines.length) } : undefined;
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the YAML lines before the first syntax error. If the text is still invalid, drops more lines, in at most 20
 * attempts. Returns undefined if no lines remain, or if the text is still invalid after 20 attempts.
 */
function yamlOf(): Saved | undefined {
  const all = text.trimEnd().split('\n');
  let kept = text;
  for (let tries = 0; tries < 20; tries += 1) {
    const wrong = firstError(kept);
    const lines = kept.split('\n');
    if (wrong === undefined)
      return kept.trim() === ''
        ? undefined
        : { text: kept, amount: amount(lines.length - 1, 'line', all.length) };
    const at = kept.slice(0, wrong).split('\n').length - 1;
    kept = lines
      .slice(0, Math.min(at, lines.length - 2))
      .map((line) => `${line}\n`)
      .join('');
  }
  return undefined;
}

/**
 * Returns the position of the first YAML error, or undefined. Parses increasingly longer parts of the text, because the
 * parser is slow for many errors.
 */
function firstError(yaml: string): number | undefined {
  for (let length = 65_536; ; length *= 4) {
    const part = length < yaml.length ? yaml.slice(0, yaml.lastIndexOf('\n', length) + 1) : yaml;
    const [error] = parseAllDocuments(part, { logLevel: 'silent' }).flatMap(({ errors }) => errors);
    // Ignores an error at the end of a part, because the error may be caused by the missing rest of the text.
    if (error && (part.length === yaml.length || error.pos[1] < part.length - 1)) return error.pos[0];
    if (part.length === yaml.length) return undefined;
  }
}

function amount(count: number, word: string, total?: number): string {
  const of = total === undefined || total < count ? '' : ` of ${total}`;
  return `${count}${of} ${word}${(total ?? count) === 1 ? '' : 's'}`;
}
