/**
 * Replaces each `font-family` with an installed font, because resvg has no font substitution and drops text without a
 * font.
 */
import { spawnSync } from 'node:child_process';

/** Default font of browsers. */
const defaultFamily = 'Times New Roman';

/** Name that no font has. For an unknown name, fontconfig returns the font that replaces unknown fonts. */
const noFont = 'no-such-font';

const generic = ['serif', 'sans-serif', 'monospace', 'cursive', 'fantasy', 'system-ui'];

/** Memoizes fontconfig's answers, because installed fonts do not change while a worker runs. */
const answers = new Map<string, string | undefined>();
const maxAnswers = 1_000;

/** Returns the drawing with one installed family in place of each list of families. */
export function withInstalledFonts(text: string): string {
  return text
    .replace(
      /(\sfont-family\s*=\s*)(?:"([^"]*)"|'([^']*)')/g,
      (_, name: string, double?: string, single?: string) => {
        return `${name}"${familyFor(double ?? single ?? '')}"`;
      },
    )
    .replace(
      /(\bfont-family\s*:\s*)((?:"[^"<>;{}]*"|'[^'<>;{}]*'|&quot;|&apos;|[^"'<>;{}])+)/g,
      (_, name: string, list: string) => {
        return name + familyFor(list) + important(list);
      },
    )
    .replace(
      /(\bfont\s*:\s*[^;{}"'<>]*?\b[\d.]+(?:[a-z]+|%)(?:\s*\/\s*[\d.]+[a-z%]*)?\s+)((?:"[^"<>;{}]*"|'[^'<>;{}]*'|&quot;|&apos;|[^"'<>;{}])+)/g,
      (_, before: string, list: string) => before + familyFor(list) + important(list),
    );
}

const important = (list: string) => (/!\s*important/.test(list) ? ' !important' : '');

/** Returns the font of the first family in the list that is installed or has a substitute. */
export function familyFor(list: string): string {
  if (/^\s*(?:inherit|initial|unset)\b/.test(list)) return list.trim();
  const names = list
    .replace(/!\s*important/, '')
    .replaceAll(/&quot;|&apos;/g, '"')
    .split(',')
    .map((name) => name.trim().replaceAll(/^["']|["']$/g, ''))
    .filter((name) => /^[\p{L}\p{N}][\p{L}\p{N}\p{M} ._&+()-]{0,100}$/u.test(name));
  for (const name of [...names, defaultFamily]) {
    const found = installed(name);
    if (found !== undefined) return found;
  }
  return match(noFont) ?? 'sans-serif';
}

/**
 * Returns the font family, or the family that substitutes for it. Returns undefined if fontconfig finds no font for the
 * family.
 */
function installed(name: string): string | undefined {
  const found = match(name);
  const isOwn = generic.includes(name.toLowerCase());
  return isOwn || found !== match(noFont) || found?.toLowerCase() === name.toLowerCase() ? found : undefined;
}

function match(name: string): string | undefined {
  if (!answers.has(name)) {
    if (answers.size >= maxAnswers) answers.clear();
    // Names of families may contain characters of fontconfig's syntax.
    const pattern = name.replaceAll(/[-\\:,]/g, '\\$&');
    const { stdout } = spawnSync('/usr/bin/fc-match', ['--format', '%{family[0]}', pattern], {
      encoding: 'utf8',
    }) as {
      // Null if fontconfig's tools are not installed.
      stdout: string | null;
    };
    answers.set(name, stdout?.replaceAll(/["'<>&;]/g, '') || undefined);
  }
  return answers.get(name);
}
