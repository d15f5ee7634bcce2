/** Draws Mermaid diagrams as SVG in a separate page, which scripts of the document cannot access. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { atCountedTime } from '../../../shared/runner/counted-time.ts';
import { BrowserDied, type Browser } from '../browser.ts';
import { Page } from '../page.ts';
import { singlePage } from '../page-files.ts';

/**
 * Maximum time for drawing all diagrams of a document, in milliseconds. The time that the drawing waits for a processor
 * does not count. The time for loading the library also does not count, because loading takes 90% of the total time for
 * a small diagram.
 */
export const drawingTime = 8_000;

/** Maximum number of diagrams. Diagrams after the first 100 stay as code. */
const maxDiagrams = 100;

const inDiagram = new URL('in-diagram.js', import.meta.url);

/**
 * Returns an SVG document for each source, or undefined if the source is not a diagram, or is too large or too slow to
 * draw.
 */
export async function drawDiagrams(
  browser: Browser,
  sources: readonly string[],
): Promise<readonly (string | undefined)[]> {
  const drawn: (string | undefined)[] = sources.map(() => undefined);
  const page = await Page.open(browser);
  const isOver = Promise.withResolvers<'over'>();
  let stopWaiting = () => {};
  try {
    await Promise.race([loadLibrary(page), page.crash()]);
    stopWaiting = atCountedTime(drawingTime, () => isOver.resolve('over'));
    const end = await Promise.race([drawEach(page, sources, drawn), page.crash(), isOver.promise]);
    // A renderer in an endless loop would not exit when its page is closed.
    if (end === 'over') await page.send('Runtime.terminateExecution');
  } catch (error) {
    if (error instanceof BrowserDied) throw error;
  } finally {
    stopWaiting();
    await page.close();
  }
  return drawn;
}

async function loadLibrary(page: Page): Promise<void> {
  const library = fileURLToPath(import.meta.resolve('@mermaid-js/tiny'));
  // The body has the text width of an A4 page, because Gantt charts fill the available width.
  const body = Buffer.from(
    '<!doctype html><meta charset="utf-8"><body style="margin: 0; width: 640px"></body>',
  );
  await page.load(singlePage({ body, type: 'text/html' }), { scripts: false });
  await page.evaluate(`${readFileSync(inDiagram, 'utf8')}\n${readFileSync(library, 'utf8')}\nundefined`);
}

async function drawEach(
  page: Page,
  sources: readonly string[],
  drawn: (string | undefined)[],
): Promise<'done'> {
  for (const [n, source] of sources.slice(0, maxDiagrams).entries()) {
    const svg = await page.evaluate(`drawDiagram(${JSON.stringify(source)}, ${n})`);
    if (typeof svg === 'string') drawn[n] = svg;
  }
  return 'done';
}
