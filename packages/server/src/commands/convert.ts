/** `protean convert IN OUT`: converts one local file, with the engines and the sandbox of a server but without one. */
import { constants } from 'node:fs';
import { access, copyFile, link, stat } from 'node:fs/promises';
import path from 'node:path';
import { withConversions, type Conversions } from '../convert/conversions.ts';
import { loadConfig } from '../config.ts';
import { ServiceError } from '../errors.ts';
import { formatNamed, formatOfFileName } from '@protean/formats';
import { UsageError, type Run } from './command.ts';
import { parseArguments, usage, ConvertUsageError, type FileRequest } from './convert-arguments.ts';

export const convert: Run = async (args) => {
  const request = readRequest(args);
  if (typeof request === 'number') return request;
  try {
    await checkFiles(request);
    console.log(await withConversions(loadConfig(), (conversions) => convertFile(conversions, request)));
    return 0;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    console.error(asFlags(error.message));
    if (request.verbose && error.cause instanceof Error) console.error(error.cause.message.trim());
    return 1;
  }
};

/** The request, or the exit status once the usage is shown. */
function readRequest(args: string[]): FileRequest | number {
  try {
    const request = parseArguments(args);
    if (request !== 'help') return request;
    console.log(usage);
    return 0;
  } catch (error) {
    if (!(error instanceof ConvertUsageError)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    return 2;
  }
}

/** A message of the service with flags in place of fields and commands in place of routes. */
function asFlags(message: string): string {
  return message
    .replaceAll(/in the field "(\w+)"/g, 'with --$1')
    .replaceAll(/(option|field) "(\w+)"/g, 'option --$2')
    .replaceAll('GET /v1/formats lists them all', '`protean routes` lists them all');
}

/** Throws {@link UsageError} unless there is a file to read and a folder to write to. */
async function checkFiles({ input, output }: FileRequest): Promise<void> {
  const file = await stat(input).catch(() => undefined);
  if (!file) throw new UsageError(`There is no file ${input}.`);
  if (!file.isFile()) throw new UsageError(`${input} is not a file.`);
  if (file.size === 0) throw new UsageError(`${input} is empty.`);
  await access(input, constants.R_OK).catch(() => {
    throw new UsageError(`${input} may not be read.`);
  });
  const folder = path.dirname(output);
  if (!(await stat(folder).catch(() => undefined))?.isDirectory())
    throw new UsageError(`There is no folder ${folder} to write ${path.basename(output)} to.`);
  if ((await stat(output).catch(() => undefined))?.isDirectory())
    throw new UsageError(`${output} is a folder. Name the file to write.`);
  await access(folder, constants.W_OK).catch(() => {
    throw new UsageError(`Nothing may be written to the folder ${folder}.`);
  });
}

/** Resolves to one line about what was written. */
async function convertFile(
  { converter, workspace, probe }: Conversions,
  request: FileRequest,
): Promise<string> {
  if (!probe.ok) throw new UsageError(`The sandbox does not work: ${probe.description}.`);
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort(new UsageError('Interrupted.')));
  await using folder = await workspace.openConversion();
  const file = folder.upload;
  await link(request.input, file).catch(() => copyFile(request.input, file, constants.COPYFILE_FICLONE));
  const { source, options, target = targetOf(request.output) } = request;
  const plan = await converter.plan(
    { fileName: path.basename(request.input), target, source, options },
    file,
  );
  const result = await converter.convert(plan, { dir: folder.path, signal: interrupted.signal });
  const written = outputFile(request.output, result.fileName);
  await copyFile(result.file, written, constants.COPYFILE_FICLONE);
  const steps = result.route.steps.map(({ engine, to }) => `${engine} → ${to}`).join(', ');
  return `${written}: ${result.size} bytes in ${result.ms} ms (${steps})`;
}

function targetOf(output: string): string {
  const format = formatOfFileName(path.basename(output));
  if (!format)
    throw new UsageError(`What format should ${output} have? Give it a known extension, or use --target.`);
  return format.ext;
}

/** Several pages are packed as one zip, and get its extension whatever was asked for. */
function outputFile(output: string, resultName: string): string {
  const packed = resultName.endsWith('.zip') && formatOfFileName(output) !== formatNamed('zip');
  return packed ? `${output}.zip` : output;
}
