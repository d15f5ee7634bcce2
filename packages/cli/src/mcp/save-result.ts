/** Saves the result of a conversion to a file. The output file appears only when it is complete. */
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { KeptError } from '../files/kept-error.ts';
import { pathOf, type Place } from '../files/open-folder.ts';
import { placeResult } from '../files/place-result.ts';
import { badArgument, ToolFailure } from './tool-failure.ts';

/** Destination of a result. */
export type Destination =
  /** The given file. */
  | { file: Place }
  /** A file in the given folder. The server specifies the name of the file. */
  | { folder: Place };

/**
 * Saves the result and returns its path. Without `overwrite`, existing files are kept: a call with an existing file as
 * its destination fails, and in a destination folder, the result gets the next free name, such as `a (2).pdf`. Throws
 * {@link ToolFailure}.
 */
export async function saveResult(
  url: URL,
  fileName: string,
  destination: Destination,
  { overwrite, signal }: { overwrite: boolean; signal: AbortSignal },
): Promise<string> {
  const ifKept = 'file' in destination ? 'refuse' : 'number';
  const place = 'file' in destination ? destination.file : inFolder(destination.folder, fileName);
  try {
    const { output } = await placeResult(place, overwrite ? 'replace' : ifKept, async (partial) => {
      await download(url, partial, signal);
      return {};
    });
    return output;
  } catch (error) {
    if (error instanceof KeptError)
      throw badArgument(
        'output_path',
        `${error.fact} Choose another "output_path", or pass "overwrite" to replace a file.`,
      );
    throw isDiskError(error) ? notWritten(path.dirname(pathOf(place)), error) : error;
  }
}

const inFolder = ({ base, below }: Place, fileName: string): Place => ({
  base,
  below: path.join(below, path.basename(fileName)),
});

async function download(url: URL, file: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, { signal });
  if (!response.ok || !response.body)
    throw new ToolFailure(
      'service_unavailable',
      `The result could not be downloaded: HTTP ${response.status}.`,
    );
  const body = Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
  await pipeline(body, createWriteStream(file, { flags: 'wx', mode: 0o644 }), { signal });
}

const isDiskError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string' && 'path' in error;

function notWritten(folder: string, { code }: NodeJS.ErrnoException): ToolFailure {
  return badArgument('output_path', `The result cannot be written to ${folder}: ${code}.`);
}
