/** Estimates how far a running step is from the files that its engine writes meanwhile, which are untrusted input. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { progressLogName, type Engine } from '@protean/engines/contract/engine.ts';
import { interval } from '../../kit/concurrency/interval.ts';
import type { StepFolders } from '../../sandbox/isolation/layout.ts';
import { readPlainFile } from '../result/plain-file.ts';

const intervalMs = 1_000;
/** How much of the beginning and of the end of the notes is read. */
const excerptBytes = 1024;

/** Calls `onProgress` with a number from 0 to 1 as long as the engine has one; returns what stops that. */
export function watchProgress(
  { progress }: Engine,
  { output, work }: StepFolders,
  onProgress: (share: number) => void,
): () => void {
  if (!progress) return () => {};
  const look = async () => {
    const [progressLog, outputFiles, workFiles] = [
      await notesIn(work),
      await readdir(output),
      await readdir(work),
    ];
    const share = progress({ progressLog, outputFiles, workFiles });
    if (share !== undefined && share >= 0) onProgress(Math.min(share, 1));
  };
  // A sandbox whose files are being removed has none.
  return interval(intervalMs, look, () => {});
}

/** The beginning and the end of the notes; empty where there is no plain file of them. */
async function notesIn(work: string): Promise<string> {
  const notes = await readPlainFile(path.join(work, progressLogName), async (handle, size) => {
    const excerpt = async (position: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(excerptBytes), 0, excerptBytes, position);
      return buffer.toString('latin1', 0, bytesRead);
    };
    return `${await excerpt(0)}\n${await excerpt(Math.max(0, size - excerptBytes))}`;
  });
  return notes ?? '';
}
