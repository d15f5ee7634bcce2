/** Waits in a box with sharp and the codecs loaded; each job that comes is a host program, run here by importing it. */
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import sharp from 'sharp';
import { codecs } from '../data/codecs.ts';
import { convert as convertData } from '../data/runner.ts';
import { convert as convertImage } from '../sharp/runner.ts';
import type { PictureStep } from '../sharp/picture.ts';
import { sandboxPaths } from './sandbox-paths.ts';

interface WorkerScript {
  commands: readonly (readonly string[])[];
  env: Readonly<Record<string, string>>;
  bounds: readonly string[];
  /** Seconds of processor time. */
  cpu: number;
}

/** The hosts that most jobs are for wait with their code compiled; any other is compiled when it is asked for. */
const preloaded: Readonly<Record<string, (step: PictureStep) => Promise<void>>> = {
  'data/runner.ts': convertData,
  'sharp/runner.ts': convertImage,
};

const scratch = '/tmp';

// A result that was asked for is never one that is remembered.
sharp.cache(false);
await rehearse();

const kept = new Set(readdirSync(scratch));
let runs = 0;
sayDone();
createInterface({ input: process.stdin }).on(
  'line',
  (line) => void takeJob(JSON.parse(line) as WorkerScript),
);

async function takeJob(script: WorkerScript): Promise<void> {
  // eslint-disable-next-line no-restricted-syntax -- as if each host were started by itself, with its own
  Object.assign(process.env, script.env);
  for (const command of script.commands) {
    await perform(command, script);
    // A host that is not content with its file says so by the status that the process is to end with.
    if (process.exitCode) process.exit();
  }
  endOthers();
  empty(sandboxPaths.work);
  empty(scratch, kept);
  sayDone();
}

function empty(folder: string, but: ReadonlySet<string> = new Set()): void {
  for (const name of readdirSync(folder)) {
    if (!but.has(name)) rmSync(`${folder}/${name}`, { recursive: true, force: true });
  }
}

/** From the first process of a box a signal to all reaches all others at once, and not itself. */
function endOthers(): void {
  if (process.pid !== 1) return;
  try {
    process.kill(-1, 'SIGKILL');
  } catch {
    // There is none.
  }
}

/** What most jobs need is loaded by doing a little of it. */
async function rehearse(): Promise<void> {
  for (const name of ['json', 'yaml', 'xml', 'csv']) await codecs[name]?.();
  const dot = { width: 8, height: 8, channels: 4, background: '#fff' } as const;
  const picture = await sharp({ create: dot }).png().toBuffer();
  await Promise.all([sharp(picture).webp().toBuffer(), sharp(picture).flatten().jpeg().toBuffer()]);
}

function sayDone(): void {
  process.stdout.write('done\n');
}

/** Only the kernel can end a library that never comes back. */
function boundProcessorTime(seconds: number): void {
  const { user, system } = process.cpuUsage();
  const most = Math.ceil((user + system) / 1e6) + seconds;
  spawnSync('/usr/bin/prlimit', [`--pid=${process.pid}`, `--cpu=${most}:`], { stdio: 'ignore' });
}

async function perform(command: readonly string[], { bounds, cpu }: WorkerScript): Promise<void> {
  const [program, file = '', ...words] = command;
  if (program === sandboxPaths.node && file.startsWith(sandboxPaths.engines)) {
    const convert = preloaded[path.relative(sandboxPaths.engines, file)];
    if (convert) return convert(JSON.parse(words[0] ?? '{}') as PictureStep);
    boundProcessorTime(cpu);
    process.argv = [program, file, ...words];
    // The same module under another name is run again.
    await import(`${file}?${(runs += 1)}`);
    return;
  }
  const [first = '', ...rest] = [...bounds, ...command];
  const { status, signal } = spawnSync(first, rest, { stdio: ['ignore', 'ignore', 'inherit'] });
  process.exitCode = status ?? 128 + (signal ? constants.signals[signal] : 0);
}
