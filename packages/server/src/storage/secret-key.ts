/** The key that encrypts secrets in the database, where the operator sets none: a file, made once. */
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newToken, type RandomBytes } from '../kit/secrets.ts';

/** The text of `dataDir/secret.key`, which several processes may make at once: all get that of the first. */
export async function secretKeyIn(dataDir: string, random: RandomBytes): Promise<string> {
  const file = path.join(dataDir, 'secret.key');
  const found = await readFile(file, 'utf8').catch(undefinedIfMissing);
  if (found !== undefined) return found;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${newToken(random)}`;
  await writeFile(draft, newToken(random), { mode: 0o600, flag: 'wx', flush: true });
  try {
    // A link never replaces a file that is there, and is never incomplete.
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
