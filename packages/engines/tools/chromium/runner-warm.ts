/** The warm engine with a browser: converts the pages of consecutive jobs, each in a separate browser context. */
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Step } from '../../contract/engine.ts';
import { sandboxPaths } from '../../contract/sandbox-paths.ts';
import { exitStatus } from '../../shared/runner/run.ts';
import { CurrentBrowser } from './current-browser.ts';
import { convert } from './convert.ts';
import { Page } from './page.ts';
import { singlePage } from './page-files.ts';
import { UnreadablePage } from './read-page.ts';

interface EngineScript {
  commands: readonly (readonly string[])[];
  bounds: readonly string[];
}

const runner = `${sandboxPaths.engines}/tools/chromium/runner.ts`;
const scratch = '/tmp';
const profile = 'browser';
/** Maximum time for the process of a closed page to exit, in milliseconds. */
const exitTime = 2_000;

const browsers = new CurrentBrowser(`${scratch}/${profile}`);
await warmUp();
reportDone();
for await (const line of createInterface({ input: process.stdin })) {
  const { commands, bounds } = JSON.parse(line) as EngineScript;
  for (const command of commands) {
    const status = await perform(command, bounds);
    if (status !== 0) process.exit(status);
  }
  await settle();
  empty(sandboxPaths.work);
  empty(scratch);
  reportDone();
}

/** Returns the exit status of a command, 0 on success. */
async function perform(command: readonly string[], bounds: readonly string[]): Promise<number> {
  const [program, file, step = '{}'] = command;
  if (program === sandboxPaths.node && file === runner) return convertPage(JSON.parse(step) as Step);
  const [first = '', ...rest] = [...bounds, ...command];
  const { status, signal } = spawnSync(first, rest, { stdio: ['ignore', 'ignore', 'inherit'] });
  return exitStatus(status, signal);
}

async function convertPage(step: Step): Promise<number> {
  try {
    await convert(step, browsers);
    return 0;
  } catch (error) {
    if (!(error instanceof UnreadablePage)) throw error;
    process.stderr.write(`${error.message}\n`);
    return error.status;
  }
}

/** Preloads fonts and drawing code for the first page. */
async function warmUp(): Promise<void> {
  const page = await Page.open(browsers.browser);
  const file = { body: Buffer.from('<h1>x</h1><p>x<pre>x</pre>'), type: 'text/html' };
  await page.load(singlePage(file), { scripts: true });
  await page.prepare({});
  await page.send('Page.printToPDF');
  await page.close();
  await settle();
}

/** Waits until the page's processes have exited. The server detects a process that does not exit. */
async function settle(): Promise<void> {
  const late = performance.now() + exitTime;
  while ((await hasRenderer()) && performance.now() < late) await delay(5);
}

async function hasRenderer(): Promise<boolean> {
  const { processInfo } = await browsers.browser.send('SystemInfo.getProcessInfo');
  return (processInfo as { type: string }[]).some(({ type }) => type === 'renderer');
}

function empty(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name !== profile) rmSync(`${folder}/${name}`, { recursive: true, force: true });
  }
}

function reportDone(): void {
  process.stdout.write('done\n');
}
