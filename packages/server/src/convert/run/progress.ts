/** Estimates the progress of a running step from the files that its engine writes, which are untrusted input. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { progressLogName, type Engine } from '@protean/engines/contract/engine.ts';
import { interval } from '../../kit/concurrency/interval.ts';
import { readAt } from '../../kit/read-at.ts';
import type { StepFolders } from '../../sandbox/isolation/layout.ts';
import { readPlainFile } from '../result/plain-file.ts';

const intervalMs = 1_000;
/** Number of bytes that are read from the start and from the end of the progress log. */
const excerptBytes = 1024;

/**
 * Every second, calls `onProgress` with a progress from 0 to 1, if the engine's files contain the progress.
 * Returns a function that stops the calls.
 */
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
  // Errors are ignored, because a sandbox that is being removed has no files to read.
  return interval(intervalMs, look, () => {});
}

/** Returns the start and the end of the progress log, or an empty string if it is not a plain file. */
async function notesIn(work: string): Promise<string> {
  const notes = await readPlainFile(path.join(work, progressLogName), async (handle, size) => {
    const excerpt = async (position: number) =>
      (await readAt(handle, position, excerptBytes)).toString('latin1');
    return `${await excerpt(0)}\n${await excerpt(Math.max(0, size - excerptBytes))}`;
  });
  return notes ?? '';
}
