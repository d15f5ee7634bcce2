/** Converts files on this machine with local engines, in the same sandbox as the service, but without a server. */
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { loadConfig } from '../config.ts';
import { maxFiles, type FilePart } from '../convert/batch/batch.ts';
import { prepareConversion, type FilesRequest } from '../convert/batch/prepare-conversion.ts';
import { openTemporaryConversions } from '../convert/run/conversions.ts';
import { detectFile } from '../convert/request/detection.ts';
import { formatList } from '../convert/request/format-list.ts';
import { ServiceError } from '../errors.ts';
import { UsageError } from './command.ts';

/** One conversion as requested on the command line. */
interface LocalConversion {
  /** Path of the file to convert, or `-` for standard input. */
  input: string;
  output: string;
  fileName: string;
  target: string;
  source: string | undefined;
  options: Readonly<Record<string, string>>;
  signal: AbortSignal;
  onProgress?: (share: number) => void;
}

/** Several files that are converted to a zip of results, or merged into one file. */
interface LocalBatch extends Omit<LocalConversion, 'input' | 'fileName' | 'source'> {
  files: readonly { file: string; name: string }[];
  combine: boolean;
}

/**
 * Throws `UsageError` if the sandbox does not work. The result of a successful check is stored in `cacheFolder` for a
 * day, or until a dependency of the sandbox changes.
 */
export async function openLocalConverter(cacheFolder: string) {
  const config = loadConfig();
  const conversions = await openTemporaryConversions(config, {
    probeFile: path.join(cacheFolder, 'sandbox-probe.json'),
  });
  const { converter, workspace, catalogue, probe } = conversions;
  if (!probe.ok) {
    await conversions.close();
    throw new UsageError(`The sandbox does not work: ${probe.description}.`);
  }
  /**
   * Converts the input to the file `output`. The function `receive` puts the input at the given path and returns the
   * request.
   */
  const convert = async (
    { output, signal, onProgress }: Pick<LocalConversion, 'output' | 'signal' | 'onProgress'>,
    receive: (upload: string) => Promise<FilesRequest>,
  ) => {
    try {
      await using folder = workspace.openConversion();
      const request = await receive(folder.upload);
      const context = { dir: folder.path, signal, onProgress, mayWaitInFullQueue: true };
      const prepared = await prepareConversion(converter, request, folder.upload, context);
      const { file, fileName, size, ms, report } = await prepared.convert();
      await copyFile(file, output, constants.COPYFILE_FICLONE);
      return { fileName, size, ms, report };
    } catch (error) {
      throw error instanceof ServiceError ? inFlags(error) : error;
    }
  };
  return {
    atOnce: config.conversionsAtOnce,
    formats({ source, target }: { source?: string; target?: string }) {
      const { live, languages } = catalogue;
      // If `source` is given, plans only the routes from this format.
      const routes =
        source === undefined ? live.all() : live.targets(source).flatMap((to) => live.find(source, to) ?? []);
      const wanted = routes.filter((route) => target === undefined || route.target === target);
      return Promise.resolve(formatList(wanted, languages));
    },
    hasRoute: (source: string, target: string) =>
      Promise.resolve(catalogue.live.find(source, target) !== undefined),
    detect: (file: string) => detectFile(file, path.basename(file), catalogue.live),
    convert: ({ input, ...asked }: LocalConversion) =>
      convert(asked, async (upload) => {
        await stage(input, upload);
        return asked;
      }),
    async convertAll({ files, combine, ...asked }: LocalBatch) {
      if (files.length > maxFiles) throw tooManyFiles(files.length);
      const options = { ...asked.options, ...(combine ? { combine: 'true' } : {}) };
      return convert(asked, async (upload) => ({
        ...{ target: asked.target, fileName: '', options },
        parts: await stageAll(files, upload),
      }));
    },
    [Symbol.asyncDispose]: () => conversions.close(),
  };
}

/**
 * Puts the input at the path `file`: as a hard link if the input and `file` are on the same file system, otherwise as a
 * copy.
 */
async function stage(input: string, file: string): Promise<void> {
  if (input === '-') await pipeline(process.stdin, createWriteStream(file));
  else await link(input, file).catch(() => copyFile(input, file, constants.COPYFILE_FICLONE));
  if ((await stat(file)).size > 0) return;
  throw new ServiceError('bad_request', `${input === '-' ? 'Standard input' : input} is empty.`, {
    details: { reason: 'unreadable_file' },
  });
}

/**
 * Concatenates the files into the file `upload`, like the server for a request with several files. Returns the names
 * and sizes of the concatenated files.
 */
async function stageAll(files: LocalBatch['files'], upload: string): Promise<FilePart[]> {
  const parts: FilePart[] = [];
  for (const { file, name } of files) {
    const { size } = await stat(file);
    await pipeline(createReadStream(file), createWriteStream(upload, { flags: 'a', mode: 0o600 }));
    parts.push({ name, size });
  }
  return parts;
}

function tooManyFiles(count: number): ServiceError {
  const message = `Too many files: ${count}. The maximum is ${maxFiles}.`;
  return new ServiceError('bad_request', message, {
    details: { reason: 'too_many_files', max_files: maxFiles },
  });
}

/** Returns the error for the command line, with flags instead of fields. */
function inFlags({ code, message, status, details, cause }: ServiceError): ServiceError {
  const words = message
    .replaceAll(/in the field "(\w+)"/g, 'with --$1')
    .replaceAll(/(option|field) "(\w+)"/g, 'option --$2')
    .replaceAll('GET /v1/formats lists them all', '`protean formats` lists them all');
  return new ServiceError(code, words, { status, cause, ...(details ? { details } : {}) });
}
