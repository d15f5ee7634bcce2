/** Creates and restores backups as an operator would, and creates empty installations to restore them into. */
import { cp } from 'node:fs/promises';
import { admin } from '../server/admin.ts';
import { openDatabases, type DatabaseKind } from './databases.ts';
import { closing, temporaryFolder } from '../fixtures.ts';

type Settings = Record<string, string>;

export interface MadeBackup {
  folder: string;
  accounts: number;
  jobs: number;
  objects: number;
  object_bytes: number;
  objects_missing: number;
  key_included: boolean;
  key_kept_in: string | null;
}

export interface RestoredBackup extends MadeBackup {
  objects_put: number;
  objects_removed: number;
  jobs_requeued: number;
  key: string;
}

export const backUp = (env: Settings, folder: string): Promise<MadeBackup> => admin(env, 'backup', folder);

export const restore = (env: Settings, folder: string): Promise<RestoredBackup> =>
  admin(env, 'restore', folder);

/**
 * Returns a function that creates an empty installation and returns its settings. The installation has a data folder
 * and a database of the kind `kind`.
 */
export async function openInstallations(
  stack: AsyncDisposableStack,
  kind: DatabaseKind,
): Promise<{ empty: () => Promise<Settings> }> {
  const databases = closing(stack, await openDatabases(kind));
  return {
    empty: async () => ({ DATA_DIR: await temporaryFolder(stack), ...(await databases.fresh()) }),
  };
}

/** Copies a backup to `folder`, and returns the path of the copy, which a test may damage. */
export async function copyOf(backup: string, folder: string): Promise<string> {
  await cp(backup, folder, { recursive: true });
  return folder;
}
