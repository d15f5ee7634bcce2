/** The manifest of a backup: what is in it, when and by what it was made. It is written last, so that a folder with one is whole. */
import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { migrations } from '../db/migrations/index.ts';
import { BackupError } from './backup-error.ts';

const fileName = 'manifest.json';

/** A file of a backup. */
const storedFile = z.object({
  /** Its path in the folder. */
  file: z.string(),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const manifest = z.object({
  format: z.literal('protean-backup'),
  version: z.literal(1),
  created_at: z.iso.datetime(),
  /** The version of the program that made it. */
  program: z.string(),
  /** The last migration of the database. */
  schema: z.string(),
  database: storedFile.extend({
    kind: z.enum(['sqlite', 'postgres']),
    /** The major version of the PostgreSQL server. */
    server: z.number().int().optional(),
    accounts: z.number().int(),
    jobs: z.number().int(),
  }),
  objects: z.object({
    count: z.number().int().nonnegative(),
    bytes: z.number().int().nonnegative(),
    /** Objects that rows refer to and that were not there any more. */
    missing: z.number().int().nonnegative(),
    /** The SHA-256 of each object, a line an object. */
    list: storedFile,
  }),
  /** By which another key is told; null where there was none. */
  key: z.object({ salt: z.string(), scrypt: z.string() }).nullable(),
});

export type Manifest = z.infer<typeof manifest>;

/** It is there whole when this resolves, or not at all. */
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

/** Throws `BackupError` for a folder that is no whole backup, or one that this version cannot read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, fileName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new BackupError(
      `${folder} is not a whole backup: it has no ${fileName}, which is written last. ` +
        'Either it is another folder, or the backup was interrupted: restore another one.',
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

/** Throws where migrations were run that this version does not have. */
export function requireKnownSchema(schema: string, owner: string): void {
  if (Object.hasOwn(migrations, schema)) return;
  throw new BackupError(
    `${owner} has the schema ${schema}, which this version of Protean does not know: use that version or a later one.`,
  );
}

/** What was renamed in it survives a power cut. */
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
