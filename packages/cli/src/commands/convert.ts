/** `protean convert`: converts one file to another, or many files and folders to one format. */
import path from 'node:path';
import { formatNamed, formatOfFileName } from '@protean/formats';
import type { Context, Run } from '../command.ts';
import { convertFlags } from '../convert-flags.ts';
import { convertMany } from '../convert-many.ts';
import { convertOne } from '../convert-one.ts';
import { convertToOne, oneFileOf } from '../convert-to-one.ts';
import type { Converter } from '../converter.ts';
import { exitStatus, usageError, type ExitStatus } from '../exit-status.ts';
import { requireFormat } from '../named-format.ts';
import { openConverter } from '../open-converter.ts';
import { optionsIn, optionHelp } from '../option-help.ts';
import { printLines } from '../terminal.ts';
import { readArguments, type Arguments } from '../arguments.ts';

export const convert: Run = async (context) => {
  // The set of switches is known only once the routes are loaded.
  const early = context.args;
  if (early.positionals.length === 0 && !early.flags.has('help')) throw nothingNamed();
  await using converter = await openConverter(context);
  if (early.flags.has('help')) return await showHelp(early, converter, context);
  const routes = await converter.formats(filterOf(early), context.signal);
  const args = readArguments(context.typed, convertFlags, optionsIn(routes));
  const [input, output, ...more] = args.positionals;
  if (input === undefined) throw nothingNamed();
  const to = args.flags.get('to');
  const one = oneFileOf(args);
  if (one) return await convertToOne(args, one, converter, context);
  const isPiped = args.positionals.includes('-') && args.positionals.length <= 2;
  if (to !== undefined && !isPiped) return await convertMany(args, to, routes, converter, context);
  if (more.length > 0) {
    throw usageError(`Unexpected argument: ${more[0]}. To convert several files, use --to FORMAT.`);
  }
  if (output === undefined && to === undefined)
    throw usageError(`Specify the output file for ${input}, or use --to FORMAT.`);
  return await convertOne(input, output ?? '-', args, converter, context);
};

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

/** Fetches only the routes to the target, which are few. */
function filterOf({ flags, positionals }: Arguments): { target?: string } {
  const named = flags.get('to') ?? flags.get('target') ?? formatOfFileName(flags.get('combine') ?? '')?.ext;
  if (named !== undefined) return { target: requireFormat(named).ext };
  const format = formatOfFileName(path.basename(positionals[1] ?? ''));
  return format ? { target: format.ext } : {};
}
