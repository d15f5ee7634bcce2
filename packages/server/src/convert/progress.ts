/** How far a running step is, read off what its engine leaves in the box while it works: believed, never trusted. */
import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { progressLogName, type Engine } from '@protean/engines/runtime/engine.ts';
import { interval } from '../kit/interval.ts';
import type { StepFolders } from '../sandbox/layout.ts';

const lookEveryMs = 1_000;
/** How much of the notes' beginning and of their end is read. */
const seenBytes = 1024;

/** Calls `tell` with a number from 0 to 1 as long as the engine shows one; returns what ends that. */
export function watchProgress(
  { progress }: Engine,
  { output, work }: StepFolders,
  tell: (share: number) => void,
): () => void {
  if (!progress) return () => {};
  const look = async () => {
    const [progressLog, outputFiles, workFiles] = [
      await notesIn(work),
      await readdir(output),
      await readdir(work),
    ];
    const share = progress({ progressLog, outputFiles, workFiles });
    if (share !== undefined && share >= 0) tell(Math.min(share, 1));
  };
  // A box that is just being cleared shows nothing.
  return interval(lookEveryMs, look, () => {});
}

/** Their beginning and their end; nothing where there are none, or what is there is no plain file. */
async function notesIn(work: string): Promise<string> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(path.join(work, progressLogName), flags).catch(() => undefined);
  if (!handle) return '';
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) return '';
    const piece = async (position: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(seenBytes), 0, seenBytes, position);
      return buffer.toString('latin1', 0, bytesRead);
    };
    return `${await piece(0)}\n${await piece(Math.max(0, stat.size - seenBytes))}`;
  } finally {
    await handle.close();
  }
}
