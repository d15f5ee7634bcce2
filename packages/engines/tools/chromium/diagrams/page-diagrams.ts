/** Replaces the sources of Mermaid diagrams in a loaded page with the drawn diagrams. */
import { readFileSync } from 'node:fs';
import type { Step } from '../../../contract/engine.ts';
import { warn } from '../../../shared/runner/warn.ts';
import type { Browser } from '../browser.ts';
import { drawDiagrams } from './diagrams.ts';
import type { Page } from '../page.ts';

const inPage = readFileSync(new URL('in-page-diagrams.js', import.meta.url), 'utf8');

/** Returns whether a page must be searched for diagrams. Most pages have no diagrams. */
export const mayHaveDiagrams = (text: string): boolean => text.includes('mermaid');

export async function drawDiagramsOf(page: Page, browser: Browser, step: Step): Promise<void> {
  const sources = (await page.evaluate(`${inPage}\nreadDiagrams()`)) as string[];
  if (sources.length === 0) return;
  const drawn = await drawDiagrams(browser, sources);
  await page.evaluate(`${inPage}\nshowDiagrams(${JSON.stringify(drawn.map((svg) => svg ?? null))})`);
  warnOfUndrawn(step, drawn);
}

export function warnOfUndrawn(step: Pick<Step, 'outputDir'>, drawn: readonly (string | undefined)[]): void {
  const undrawn = drawn.filter((svg) => svg === undefined).length;
  if (undrawn > 0) warn(step, 'diagrams_not_drawn', `${undrawn} of ${drawn.length}`);
}
