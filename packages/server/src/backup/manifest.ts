/**
 * The manifest of a backup: contents, time and version. The manifest is written last, so a folder with a manifest
 * contains a complete backup.
 */
import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { migrations } from '../db/migrations/index.ts';
import { BackupError } from './backup-error.ts';

const fileName = 'manifest.json';

/** A file of a backup. */
const storedFile = z.object({
  /** Path relative to the folder of the backup. */
  file: z.string(),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const manifest = z.object({
  format: z.literal('protean-backup'),
  version: z.literal(1),
  created_at: z.iso.datetime(),
  /** Version of the program that made the backup. */
  program: z.string(),
  /** Name of the last migration that was applied to the database. */
  schema: z.string(),
  database: storedFile.extend({
    kind: z.enum(['sqlite', 'postgres']),
    /** Major version of the PostgreSQL server. */
    server: z.number().int().optional(),
    accounts: z.number().int(),
    jobs: z.number().int(),
  }),
  objects: z.object({
    count: z.number().int().nonnegative(),
    bytes: z.number().int().nonnegative(),
    /** Number of objects that no longer existed, although rows referred to them. */
    missing: z.number().int().nonnegative(),
    /** File that lists each object with its SHA-256, one per line. */
    list: storedFile,
  }),
  /** Fingerprint by which a restore detects a different key. Null if the installation had no secret key. */
  key: z.object({ salt: z.string(), scrypt: z.string() }).nullable(),
});

export type Manifest = z.infer<typeof manifest>;

/** Writes the manifest atomically. Resolves when the manifest is on disk. */
export async function writeManifest(folder: string, written: Manifest): Promise<void> {
  const file = path.join(folder, fileName);
  const draft = `${file}.incomplete`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(written, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
  await syncFolder(folder);
}

/** Reads the manifest. Throws `BackupError` if the backup is incomplete or this version cannot read it. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, fileName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new BackupError(
      `${folder} is not a complete backup: it has no ${fileName}, which is written last. ` +
        'Specify the folder of a backup. If this backup was interrupted, use another one.',
    );
  });
  const read = manifest.safeParse(jsonOf(text));
  if (!read.success)
    throw new BackupError(
      `${path.join(folder, fileName)} is damaged, or of a later version of Protean: ${z.prettifyError(read.error)}`,
    );
  requireKnownSchema(read.data.schema, `The backup (made by Protean ${read.data.program})`);
  return read.data;
}

/** Throws if this version does not know `schema`, the name of a database's last migration. */
export function requireKnownSchema(schema: string, owner: string): void {
  if (Object.hasOwn(migrations, schema)) return;
  throw new BackupError(
    `${owner} has the schema ${schema}, which this version of Protean does not know: use that version or a later one.`,
  );
}

/** Syncs a folder, so that renames of its files survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
