/**
 * Reads mutool's trace of a PDF. Finds the characters for which the font has a glyph. Finds the characters that are
 * drawn as an empty box, because the font has no glyph for these characters.
 */
import { copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';
import { defaultLimits } from '@protean/engines/contract/limits.ts';
import { binaries } from '@protean/engines/contract/mounts.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

export interface DrawnGlyphs {
  /** Letters that are drawn with their own glyphs. */
  drawn: ReadonlySet<string>;
  /** Letters that are drawn as glyph 0, the empty box for letters that the font does not contain. */
  lacking: ReadonlySet<string>;
}

/** Parses the output of `mutool trace`. */
export function glyphsIn(trace: string): DrawnGlyphs {
  const drawn = new Set<string>();
  const lacking = new Set<string>();
  let hasBox = true;
  for (const [tag, font] of trace.matchAll(/<span font="([^"]*)"|<g [^>]*>/g)) {
    if (font !== undefined) {
      // In a Type 3 font, glyph 0 is an ordinary glyph, not the empty box for missing letters.
      hasBox = !font.endsWith('-T3');
      continue;
    }
    const unicode = attribute(tag, 'unicode');
    const glyph = attribute(tag, 'glyph');
    if (glyph === undefined || unicode === undefined || unicode.trim() === '') continue;
    (hasBox && /^(\.notdef|0+)$/.test(glyph) ? lacking : drawn).add(unicode);
  }
  return { drawn, lacking };
}

/**
 * Returns whether a word is drawn: at least one of its letters is drawn, and no letter is drawn as the empty box. One
 * letter is enough, because a font may draw several letters as one glyph.
 */
export function draws({ drawn, lacking }: DrawnGlyphs, word: string): boolean {
  const letters = [...word];
  return letters.some((letter) => drawn.has(letter)) && !letters.some((letter) => lacking.has(letter));
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`)
    .exec(tag)?.[1]
    ?.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (all, word: string) => {
      if (!word.startsWith('#')) return entities[word] ?? all;
      return String.fromCodePoint(Number(word.startsWith('#x') ? `0${word.slice(1)}` : word.slice(1)));
    });
}

/** Reads the glyphs of a PDF in the sandbox. Throws if mutool fails. */
export async function drawnGlyphs(sandbox: Sandbox, pdf: string): Promise<DrawnGlyphs> {
  const [input, trace] = [`${sandboxPaths.input}/in.pdf`, `${sandboxPaths.output}/trace`];
  return sandbox.run({
    commands: [['/bin/sh', '-c', 'exec mutool trace "$1" > "$2"', 'sh', input, trace]],
    mounts: binaries('mutool'),
    limits: defaultLimits,
    stageInputs: (folders) => copyFile(pdf, path.join(folders.input, 'in.pdf')),
    collectOutputs: async ({ output }, { status, stderr }) => {
      if (status !== 0) throw new Error(`mutool does not trace ${pdf}: ${stderr}`);
      return glyphsIn(await readFile(path.join(output, 'trace'), 'utf8'));
    },
  });
}
