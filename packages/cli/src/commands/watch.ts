/** `protean watch DIR --to EXT`: converts files that are added to a folder, until the command is stopped. */
import { once } from 'node:events';
import { watch as watchFolder } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { formatOfFileName } from '@protean/formats';
import type { Context, Run } from '../command.ts';
import type { Converter } from '../converter.ts';
import { CommandError, describeError, exitStatus, usageError } from '../exit-status.ts';
import { watchFlags } from '../convert-flags.ts';
import { findInputs, type InputFile } from '../files/inputs.ts';
import { KeptError } from '../files/kept-error.ts';
import { moveWithText, requireFree } from '../files/place-result.ts';
import { convertTo, planOutputs, resultOf, type PlannedFile } from '../files/planned-files.ts';
import { requireFormat } from '../named-format.ts';
import { openConverter } from '../open-converter.ts';
import { optionsIn } from '../option-help.ts';
import { complain, print } from '../terminal.ts';
import { readArguments } from '../arguments.ts';

/** Time in milliseconds after which an unchanged file counts as complete. */
const quietMs = 1_000;

/** Name of the folder for files that cannot be converted. */
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
  const [out, force] = [flags.get('out'), flags.has('force')];
  const settings: Watched = {
    ...{ folder, target, out, force, sources, options, converter, context },
    kept: new Map(),
  };
  complain(`Watching ${folder}. Press Ctrl-C to stop.`);
  await convertAsTheyCome(settings);
  return exitStatus.ok;
};

interface Watched {
  folder: string;
  target: string;
  out: string | undefined;
  /** Whether existing files are replaced. */
  force: boolean;
  /**
   * Source files that the command leaves in place, with their modification times. A source stays in place if its result
   * would replace another file or follow a symbolic link. A source also stays in place if its move to `failed/` would
   * replace a file or follow a link. The command tries to convert a kept source again when the source's modification
   * time changes.
   */
  kept: Map<string, number>;
  /** Formats with a route to the target. */
  sources: ReadonlySet<string>;
  options: Readonly<Record<string, string>>;
  converter: Converter;
  context: Context;
}

async function convertAsTheyCome(settings: Watched): Promise<void> {
  const { folder, context } = settings;
  const { signal } = context;
  // The watch starts before the first scan, so that no change between the first scan and the watch is missed.
  const watcher = watchFolder(folder, { recursive: true, signal });
  let changed = true;
  watcher.on('change', (_kind, name) => {
    changed ||= !isOurs(String(name ?? ''), settings);
  });
  try {
    for (;;) {
      while (!changed) await once(watcher, 'change', { signal });
      // Files that are added during this round are converted in the next round.
      changed = false;
      await convertAll(settings);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Returns whether the changed file is hidden or was written by this command. */
function isOurs(name: string, { folder, out }: Watched): boolean {
  const inside = (other: string) => !path.relative(other, path.join(folder, name)).startsWith('..');
  return (
    path.basename(name).startsWith('.') ||
    isFailed(name) ||
    (out !== undefined && path.resolve(out) !== path.resolve(folder) && inside(out))
  );
}

const isFailed = (relative: string) => relative.split(path.sep)[0] === failedFolder;

/** Converts the pending files. If a file is still being written, waits and scans the folder again. */
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
  const { folder, target, out, sources, kept } = settings;
  const inputs = (await findInputs([folder])).filter(
    (input) => isWanted(input, settings) && sources.has(extOf(input)),
  );
  const planned = planOutputs(
    inputs,
    target,
    out === undefined ? undefined : { folder: out, within: folder },
  );
  const results = await Promise.all(planned.map(resultOf));
  return planned.filter(
    ({ file, modifiedMs }, n) => results[n] === undefined && kept.get(file) !== modifiedMs,
  );
}

const extOf = ({ file }: InputFile) => formatOfFileName(path.basename(file))?.ext ?? '';

function isWanted(input: InputFile, settings: Watched): boolean {
  // A file that already has the target format may be an earlier result, so it is not converted.
  return extOf(input) !== settings.target && !isOurs(input.relative, settings);
}

async function convertOrSetAside(file: PlannedFile, settings: Watched): Promise<void> {
  const { target, options, force, converter, context } = settings;
  const { signal } = context;
  const input = file.file;
  try {
    if (!force) await requireFree(file.place, options['report'] === 'true');
    const request = { input, fileName: path.basename(input), target, source: undefined, options, signal };
    const { output } = await convertTo(file.place, force ? 'replace' : 'refuse', converter, request);
    print(output);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof KeptError) return leave(file, error, settings);
    const described = describeError(error);
    if (!described) throw error;
    if (described.status === exitStatus.noServer || described.status === exitStatus.refused) {
      // The server caused this error and not the file, so the file stays in place and is tried again.
      complain(`${input}: ${described.message} Trying again in a minute.`);
      await delay(60_000, undefined, { signal });
      return;
    }
    await setAside(file, described.message, settings);
  }
}

/**
 * Leaves a file in place until it changes. Called if writing the result, or moving the source file to `failed/`, would
 * replace another file or follow a symbolic link.
 */
function leave({ file, modifiedMs }: PlannedFile, error: KeptError, { kept }: Watched): void {
  kept.set(file, modifiedMs);
  complain(`${file}: ${error.message}`);
}

/** Moves the file to `failed/`. Writes the reason to a text file next to the moved file. */
async function setAside(planned: PlannedFile, reason: string, settings: Watched): Promise<void> {
  const { relative } = planned;
  const { folder } = settings;
  complain(`${planned.file}: ${reason}`);
  try {
    const to = { base: folder, below: path.join(failedFolder, relative) };
    await moveWithText({ base: folder, below: relative }, to, `${reason}\n`, '.reason.txt');
  } catch (error) {
    if (!(error instanceof KeptError)) throw error;
    leave(planned, error, settings);
  }
}
