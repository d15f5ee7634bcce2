/** `protean convert IN OUT`: converts one local file, with the same engines and the same box but no server. */
import { constants } from 'node:fs';
import { copyFile, link, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { withConversions, type Conversions } from '../convert/conversions.ts';
import { loadConfig } from '../config.ts';
import { optionNames } from '../engines/options.ts';
import { ServiceError } from '../errors.ts';
import { formatNamed, formatOfFileName } from '../formats/formats.ts';
import { Mistake, type Command } from './command.ts';

const usage = 'convert IN OUT [--source S] [--target T] [--OPTION VALUE]';

export const convert: Command = {
  name: 'convert',
  usage: 'convert IN OUT',
  says: 'Converts a local file; --source and --target name formats, every option is a flag.',
  async run(args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: Object.fromEntries(
        ['source', 'target', ...optionNames].map((name) => [name, { type: 'string' as const }]),
      ),
    });
    const [input, output, ...rest] = positionals;
    if (!input || !output || rest.length > 0) throw new Mistake(`Usage: protean ${usage}`);
    const { source, target, ...options } = values;
    const request = {
      input,
      output,
      options,
      target: target ?? targetOf(output),
      ...(source ? { source } : {}),
    };
    try {
      console.log(await withConversions(loadConfig(), (parts) => convertFile(parts, request)));
      return 0;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      console.error(error.message);
      if (error.cause instanceof Error) console.error(`(${error.cause.message.trim()})`);
      return 1;
    }
  },
};

interface FileRequest {
  input: string;
  output: string;
  target: string;
  source?: string;
  options: Readonly<Record<string, unknown>>;
}

/** One line about what was written. */
async function convertFile(
  { converter, workspace, probe }: Conversions,
  request: FileRequest,
): Promise<string> {
  if (!probe.ok) throw new Mistake(`The sandbox does not work: ${probe.says}.`);
  if (!(await stat(request.input)).isFile()) throw new Mistake(`${request.input} is not a file.`);
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort(new Mistake('Interrupted.')));
  const dir = await workspace.openJob();
  const file = path.join(dir, 'upload');
  await link(request.input, file).catch(() => copyFile(request.input, file, constants.COPYFILE_FICLONE));
  const result = await converter.convert({
    ...{ file, dir, target: request.target, options: request.options },
    ...(request.source === undefined ? {} : { source: request.source }),
    fileName: path.basename(request.input),
    signal: interrupted.signal,
  });
  const written = placeFor(request.output, result.fileName);
  await copyFile(result.file, written, constants.COPYFILE_FICLONE);
  const steps = result.route.steps.map(({ engine, to }) => `${engine} → ${to}`).join(', ');
  return `${written}: ${result.size} bytes in ${result.ms} ms (${steps})`;
}

function targetOf(output: string): string {
  const format = formatOfFileName(path.basename(output));
  if (!format) throw new Mistake(`What should ${output} be? Give it a known extension, or say --target.`);
  return format.ext;
}

/** Several pages come as one zip: then the name says so, whatever was asked for. */
function placeFor(output: string, resultName: string): string {
  const packed = resultName.endsWith('.zip') && formatOfFileName(output) !== formatNamed('zip');
  return packed ? `${output}.zip` : output;
}
