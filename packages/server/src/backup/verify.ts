/** Verifies the files of a backup against the manifest and the list of objects, before the files are used. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { digestOf } from '../kit/digest.ts';
import { mapSome } from '../kit/concurrency/map-some.ts';
import { BackupError } from './backup-error.ts';
import type { Manifest } from './manifest.ts';
import { grouped, objectFile, readList } from './object-list.ts';

const groupSize = 200;
const readsAtOnce = 2;
/** Maximum number of damaged files in the error. */
const mostNamed = 5;

/** Throws a `BackupError` that lists missing and altered files. */
export async function verifyBackup(folder: string, { database, objects }: Manifest): Promise<void> {
  const problems: string[] = [];
  const check = async (file: string, sha256: string) => {
    const found = await lookAt(path.join(folder, file));
    if (found?.sha256 !== sha256) problems.push(found ? `${file} was altered` : `${file} is missing`);
    return found?.bytes ?? 0;
  };
  await check(database.file, database.sha256);
  await check(objects.list.file, objects.list.sha256);
  // The objects are checked only if the list of the backup's objects is unaltered, because an altered list does not
  // show which objects should exist.
  if (problems.length === 0) {
    const totals = { count: 0, bytes: 0 };
    for await (const group of grouped(readList(path.join(folder, objects.list.file)), groupSize)) {
      const sizes = await mapSome(group, readsAtOnce, ({ name, sha256 }) => check(objectFile(name), sha256));
      totals.count += group.length;
      for (const bytes of sizes) totals.bytes += bytes;
    }
    if (problems.length === 0 && (totals.count !== objects.count || totals.bytes !== objects.bytes))
      problems.push(
        `there are ${totals.count} objects of ${totals.bytes} bytes, not ${objects.count} of ${objects.bytes}`,
      );
  }
  if (problems.length === 0) return;
  const more = problems.length > mostNamed ? `; and ${problems.length - mostNamed} more` : '';
  throw new BackupError(
    `The backup ${folder} is damaged: ${problems.slice(0, mostNamed).join('; ')}${more}. Nothing was restored. Use another backup.`,
  );
}

async function lookAt(file: string): Promise<{ bytes: number; sha256: string } | undefined> {
  try {
    return { bytes: (await stat(file)).size, sha256: await digestOf(file) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
