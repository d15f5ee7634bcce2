/** Saves the result of a conversion atomically. Never overwrites a file. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { constants, copyFile, link, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { badArgument, ToolFailure } from './tool-failure.ts';

/** The destination of a result. */
export type Destination =
  /** Exactly this file; the call fails if it exists. */
  | { file: string }
  /** In this folder, under the result's own name or the next free one: `a (2).pdf`. */
  | { folder: string };

/** Returns the path. Throws {@link ToolFailure}. */
export async function saveResult(
  url: URL,
  fileName: string,
  destination: Destination,
  signal: AbortSignal,
): Promise<string> {
  const folder = 'folder' in destination ? destination.folder : path.dirname(destination.file);
  const partial = path.join(folder, `.${randomUUID()}.part`);
  try {
    await download(url, partial, signal);
    if ('file' in destination) {
      if (await placed(partial, destination.file)) return destination.file;
      throw badArgument(
        'output_path',
        `File already exists: ${destination.file}. Files are never replaced. Choose another "output_path".`,
      );
    }
    const { name, ext } = path.parse(path.basename(fileName));
    for (let n = 1; ; n += 1) {
      const file = path.join(folder, n === 1 ? `${name}${ext}` : `${name} (${n})${ext}`);
      if (await placed(partial, file)) return file;
    }
  } catch (error) {
    throw isDiskError(error) ? notWritten(folder, error) : error;
  } finally {
    await rm(partial, { force: true });
  }
}

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

/** Returns false if a file of that name exists. */
async function placed(partial: string, file: string): Promise<boolean> {
  try {
    await link(partial, file).catch(async (error: NodeJS.ErrnoException) => {
      // Some file systems do not support links.
      if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes(error.code ?? '')) throw error;
      await copyFile(partial, file, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const isDiskError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string' && 'path' in error;

function notWritten(folder: string, { code }: NodeJS.ErrnoException): ToolFailure {
  return badArgument('output_path', `The result cannot be written to ${folder}: ${code}.`);
}
