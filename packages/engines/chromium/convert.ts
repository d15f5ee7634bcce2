/** Converts one page by a browser that may have served others: again without scripts where it does not end, then by WeasyPrint. */
import { existsSync, statSync } from 'node:fs';
import { runnerCommand, type Step } from '../runtime/engine.ts';
import { run } from '../runtime/run.ts';
import { BrowserDied, type Browser } from './browser.ts';
import type { CurrentBrowser } from './current-browser.ts';
import { draw } from './draw.ts';
import { Page, PageCrashed } from './page.ts';
import { singlePage } from './page-files.ts';
import { warn } from '../runtime/warn.ts';
import { needsPagedMedia, readPage, UnreadablePage } from './read-page.ts';

/** How long an attempt may take: milliseconds for any page, for each megabyte, and at most, so that both fit into a minute. */
const attemptTime = { ms: 12_000, perMegabyte: 4_000, atMost: 25_000 };

const weasyprint = '/usr/lib/python3/dist-packages/weasyprint';

/** An attempt took too long. */
class PageTimeout extends Error {}

/** Writes the result. Throws {@link UnreadablePage} where there is none. */
export async function convert(step: Step, browsers: CurrentBrowser): Promise<void> {
  const text = await readPage(step);
  if (step.to === 'pdf' && needsPagedMedia(text) && existsSync(weasyprint)) {
    byWeasyPrint(step);
    return;
  }
  const failures: Error[] = [];
  for (const scripts of [true, false]) {
    try {
      await attempt(step, { text, scripts, browser: browsers.browser });
      if (!scripts) warn(step, 'scripts_stopped');
      return;
    } catch (error) {
      if (!(error instanceof PageTimeout || error instanceof PageCrashed || error instanceof BrowserDied))
        throw error;
      failures.push(error);
      await browsers.end();
    }
  }
  if (
    failures.some((failure) => failure instanceof PageCrashed) ||
    step.to !== 'pdf' ||
    !existsSync(weasyprint)
  )
    throw new UnreadablePage('protean-reason: too_complex');
  warn(step, 'second_engine');
  byWeasyPrint(step);
}

function byWeasyPrint(step: Step): void {
  const { status, stderr } = run(runnerCommand('weasyprint/runner.py', step));
  if (status !== 0) throw new UnreadablePage(stderr, status);
}

interface Attempt {
  text: string;
  scripts: boolean;
  browser: Browser;
}

async function attempt(step: Step, { text, scripts, browser }: Attempt): Promise<void> {
  const { size } = statSync(step.input);
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => timeout.reject(new PageTimeout('the page took too long')),
    Math.min(attemptTime.ms + (attemptTime.perMegabyte * size) / 1e6, attemptTime.atMost),
  );
  try {
    for (const type of mediaTypes(step)) {
      const page = await Promise.race([Page.open(browser), timeout.promise]);
      const file = { body: Buffer.from(text), type: `${type}; charset=utf-8` };
      const drawing = page.load(singlePage(file), { scripts }).then(() => draw(step, page));
      const isDrawn = await Promise.race([drawing, page.crash(), timeout.promise]);
      await Promise.race([page.close(), timeout.promise]);
      if (isDrawn) return;
    }
    throw new UnreadablePage('the page is malformed');
  } finally {
    clearTimeout(timer);
  }
}

/** As what the page is read, one after the other: what says to be XML and is none is what its author had in mind. */
function mediaTypes({ from }: Step): readonly string[] {
  return from === 'xhtml' ? ['application/xhtml+xml', 'text/html'] : ['text/html'];
}
