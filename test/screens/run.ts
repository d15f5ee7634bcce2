/**
 * Takes screenshots of every page at widths of 390, 820 and 1440 px, in the light and the dark theme, in English and
 * Arabic. Prints the layout faults that a script can find. Usage: test/screens/run.ts --out FOLDER [--only NAME]...
 * [--language TAG]...
 */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import sharp from 'sharp';
import { Samples } from '../samples/samples.ts';
import { readArguments, refuse } from '../support/arguments.ts';
import { FakeStripe } from '../support/accounts/fake-stripe/server.ts';
import { launchBrowser } from '../support/pages/browser.ts';
import { dashboardSettings, endedJob, ownerOf } from '../support/pages/dashboard.ts';
import { startInProcess } from '../support/server/in-process-service.ts';
import { faultsOf } from './faults.ts';
import { scenes } from './scenes.ts';
import { fileNames, longName, type FileName, type Scene, type Stage } from './stage.ts';
import { writeSheet } from './sheet.ts';

const { values } = readArguments(new URL(import.meta.url), {
  options: {
    out: { type: 'string' },
    only: { type: 'string', multiple: true },
    language: { type: 'string', multiple: true, default: ['en', 'ar'] },
  },
});
if (values.out === undefined) refuse(new URL(import.meta.url), 'Name a folder with --out.');
const out = path.resolve(values.out);
const chosen = scenes.filter(({ name }) => values.only?.includes(name) ?? true);

const widths = [390, 820, 1440] as const;
const themes = ['light', 'dark'] as const;

/** A picture with gradients and edges, in which lossy compression is visible. */
const photo = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800">
  <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#1b4f8f"/><stop offset="1" stop-color="#f6c58d"/></linearGradient>
  <rect width="1200" height="800" fill="url(#sky)"/><circle cx="880" cy="330" r="90" fill="#fff3d0"/>
  <path d="M0 620 260 360 470 560 700 300 1200 700V800H0z" fill="#27424a"/>
  <path d="M0 700 380 520 800 720 1200 560V800H0z" fill="#13262b"/></svg>`;

/** Makes a PDF of 5 pages with the service at `url`. */
async function makeBook(url: string): Promise<Uint8Array> {
  const form = new FormData();
  const chapters = ['Harbour', 'Tide', 'Lamp', 'Rope', 'Anchor'].map(
    (word, n) =>
      `<h1 style="page-break-before: ${n === 0 ? 'auto' : 'always'}">${n + 1}. ${word}</h1>
      <p>${`The ${word.toLowerCase()} is described on this page. `.repeat(40)}</p>`,
  );
  form.append('target', 'pdf');
  form.append('file', new File([chapters.join('')], 'book.html'));
  const response = await fetch(`${url}/api/convert`, { method: 'POST', body: form });
  if (!response.ok) throw new Error(`book.pdf: ${await response.text()}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Writes to `dir` the files that the scenes upload, and returns their paths by name. */
async function writeFiles(dir: string, url: string): Promise<Stage['files']> {
  const samples = new Samples(path.join(dir, 'samples'));
  const place = (name: FileName) => path.join(dir, name);
  const copy = async (ext: string, name: FileName) =>
    writeFile(place(name), await readFile(await samples.get(ext)));
  await Promise.all([
    writeFile(place('photo.png'), await sharp(Buffer.from(photo)).png().toBuffer()),
    copy('docx', 'report.docx'),
    copy('odt', longName),
    copy('json', 'data.json'),
    copy('pdf', 'cut.pdf'),
    copy('pdf', 'other.pdf'),
    writeFile(place('book.pdf'), await makeBook(url)),
  ]);
  await truncate(place('cut.pdf'), 300);
  await writeFile(place('notes.png'), 'Remember the milk.\nAnd the bread.\n');
  const password = ['--encrypt', 'secret', 'secret', '256', '--'];
  execFileSync('/usr/bin/qpdf', [...password, await samples.get('pdf'), place('locked.pdf')]);
  return Object.fromEntries(fileNames.map((name) => [name, place(name)])) as Stage['files'];
}

async function open(
  browser: Browser,
  stage: Stage,
  { owner, isSold }: Scene,
  locale: string,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
  const [name = '', value = ''] = owner ? stage[owner].cookie.split('=') : [];
  if (owner) await context.addCookies([{ name, value, url: isSold ? stage.shopUrl : stage.url }]);
  return context;
}

async function shoot(browser: Browser, stage: Stage, scene: Scene, locale: string): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const context = stack.adopt(await open(browser, stage, scene, locale), (one) => one.close());
  const page = await context.newPage();
  await page.goto((scene.isSold ? stage.shopUrl : stage.url) + scene.path);
  await scene.prepare?.(page, stage);
  const files: string[] = [];
  for (const theme of themes) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 500 ? 844 : 1000 });
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      // Waits until the animations of colours have ended.
      await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
      const file = path.join(out, `${scene.name}-${locale}-${theme}-${width}.png`);
      await page.screenshot({ path: file, fullPage: true });
      files.push(file);
      if (theme === 'light') {
        for (const fault of await faultsOf(page)) console.log(`${scene.name} ${locale} ${width}: ${fault}`);
      }
    }
  }
  await writeSheet(files, path.join(out, `sheet-${scene.name}-${locale}.png`), { width: 820, height: 1600 });
}

await using stack = new AsyncDisposableStack();
await mkdir(out, { recursive: true });
const settings = {
  ...dashboardSettings,
  RATE_OVERRIDES: '{"anonymous":100000,"free":100000,"hobby":100000,"reading":100000}',
};
const service = await startInProcess(settings);
stack.defer(() => service.close());
const stripe = await FakeStripe.start();
stack.defer(() => stripe.close());
const shop = await startInProcess({ ...settings, ...stripe.settings });
stack.defer(() => shop.close());
const browser = await launchBrowser();
stack.defer(() => browser.close());
const [busy, fresh] = [
  await ownerOf(service, { browser }, 'ada@example.com'),
  await ownerOf(service, { browser }, 'a.rather.long.name@department.example.com'),
];
const customer = await ownerOf(shop, { browser }, 'ada@example.com');
await endedJob(customer);
await endedJob(busy);
await endedJob(busy, { target: 'toml' });
await endedJob(busy, { target: 'yaml' }, '{"a":');
const stage: Stage = {
  ...{ url: service.url, busy, fresh, shopUrl: shop.url, customer },
  files: await writeFiles(out, service.url),
};
for (const scene of chosen) {
  for (const locale of values.language) {
    try {
      await shoot(browser, stage, scene, locale);
    } catch (error) {
      console.log(`${scene.name} ${locale}: ${(error as Error).message}`);
      process.exitCode = 1;
    }
  }
}
