/** One job carried out: its file fetched, converted, its result on the disk, and the job ended by that. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Conversion, Converter } from '../convert/converter.ts';
import type { Workspace } from '../convert/workspace.ts';
import type { Database } from '../db/database.ts';
import type { Faults } from '../kit/faults.ts';
import type { Seal } from '../kit/seal.ts';
import type { FolderStore } from '../storage/folder.ts';
import { download } from '../webhooks/download.ts';
import type { Outbound } from '../webhooks/outbound.ts';
import type { Ends } from './ends.ts';
import type { Job } from './line.ts';
import type { Result } from './record.ts';
import { openRequest, type JobRequest } from './request.ts';
import type { Strays } from './strays.ts';

/** A step may write so many times the bytes of the job's file, where its engine may not write more anyway. */
const growth = 8;

export interface RunParts {
  database: Database;
  workspace: Workspace;
  converter: Converter;
  store: FolderStore;
  seal: Seal;
  outbound: Outbound;
  strays: Strays;
  ends: Ends;
  faults: Faults;
  /** Longest time that fetching the file and converting it may each take. */
  jobMs: number;
  jobFileBytes: number;
}

interface Watch {
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/** Throws what went wrong, the signal's reason when it aborts; files of its own are gone in any case. */
export async function runJob(job: Job, watch: Watch, parts: RunParts): Promise<void> {
  const { workspace, store, strays, ends, faults } = parts;
  const dir = await workspace.openJob();
  try {
    const conversion = await convert(job, dir, watch, parts);
    watch.signal.throwIfAborted();
    await faults.at('after-engine');
    const object = store.newName();
    await strays.hold(object);
    try {
      await store.put(conversion.file, object);
      await faults.at('after-rename');
      await ends.complete(job, resultOf(conversion), object);
    } catch (error) {
      await strays.abandon(object);
      throw error;
    }
  } finally {
    await workspace.remove(dir);
  }
}

async function convert(
  job: Job,
  dir: string,
  { signal, onProgress }: Watch,
  parts: RunParts,
): Promise<Conversion> {
  const { converter, seal, database, jobMs } = parts;
  const { sourceUrl, ...asked } = openRequest(seal, job.id, job.request);
  const file = path.join(dir, 'upload');
  const fileName = await bring(job, { sourceUrl, fileName: asked.fileName }, { file, signal }, parts);
  const { size } = await stat(file);
  return converter.convert({
    ...{ ...asked, fileName, file, dir, signal, onProgress },
    ...{ caller: `account ${job.account_id}`, owner: job.account_id, patient: true },
    allowance: { wallMs: jobMs, outputBytes: growth * size },
    accepted: async ({ source }) => {
      if (job.source_format !== source) await noteSource(database, job, source);
    },
  });
}

/** Lays the job's file out as `file` and returns what it is called. */
async function bring(
  { upload }: Job,
  { sourceUrl, fileName }: { sourceUrl: string | undefined; fileName: JobRequest['fileName'] },
  { file, signal }: { file: string; signal: AbortSignal },
  { store, outbound, jobMs, jobFileBytes }: RunParts,
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

async function noteSource(database: Database, { id, attempts }: Job, source: string): Promise<void> {
  await database.passing((db) =>
    db
      .updateTable('jobs')
      .set({ source_format: source })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('status', '=', 'processing')
      .execute(),
  );
}

function resultOf({ fileName, size, ms, route: { source, target } }: Conversion): Result {
  return { fileName, size, ms, source, target };
}
