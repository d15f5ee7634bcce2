/** Reads the info of files in a sandbox. For an unreadable file, the info is empty and the conversion does not fail. */
import { link } from 'node:fs/promises';
import path from 'node:path';
import { fileInfoIn, type FileInfoRead } from '@protean/engines/passes/file_info/file-info.ts';
import {
  fileInfoCommand,
  fileInfoFileName,
  fileInfoLimits,
  fileInfoMounts,
  type FileInfoSource,
} from '@protean/engines/passes/file_info/index.ts';
import { readAt } from '../../kit/read-at.ts';
import { isolationLevels } from '../../sandbox/isolation/isolation.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { readPlainFile } from './plain-file.ts';

/** A file on the host with the extension of its format. */
export interface FileInfoFile {
  file: string;
  format: string;
}

/** The sandbox, limits and owner for reading files. */
export interface FileInfoScope {
  sandbox: Sandbox;
  owner?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** Upper bound on reader output, in bytes. */
const maxBytes = 64 * 1024;

/**
 * Returns the info of each file in order, read in one run. Throws only if `signal` is aborted, and then throws its
 * reason.
 */
export async function readFileInfo(
  files: readonly FileInfoFile[],
  { sandbox, owner, signal }: FileInfoScope,
): Promise<FileInfoRead[]> {
  const none = (unread: string) => files.map(() => ({ facts: {}, unread }));
  // At weak isolation, no file is read, because the readers would also open formats that this level does not offer.
  if (!isolationLevels[sandbox.sources.level].trusted) return none('the isolation is too weak');
  const sources = files.map(({ format }, n) => ({ name: `in-${n + 1}.${format}`, format }));
  try {
    return await sandbox.run({
      commands: [fileInfoCommand(sources)],
      mounts: fileInfoMounts,
      limits: fileInfoLimits,
      owner,
      signal,
      stageInputs: async ({ input }) => {
        for (const [n, { name }] of sources.entries())
          await link(files[n]?.file ?? '', path.join(input, name));
      },
      collectOutputs: ({ output }, { status, stderr }) => {
        signal?.throwIfAborted();
        const unread = `status ${status}: ${stderr.slice(-200)}`;
        return Promise.all(
          sources.map(async (source) => (await factsOf(source, output)) ?? { facts: {}, unread }),
        );
      },
    });
  } catch (error) {
    signal?.throwIfAborted();
    return none(String(error));
  }
}

function factsOf(source: FileInfoSource, output: string): Promise<FileInfoRead | undefined> {
  return readPlainFile(path.join(output, fileInfoFileName(source)), async (handle) =>
    fileInfoIn((await readAt(handle, 0, maxBytes)).toString()),
  );
}
