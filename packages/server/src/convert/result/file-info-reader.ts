/** Reads the facts of files in a sandbox; a file that cannot be read has none, and no conversion fails for it. */
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
import { isolationLevels } from '../../sandbox/isolation/isolation.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { readPlainFile } from './plain-file.ts';

/** A file on the host, and the extension of its format. */
export interface FileInfoFile {
  file: string;
  format: string;
}

/** Where the files are read, and for whom. */
export interface FileInfoScope {
  sandbox: Sandbox;
  owner?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** All facts of an honest reader are shorter. */
const maxBytes = 64 * 1024;

/** The facts of each file, in their order, read in one run. Throws nothing but the signal's reason. */
export async function readFileInfo(
  files: readonly FileInfoFile[],
  { sandbox, owner, signal }: FileInfoScope,
): Promise<FileInfoRead[]> {
  const none = (unread: string) => files.map(() => ({ facts: {}, unread }));
  // The readers open every format, those too that are not offered where a sandbox holds less.
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
  return readPlainFile(path.join(output, fileInfoFileName(source)), async (handle) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    return fileInfoIn(buffer.toString('utf8', 0, bytesRead));
  });
}
