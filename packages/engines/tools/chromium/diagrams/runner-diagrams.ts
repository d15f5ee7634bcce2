/**
 * Draws Mermaid diagrams for another program. Reads the NUL-separated sources of the diagrams from standard input.
 * Writes the file `picture-diagram<number>.svg` for each diagram that can be drawn.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sandboxPaths } from '../../../contract/sandbox-paths.ts';
import { BrowserDied } from '../browser.ts';
import { CurrentBrowser } from '../current-browser.ts';
import { drawDiagrams } from './diagrams.ts';
import { warnOfUndrawn } from './page-diagrams.ts';

const [, , folder = sandboxPaths.work] = process.argv;
const sources = readFileSync(0, 'utf8').split('\0');
const browsers = new CurrentBrowser('/tmp/browser');
try {
  const drawn = await drawDiagrams(browsers.browser, sources).catch((error: unknown) => {
    if (!(error instanceof BrowserDied)) throw error;
    return sources.map(() => undefined);
  });
  for (const [n, svg] of drawn.entries())
    if (svg !== undefined) writeFileSync(path.join(folder, `picture-diagram${n + 1}.svg`), svg);
  warnOfUndrawn({ outputDir: sandboxPaths.output }, drawn);
} finally {
  await browsers.end();
}
