/** `protean formats [EXT [EXT]]`: lists the formats, the targets of one format, or a route with its options. */
import type { FormatList } from '@protean/client';
import type { Run } from '../command.ts';
import { CommandError, exitStatus, usageError } from '../exit-status.ts';
import { requireFormat } from '../named-format.ts';
import { openConverter } from '../open-converter.ts';
import { optionRows } from '../option-help.ts';
import { printJson, printLines } from '../terminal.ts';

export const formats: Run = async (context) => {
  const { args, signal } = context;
  const [source, target, more] = args.positionals.map((name) => requireFormat(name).ext);
  if (more !== undefined) throw usageError('Specify at most two formats: the source and the target.');
  await using converter = await openConverter(context);
  const list = await converter.formats({ ...(source && { source }), ...(target && { target }) }, signal);
  if (args.flags.has('json')) printJson(list);
  else printLines(describe(list, source, target).join('\n'));
  if (source !== undefined && list.routes.length === 0) {
    throw new CommandError(
      `No route ${target ? `from ${source} to ${target}` : `from ${source}`}.`,
      exitStatus.noRoute,
    );
  }
  return exitStatus.ok;
};

function describe(list: FormatList, source: string | undefined, target: string | undefined): string[] {
  const known = new Map(list.formats.map((format) => [format.ext, format]));
  const line = (ext: string) => {
    const { name = '', category = '' } = known.get(ext) ?? {};
    return `${ext.padEnd(10)} ${category.padEnd(12)} ${name}`;
  };
  if (source === undefined) return list.formats.map(({ ext }) => line(ext));
  if (target === undefined) return list.routes.map((route) => line(route.target));
  return list.routes.flatMap(({ steps, loses, options }) => [
    [source, ...steps.map(({ engine, to }) => `${to} (${engine})`)].join(' → '),
    loses.length > 0 ? `may lose: ${loses.join(', ')}` : 'no known losses',
    ...optionRows(list, options),
  ]);
}
