/** Has Chromium take the substitutes of fonts that are not installed. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The rules that hold for all programs of the sandbox. */
const rules = '/etc/fonts/local.conf';

/** Of a font that is there in two formats, it would be given the one that it cannot draw, and take none. */
const withoutType1 =
  '<selectfont><rejectfont><pattern><patelt name="fontformat"><string>Type 1</string></patelt></pattern></rejectfont></selectfont>';

/** Hinting would change the proportions of text in pictures. The browser's own switch against it has no effect here. */
const withoutHinting =
  '<match target="pattern"><edit name="hinting" mode="assign"><bool>false</bool></edit><edit name="hintstyle" mode="assign"><const>hintnone</const></edit></match>';

/**
 * Writes the rules of one program below its `home`. Chromium takes a font under another name only where that name stands
 * first, which would put a substitute before a font that is installed: so there are rules for those that are not.
 */
export function writeSubstitutes(home: string): void {
  // Null where it is not installed.
  const { stdout } = spawnSync('/usr/bin/fc-list', [':', 'family'], { encoding: 'utf8' }) as {
    stdout: string | null;
  };
  const folder = path.join(home, '.config/fontconfig');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'fonts.conf'), preferred(readRules(), stdout ?? ''));
}

/** The aliases of `conf`, one a line, whose font is not in `installed` and that have a substitute that is. */
export function preferred(conf: string, installed: string): string {
  const families = new Set(installed.split(/[\n,]/));
  const lines = [...conf.matchAll(/<alias[^>]*><family>([^<]*)<\/family><accept>(.*?)<\/accept>/g)].flatMap(
    ([, missing = '', substitutes = '']) => {
      const found = substitutes.split(/<\/?family>/).find((name) => name !== '' && families.has(name));
      if (found === undefined || families.has(missing)) return [];
      const names = `<family>${missing}</family><prefer><family>${found}</family></prefer>`;
      return [`<alias binding="same">${names}</alias>`];
    },
  );
  return `<?xml version="1.0"?>\n<fontconfig>\n${withoutType1}\n${withoutHinting}\n${lines.join('\n')}\n</fontconfig>\n`;
}

/** Where the sandbox shows the machine's own folders there may be none. */
function readRules(): string {
  try {
    return readFileSync(rules, 'utf8');
  } catch {
    return '';
  }
}
