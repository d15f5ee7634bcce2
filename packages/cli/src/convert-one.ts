/** Converts one file to another. The source may be standard input, and the result may be standard output. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { formatOfFileName } from '@protean/formats';
import { unknownFormatOf } from './named-format.ts';
import type { Context } from './command.ts';
import type { Converter, FileConversion, Work } from './converter.ts';
import { CommandError, exitStatus, usageError } from './exit-status.ts';
import { placeOf } from './files/open-folder.ts';
import { requireFree } from './files/place-result.ts';
import { convertTo, throughFolder } from './files/planned-files.ts';
import { requireFormat } from './named-format.ts';
import { openReporter } from './reporter.ts';
import type { Arguments } from './arguments.ts';

/**
 * Plans the conversion. `-` means standard input or output. Throws `CommandError` if the arguments or files are not
 * valid.
 */
export async function planOne(
  input: string,
  output: string,
  { flags, options }: Arguments,
  { signal, surroundings }: Context,
): Promise<Work> {
  const [source, named] = ['source', 'target'].map((name) => {
    const format = flags.get(name);
    return format === undefined ? undefined : requireFormat(format).ext;
  });
  const to = flags.get('to');
  const target = to === undefined ? (named ?? targetOf(output)) : requireFormat(to).ext;
  if (input === '-' && source === undefined) {
    throw usageError('Specify the format of standard input with --source, such as --source docx.');
  }
  if (input !== '-') await checkInput(input);
  const [place, force] = [placeOf(output), flags.has('force')];
  if (output !== '-') await checkOutput(output);
  if (output !== '-' && !force) await requireFree(place, options['report'] === 'true');
  const fileName = input === '-' ? `stdin.${source}` : path.basename(input);
  const json = flags.has('json') && output !== '-';
  return async (converter) => {
    const reporter = openReporter({ total: 1, json, plain: surroundings.plain });
    const onProgress = (share: number) => reporter.progress(input, share);
    const request = { input, fileName, target, source, options, signal, onProgress };
    try {
      onProgress(0);
      if (output === '-') await convertToStandardOutput(converter, request);
      else {
        const written = await convertTo(place, force ? 'replace' : 'refuse', converter, request);
        reporter.finished({ state: 'converted', input, ...written });
      }
      return exitStatus.ok;
    } finally {
      reporter.end();
    }
  };
}

function convertToStandardOutput(
  converter: Converter,
  request: Omit<FileConversion, 'output'>,
): Promise<void> {
  return throughFolder(async (file) => {
    await converter.convert({ ...request, output: file });
    await pipeline(createReadStream(file), process.stdout, { end: false });
  });
}

function targetOf(output: string): string {
  if (output === '-')
    throw usageError('Specify the format of standard output with --target, such as --target pdf.');
  const format = formatOfFileName(path.basename(output));
  if (format) return format.ext;
  throw unknownFormatOf(output, '--target');
}

async function checkInput(input: string): Promise<void> {
  const file = await stat(input).catch(() => undefined);
  if (!file) throw new CommandError(`File not found: ${input}.`, exitStatus.noSuchFile);
  if (file.isDirectory()) throw usageError(`${input} is a folder. Use --to FORMAT to convert its files.`);
}

async function checkOutput(output: string): Promise<void> {
  const folder = path.dirname(output);
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) {
    throw new CommandError(`Folder of ${path.basename(output)} not found: ${folder}.`, exitStatus.noSuchFile);
  }
  if ((await stat(output).catch(() => undefined))?.isDirectory()) {
    throw usageError(`${output} is a folder. Specify the file to write.`);
  }
}
