/**
 * The key that encrypts secrets in the database if the operator has not set a key. Protean creates the key once and
 * stores the key in a file.
 */
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { secretKeyFile } from '../db/open.ts';
import { newToken, type RandomBytes } from '../kit/secrets.ts';

/** Returns the content of `dataDir/secret.key`, or undefined if the file does not exist. */
export async function findSecretKey(dataDir: string): Promise<string | undefined> {
  return readFile(path.join(dataDir, secretKeyFile), 'utf8').catch(undefinedIfMissing);
}

/**
 * Returns the secret key in `dataDir`. Creates the key if it does not exist. If several processes create a key at once,
 * all of them return the key that was created first.
 */
export async function secretKeyIn(dataDir: string, random: RandomBytes): Promise<string> {
  const file = path.join(dataDir, secretKeyFile);
  const found = await findSecretKey(dataDir);
  if (found !== undefined) return found;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${newToken(random)}`;
  await writeFile(draft, newToken(random), { mode: 0o600, flag: 'wx', flush: true });
  try {
    // A hard link creates the complete file at once, and never replaces an existing file.
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
