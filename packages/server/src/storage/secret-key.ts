/** The key that seals what must not be read in the database: set by the operator, or made once beside it. */
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newToken, type RandomBytes } from '../kit/secrets.ts';

/** The text in `dataDir/secret.key`; of several processes that start at once, all get the one that was first. */
export async function secretKeyIn(dataDir: string, random: RandomBytes): Promise<string> {
  const file = path.join(dataDir, 'secret.key');
  const found = await readFile(file, 'utf8').catch(undefinedIfMissing);
  if (found !== undefined) return found;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${newToken(random)}`;
  await writeFile(draft, newToken(random), { mode: 0o600, flag: 'wx', flush: true });
  try {
    // There whole or not at all, and never in the place of another.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft);
  }
  return readFile(file, 'utf8');
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
