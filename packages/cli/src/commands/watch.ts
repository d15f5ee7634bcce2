/** `protean watch DIR --to EXT`: converts files added to a folder, until it is stopped. */
import { once } from 'node:events';
import { watch as watchFolder } from 'node:fs';
import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { formatOfFileName } from '@protean/formats';
import type { Context, Run } from '../command.ts';
import type { Converter } from '../converter.ts';
import { CommandError, describeError, exitStatus, usageError } from '../exit-status.ts';
import { watchFlags } from '../convert-flags.ts';
import { findInputs, type InputFile } from '../inputs.ts';
import { requireFormat } from '../named-format.ts';
import { openConverter } from '../open-converter.ts';
import { optionsIn } from '../option-help.ts';
import { convertWhole, isDone, planOutputs, type PlannedFile } from '../outputs.ts';
import { readArguments } from '../arguments.ts';

/** A file that has not changed for this long is taken as complete. */
const quietMs = 1_000;

/** The folder for files that cannot be converted. */
const failedFolder = 'failed';

export const watch: Run = async (context) => {
  await using converter = await openConverter(context);
  const to = context.args.flags.get('to');
  if (to === undefined) throw usageError('Specify the target format with --to FORMAT, such as --to pdf.');
  const target = requireFormat(to).ext;
  const routes = await converter.formats({ target }, context.signal);
  const { flags, options, positionals } = readArguments(context.typed, watchFlags, optionsIn(routes));
  const [folder, more] = positionals;
  if (folder === undefined || more !== undefined) throw usageError('Specify one folder to watch.');
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) {
    throw new CommandError(`Folder not found: ${folder}.`, exitStatus.noSuchFile);
  }
  const sources = new Set(routes.routes.map(({ source }) => source));
  const settings: Watched = { folder, target, out: flags.get('out'), sources, options, converter, context };
  process.stderr.write(`Watching ${folder}. Press Ctrl-C to stop.\n`);
  await convertAsTheyCome(settings);
  return exitStatus.ok;
};

interface Watched {
  folder: string;
  target: string;
  out: string | undefined;
  /** Formats with a route to the target. */
  sources: ReadonlySet<string>;
  options: Readonly<Record<string, string>>;
  converter: Converter;
  context: Context;
}

async function convertAsTheyCome(settings: Watched): Promise<void> {
  const { folder, context } = settings;
  const { signal } = context;
  // The watch starts before the first scan, so that no change is missed between them.
  const watcher = watchFolder(folder, { recursive: true, signal });
  let changed = true;
  watcher.on('change', (_kind, name) => {
    changed ||= !isOurs(String(name ?? ''), settings);
  });
  try {
    for (;;) {
      while (!changed) await once(watcher, 'change', { signal });
      // Files added during the conversions are picked up after them.
      changed = false;
      await convertAll(settings);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Whether the watch itself wrote the changed file. */
function isOurs(name: string, { folder, out }: Watched): boolean {
  const inside = (other: string) => !path.relative(other, path.join(folder, name)).startsWith('..');
  return (
    path.basename(name).startsWith('.') ||
    isFailed(name) ||
    (out !== undefined && path.resolve(out) !== path.resolve(folder) && inside(out))
  );
}

const isFailed = (relative: string) => relative.split(path.sep)[0] === failedFolder;

/** Converts pending files; rescans until no file is still being written. */
async function convertAll(settings: Watched): Promise<void> {
  const { signal } = settings.context;
  for (;;) {
    const waiting = await pending(settings);
    if (waiting.length === 0) return;
    const now = Date.now();
    const whole = waiting.filter(({ modifiedMs }) => now - modifiedMs >= quietMs || modifiedMs > now);
    for (const file of whole) await convertOrSetAside(file, settings);
    if (whole.length < waiting.length) await delay(quietMs, undefined, { signal });
  }
}

async function pending(settings: Watched): Promise<PlannedFile[]> {
  const { folder, target, out, sources } = settings;
  const inputs = (await findInputs([folder])).filter(
    (input) => isWanted(input, settings) && sources.has(extOf(input)),
  );
  const planned = planOutputs(inputs, target, out);
  const done = await Promise.all(planned.map(isDone));
  return planned.filter((_, n) => !done[n]);
}

const extOf = ({ file }: InputFile) => formatOfFileName(path.basename(file))?.ext ?? '';

function isWanted(input: InputFile, settings: Watched): boolean {
  // A file with the target format may be a result.
  return extOf(input) !== settings.target && !isOurs(input.relative, settings);
}

async function convertOrSetAside(
  file: PlannedFile,
  { folder, target, options, converter, context }: Watched,
): Promise<void> {
  const { signal } = context;
  const input = file.file;
  try {
    const fileName = path.basename(input);
    const request = { input, output: file.output, fileName, target, source: undefined, options, signal };
    const { output } = await convertWhole(converter, request);
    process.stdout.write(`${output}\n`);
  } catch (error) {
    signal.throwIfAborted();
    const described = describeError(error);
    if (!described) throw error;
    if (described.status === exitStatus.noServer || described.status === exitStatus.refused) {
      // Not the fault of the file: it stays and is retried.
      process.stderr.write(`${input}: ${described.message} Trying again in a minute.\n`);
      await delay(60_000, undefined, { signal });
      return;
    }
    await setAside(file, folder, described.message);
    process.stderr.write(`${input}: ${described.message}\n`);
  }
}

/** Moves the file to `failed/` and writes the reason to a text file next to it. */
async function setAside({ file, relative }: PlannedFile, folder: string, reason: string): Promise<void> {
  const place = path.join(folder, failedFolder, relative);
  await mkdir(path.dirname(place), { recursive: true });
  await rename(file, place);
  await writeFile(`${place}.reason.txt`, `${reason}\n`);
}
