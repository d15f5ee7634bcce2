/** Converts several files in one request. The result is a zip of converted files with a report, or one merged file. */
import path from 'node:path';
import { formatOfFileName } from '@protean/formats';
import type { Context } from './command.ts';
import type { Work } from './converter.ts';
import { CommandError, exitStatus, usageError } from './exit-status.ts';
import { findInputs } from './files/inputs.ts';
import { placeOf } from './files/open-folder.ts';
import { placeResult, requireFree } from './files/place-result.ts';
import { convertTo } from './files/planned-files.ts';
import { requireFormat, unknownFormatOf } from './named-format.ts';
import { openReporter } from './reporter.ts';
import { statusOfReport } from './report-status.ts';
import type { Arguments } from './arguments.ts';

interface OneFile {
  output: string;
  combine: boolean;
  target: string;
}

/** Returns the output file that `--zip` or `--combine` specifies, or undefined without these flags. */
export function oneFileOf({ flags }: Arguments): OneFile | undefined {
  const [zip, combined, to] = [flags.get('zip'), flags.get('combine'), flags.get('to')];
  if (zip === undefined && combined === undefined) return undefined;
  if (zip !== undefined && combined !== undefined) throw usageError('Use either --zip or --combine.');
  if (flags.has('out'))
    throw usageError('Specify the file to write with --zip or --combine. --out is for folders.');
  if (combined !== undefined) {
    const target = to ?? formatOfFileName(path.basename(combined))?.ext;
    if (target === undefined) throw unknownFormatOf(combined, '--to');
    return { output: combined, combine: true, target: requireFormat(target).ext };
  }
  if (to === undefined) throw usageError('Specify the format of the files in the zip with --to.');
  return { output: zip ?? '', combine: false, target: requireFormat(to).ext };
}

/** Plans the conversion. Throws `CommandError` if no file is found, or if the output exists. */
export async function planToOne(
  { positionals, flags, options }: Arguments,
  { output, combine, target }: OneFile,
  { signal, surroundings }: Context,
): Promise<Work> {
  const inputs = await findInputs(positionals);
  const files = inputs.map(({ file, relative }) => ({ file, name: relative.split(path.sep).join('/') }));
  const [first] = files;
  if (!first) throw new CommandError('No files found.', exitStatus.noSuchFile);
  const [place, force] = [placeOf(output), flags.has('force')];
  const ifExists = force ? 'replace' : 'refuse';
  if (!force) await requireFree(place, options['report'] === 'true');
  const input = files.length === 1 ? first.file : `${files.length} files`;
  return async (converter) => {
    const reporter = openReporter({ total: 1, json: flags.has('json'), plain: surroundings.plain });
    const onProgress = (share: number) => reporter.progress(input, share);
    const request = { target, options, signal, onProgress };
    try {
      onProgress(0);
      if (combine && files.length === 1) {
        const fileName = path.basename(first.file);
        const one = { ...request, input: first.file, fileName, source: flags.get('source') };
        const converted = await convertTo(place, ifExists, converter, one);
        reporter.finished({ state: 'converted', input, ...converted });
        return exitStatus.ok;
      }
      const { output: final, written } = await placeResult(place, ifExists, (partial) =>
        converter.convertAll({ ...request, files, combine, output: partial }),
      );
      reporter.finished({ state: 'converted', input, output: final, size: written.size, ms: written.ms });
      return combine ? exitStatus.ok : await statusOfReport(final);
    } finally {
      reporter.end();
    }
  };
}
