/** One job carried out: its file fetched, converted, its result on the disk, and the job ended by that. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Conversion, Converter } from '../convert/converter.ts';
import type { Workspace } from '../convert/workspace.ts';
import type { Database } from '../db/database.ts';
import type { Failpoints } from '../kit/failpoints.ts';
import type { Encryption } from '../kit/encryption.ts';
import type { FolderStore } from '../storage/folder.ts';
import { download } from '../egress/download.ts';
import type { GuardedFetch } from '../egress/outbound.ts';
import type { Completion } from './completion.ts';
import type { JobRecord } from './queue.ts';
import type { JobResult } from './record.ts';
import { decryptRequest, type JobRequest } from './request.ts';
import type { OrphanedObjects } from './orphaned-objects.ts';

/** A step may write so many times the bytes of the job's file, where its engine may not write more anyway. */
const growth = 8;

export interface JobRunServices {
  database: Database;
  workspace: Workspace;
  converter: Converter;
  store: FolderStore;
  encryption: Encryption;
  outbound: GuardedFetch;
  orphanedObjects: OrphanedObjects;
  completion: Completion;
  failpoints: Failpoints;
  /** Longest time that fetching the file and converting it may each take. */
  jobMs: number;
  jobFileBytes: number;
}

interface RunWatch {
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/** Throws what went wrong, the signal's reason when it aborts; files of its own are gone in any case. */
export async function runJob(job: JobRecord, watch: RunWatch, parts: JobRunServices): Promise<void> {
  const { workspace, store, orphanedObjects, completion, failpoints } = parts;
  const dir = await workspace.openJob();
  try {
    const conversion = await convert(job, dir, watch, parts);
    watch.signal.throwIfAborted();
    await failpoints.reach('after-engine');
    const object = store.newName();
    await orphanedObjects.hold(object);
    try {
      await store.put(conversion.file, object);
      await failpoints.reach('after-rename');
      await completion.complete(job, resultOf(conversion), object);
    } catch (error) {
      await orphanedObjects.abandon(object);
      throw error;
    }
  } finally {
    await workspace.remove(dir);
  }
}

async function convert(
  job: JobRecord,
  dir: string,
  { signal, onProgress }: RunWatch,
  parts: JobRunServices,
): Promise<Conversion> {
  const { converter, encryption, database, jobMs } = parts;
  const { sourceUrl, ...asked } = decryptRequest(encryption, job.id, job.request);
  const file = path.join(dir, 'upload');
  const fileName = await fetchSource(job, { sourceUrl, fileName: asked.fileName }, { file, signal }, parts);
  const { size } = await stat(file);
  return converter.convert({
    ...{ ...asked, fileName, file, dir, signal, onProgress },
    ...{ caller: `account ${job.account_id}`, owner: job.account_id, mayWaitInFullQueue: true },
    bounds: { wallMs: jobMs, outputBytes: growth * size },
    accepted: async ({ source }) => {
      if (job.source_format !== source) await noteSource(database, job, source);
    },
  });
}

/** Lays the job's file out as `file` and returns what it is called. */
async function fetchSource(
  { upload }: JobRecord,
  { sourceUrl, fileName }: { sourceUrl: string | undefined; fileName: JobRequest['fileName'] },
  { file, signal }: { file: string; signal: AbortSignal },
  { store, outbound, jobMs, jobFileBytes }: JobRunServices,
): Promise<string> {
  if (upload !== null) {
    await store.fetch(upload, file);
    return fileName;
  }
  if (sourceUrl === undefined) throw new Error('a job has neither a file nor an address of one');
  const limits = { maxFileBytes: jobFileBytes, withinMs: jobMs };
  const fetched = await download(outbound, { url: sourceUrl, file, ...limits, signal });
  return fetched.fileName;
}

async function noteSource(
  database: Database,
  { id, fencing_token: attempts }: JobRecord,
  source: string,
): Promise<void> {
  await database.relaxedDurability((db) =>
    db
      .updateTable('jobs')
      .set({ source_format: source })
      .where('id', '=', id)
      .where('fencing_token', '=', attempts)
      .where('status', '=', 'processing')
      .execute(),
  );
}

function resultOf({ fileName, size, ms, route: { source, target } }: Conversion): JobResult {
  return { fileName, size, ms, source, target };
}
