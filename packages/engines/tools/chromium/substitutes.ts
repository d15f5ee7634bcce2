/** Makes Chromium use the substitutes for fonts that are not installed. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Font rules for all programs in the sandbox. */
const rules = '/etc/fonts/local.conf';

/**
 * Rejects Type 1 fonts, which Chromium cannot draw. If a font is also installed in another format, fontconfig could
 * choose the Type 1 file, and Chromium would show no text.
 */
const withoutType1 =
  '<selectfont><rejectfont><pattern><patelt name="fontformat"><string>Type 1</string></patelt></pattern></rejectfont></selectfont>';

/**
 * Switches hinting off, because it would change the proportions of text in pictures. The browser's own switch for
 * hinting does not prevent this change.
 */
const withoutHinting =
  '<match target="pattern"><edit name="hinting" mode="assign"><bool>false</bool></edit><edit name="hintstyle" mode="assign"><const>hintnone</const></edit></match>';

/**
 * Writes the font rules of one program to its folder `home`. Chromium uses a substitute only if a rule prefers the
 * substitute to the requested font. A rule that prefers a substitute would also replace an installed font, so the rules
 * cover only fonts that are not installed.
 */
export function writeSubstitutes(home: string): void {
  // `stdout` is null if `fc-list` is not installed.
  const { stdout } = spawnSync('/usr/bin/fc-list', [':', 'family'], { encoding: 'utf8' }) as {
    stdout: string | null;
  };
  const folder = path.join(home, '.config/fontconfig');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'fonts.conf'), preferred(readRules(), stdout ?? ''));
}

/**
 * Returns a configuration that contains the aliases in `conf` for fonts that are missing from `installed`, one alias
 * per line. An alias is omitted if none of its substitutes is in `installed`.
 */
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

/**
 * Returns the font rules for all programs, or an empty string if the file with the rules is missing. The file with the
 * rules may be missing if the sandbox uses the folders of the host.
 */
function readRules(): string {
  try {
    return readFileSync(rules, 'utf8');
  } catch {
    return '';
  }
}
