/**
 * Converts one page with a browser that may have served other pages. After a timeout, retries without scripts, then
 * uses WeasyPrint.
 */
import { existsSync, statSync } from 'node:fs';
import { runnerCommand, type Step } from '../../contract/engine.ts';
import { atCountedTime } from '../../shared/runner/counted-time.ts';
import { run } from '../../shared/runner/run.ts';
import { BrowserDied, type Browser } from './browser.ts';
import type { CurrentBrowser } from './current-browser.ts';
import { draw } from './drawings/draw.ts';
import { drawDrawing } from './drawings/drawing.ts';
import { Page, PageCrashed } from './page.ts';
import { drawingTime } from './diagrams/diagrams.ts';
import { drawDiagramsOf, mayHaveDiagrams } from './diagrams/page-diagrams.ts';
import { singlePage } from './page-files.ts';
import { drawings } from '../../shared/svg/drawings.ts';
import { warn } from '../../shared/runner/warn.ts';
import type { PictureStep } from '../sharp/picture.ts';
import { needsPagedMedia, readPage, UnreadablePage } from './read-page.ts';

/**
 * Time limit of an attempt in milliseconds, without waits for a processor: base time, additional time per megabyte of
 * the page, and maximum. The maximum of 25 s lets 2 attempts finish within 1 minute.
 */
const attemptTime = { ms: 12_000, perMegabyte: 4_000, atMost: 25_000 };

const weasyprint = '/usr/lib/python3/dist-packages/weasyprint';

/** Thrown if an attempt takes too long. */
class PageTimeout extends Error {}

/** Writes the result. @throws {@link UnreadablePage} if there is no result. */
export async function convert(step: Step, browsers: CurrentBrowser): Promise<void> {
  if (drawings.includes(step.from)) return convertDrawing(step as PictureStep, browsers);
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
      if (!isFailedAttempt(error)) throw error;
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

/** Loads drawings without scripts, as browsers do in an `img` element. */
async function convertDrawing(step: PictureStep, browsers: CurrentBrowser): Promise<void> {
  try {
    await withinTime(step, async (timeout) => {
      const page = await Promise.race([Page.open(browsers.browser), timeout]);
      await Promise.race([drawDrawing(step, page), page.crash(), timeout]);
      await Promise.race([page.close(), timeout]);
    });
  } catch (error) {
    if (!isFailedAttempt(error)) throw error;
    await browsers.end();
    throw new UnreadablePage('protean-reason: too_complex');
  }
}

function isFailedAttempt(error: unknown): error is Error {
  return error instanceof PageTimeout || error instanceof PageCrashed || error instanceof BrowserDied;
}

function byWeasyPrint(step: Step): void {
  const { status, stderr } = run(runnerCommand('tools/weasyprint/runner.py', step));
  if (status !== 0) throw new UnreadablePage(stderr, status);
}

interface Attempt {
  text: string;
  scripts: boolean;
  browser: Browser;
}

async function attempt(step: Step, { text, scripts, browser }: Attempt): Promise<void> {
  const hasDiagrams = mayHaveDiagrams(text);
  const work = async (timeout: Promise<never>) => {
    for (const type of mediaTypes(step)) {
      const page = await Promise.race([Page.open(browser), timeout]);
      const file = { body: Buffer.from(text), type: `${type}; charset=utf-8` };
      const drawing = page
        .load(singlePage(file), { scripts })
        .then(() => (hasDiagrams ? drawDiagramsOf(page, browser, step) : undefined))
        .then(() => draw(step, page));
      const isDrawn = await Promise.race([drawing, page.crash(), timeout]);
      await Promise.race([page.close(), timeout]);
      if (isDrawn) return;
    }
    throw new UnreadablePage('the page is malformed');
  };
  await withinTime(step, work, hasDiagrams ? drawingTime : 0);
}

/**
 * Runs `work` with the time limit of an attempt. `work` receives a promise that rejects with {@link PageTimeout} when
 * the time is up.
 */
async function withinTime(
  { input }: Step,
  work: (timeout: Promise<never>) => Promise<void>,
  extraTime = 0,
): Promise<void> {
  const { size } = statSync(input);
  const timeout = Promise.withResolvers<never>();
  const time = attemptTime.ms + extraTime + (attemptTime.perMegabyte * size) / 1e6;
  const stopWaiting = atCountedTime(Math.min(time, attemptTime.atMost), () =>
    timeout.reject(new PageTimeout('the page took too long')),
  );
  try {
    await work(timeout.promise);
  } finally {
    stopWaiting();
  }
}

/**
 * Returns the media types to try, in order. A page that declares itself as XML but is not well-formed is read as HTML.
 */
function mediaTypes({ from }: Step): readonly string[] {
  return from === 'xhtml' ? ['application/xhtml+xml', 'text/html'] : ['text/html'];
}
