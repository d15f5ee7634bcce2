/** `protean convert`: converts one file to another, or many files and folders to one format. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { formatNamed, formatOfFileName } from '@protean/formats';
import type { Context, Run } from '../command.ts';
import { convertFlags } from '../convert-flags.ts';
import { planMany } from '../convert-many.ts';
import { planOne } from '../convert-one.ts';
import { oneFileOf, planToOne } from '../convert-to-one.ts';
import type { Converter, Work } from '../converter.ts';
import { exitStatus, usageError, type ExitStatus } from '../exit-status.ts';
import { requireFormat } from '../named-format.ts';
import { openConverter, usesEngines } from '../open-converter.ts';
import { allOptions, optionsIn, optionHelp } from '../option-help.ts';
import { printLines } from '../terminal.ts';
import { readArguments, type Arguments } from '../arguments.ts';

export const convert: Run = async (context) => {
  const early = context.args;
  if (early.positionals.length === 0 && !early.flags.has('help')) throw nothingNamed();
  // The options of this machine's engines are known in advance, so wrong options are reported before the engines start.
  // The options of a server are known only after the server has listed them.
  const planned =
    usesEngines(context) && !early.flags.has('help') ? await planWith(allOptions, context) : undefined;
  await using converter = await openConverter(context);
  if (early.flags.has('help')) return await showHelp(early, converter, context);
  if (planned) return await planned(converter);
  const listed = optionsIn(await converter.formats(filterOf(early), context.signal));
  return await (
    await planWith(listed, context)
  )(converter);
};

/** Checks the arguments and files, and returns the work to do. Throws `CommandError`. */
function planWith(options: Parameters<typeof readArguments>[2], context: Context): Promise<Work> {
  return plan(readArguments(context.typed, convertFlags, options), context);
}

async function plan(args: Arguments, context: Context): Promise<Work> {
  const { positionals, flags } = args;
  const [input, output, ...more] = positionals;
  if (input === undefined) throw nothingNamed();
  const to = flags.get('to');
  const one = oneFileOf(args);
  if (one) return await planToOne(args, one, context);
  const isPiped = positionals.includes('-') && positionals.length <= 2;
  const outFile = await outFileOf(args);
  if (to !== undefined && !isPiped && outFile === undefined) return await planMany(args, to, context);
  const unexpected = outFile === undefined ? more[0] : output;
  if (unexpected !== undefined) {
    throw usageError(`Unexpected argument: ${unexpected}. To convert several files, use --to FORMAT.`);
  }
  if (output === undefined && outFile === undefined && to === undefined)
    throw usageError(`Specify the output file for ${input}, or use --to FORMAT.`);
  return await planOne(input, outFile ?? output ?? '-', args, context);
}

/** Returns the path from `--out` if the path names the output file. Returns undefined if the path names a folder. */
async function outFileOf({ flags, positionals }: Arguments): Promise<string | undefined> {
  const [out, to] = [flags.get('out'), flags.get('to')];
  if (out === undefined || to === undefined) return out;
  const [input = '', more] = positionals;
  const isFormat = formatOfFileName(path.basename(out))?.ext === requireFormat(to).ext;
  if (more !== undefined || !isFormat) return undefined;
  const isFolder = async (file: string) => (await stat(file).catch(() => undefined))?.isDirectory() === true;
  return (await isFolder(input)) || (await isFolder(out)) ? undefined : out;
}

const nothingNamed = () =>
  usageError('Specify the input file and the output file. See `protean convert --help`.');

async function showHelp(args: Arguments, converter: Converter, { signal }: Context): Promise<ExitStatus> {
  const [source, target] = args.positionals.map(
    (name) => (formatNamed(name) ?? formatOfFileName(name))?.ext ?? name,
  );
  const list = await converter.formats({ ...(source && { source }), ...(target && { target }) }, signal);
  printLines(optionHelp(list, source, target));
  return exitStatus.ok;
}

/**
 * Returns the filter for the list of routes. If the arguments specify the target, the filter selects only the routes to
 * this target.
 */
function filterOf({ flags, positionals }: Arguments): { target?: string } {
  const named = flags.get('to') ?? flags.get('target') ?? formatOfFileName(flags.get('combine') ?? '')?.ext;
  if (named !== undefined) return { target: requireFormat(named).ext };
  const format = formatOfFileName(path.basename(positionals[1] ?? flags.get('out') ?? ''));
  return format ? { target: format.ext } : {};
}
