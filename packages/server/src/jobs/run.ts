/** Runs one job: fetches its file, converts it, stores the result and completes the job. */
import { stat } from 'node:fs/promises';
import { convertBatch, type BatchConversion } from '../convert/batch/batch.ts';
import type { AnyConverter } from '../convert/run/any-converter.ts';
import type { FileEnd } from '../convert/request/context.ts';
import type { ConversionFolder, Workspace } from '../convert/run/workspace.ts';
import type { Database } from '../db/database.ts';
import type { Failpoints } from '../kit/failpoints.ts';
import type { Encryption } from '../kit/encryption.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { download } from '../egress/download.ts';
import type { GuardedFetch } from '../egress/outbound.ts';
import type { Completion } from './completion.ts';
import { resultOf } from './record.ts';
import { afterFile, noFiles, noteSource, type JobRecord } from './queue.ts';
import { decryptRequest, type JobRequest } from './request.ts';
import type { OrphanedObjects } from '../storage/orphaned-objects.ts';

/** A step may write so many times the bytes of the job's file, or what its engine may write anyway if that is more. */
const growth = 8;

interface JobRunnerServices {
  database: Database;
  workspace: Workspace;
  converter: AnyConverter;
  store: ObjectStore;
  encryption: Encryption;
  outbound: GuardedFetch;
  orphanedObjects: OrphanedObjects;
  completion: Completion;
  failpoints: Failpoints;
  /** The longest time in milliseconds that fetching the file and converting it may each take. */
  jobMs: number;
  jobFileBytes: number;
}

interface RunOptions {
  signal: AbortSignal;
  /** Called with the share that is done, 0 to 1. */
  onProgress: (share: number) => void;
  /** Called when one of several files is over. */
  onFile: (end: FileEnd) => void;
}

export class JobRunner {
  readonly #database: Database;
  readonly #workspace: Workspace;
  readonly #converter: AnyConverter;
  readonly #store: ObjectStore;
  readonly #encryption: Encryption;
  readonly #outbound: GuardedFetch;
  readonly #orphanedObjects: OrphanedObjects;
  readonly #completion: Completion;
  readonly #failpoints: Failpoints;
  readonly #jobMs: number;
  readonly #jobFileBytes: number;

  constructor(services: JobRunnerServices) {
    this.#database = services.database;
    this.#workspace = services.workspace;
    this.#converter = services.converter;
    this.#store = services.store;
    this.#encryption = services.encryption;
    this.#outbound = services.outbound;
    this.#orphanedObjects = services.orphanedObjects;
    this.#completion = services.completion;
    this.#failpoints = services.failpoints;
    this.#jobMs = services.jobMs;
    this.#jobFileBytes = services.jobFileBytes;
  }

  /** Throws why the job could not be completed, the signal's reason when it aborts; it leaves no files either way. */
  async run(job: JobRecord, options: RunOptions): Promise<void> {
    await using folder = this.#workspace.openConversion();
    let files = noFiles;
    const onFile = (end: FileEnd) => {
      files = afterFile(files, end);
      options.onFile(end);
    };
    const conversion = await this.#convert(job, folder, { ...options, onFile });
    options.signal.throwIfAborted();
    await this.#failpoints.reach('after-engine');
    const object = this.#store.newName();
    await this.#orphanedObjects.hold(object);
    try {
      await this.#store.put(conversion.file, object);
      await this.#failpoints.reach('after-rename');
      const { converted, report } = conversion;
      const made = { ...resultOf(conversion), object, report };
      await this.#completion.complete(job, made, { units: converted, files });
    } catch (error) {
      await this.#orphanedObjects.abandon(object);
      throw error;
    }
  }

  async #convert(
    job: JobRecord,
    { path: dir, upload: file }: ConversionFolder,
    { signal, onProgress, onFile }: RunOptions,
  ): Promise<BatchConversion> {
    const { account_id: account } = job;
    const request = decryptRequest(this.#encryption, job.id, job.request);
    const fileName = job.upload === null ? await this.#download(request, file, signal) : request.fileName;
    if (job.upload !== null) await this.#store.fetch(job.upload, file);
    const { size } = await stat(file);
    const context = {
      ...{ dir, signal, account, onProgress, onFile, report: true },
      caller: `account ${account}`,
      mayWaitInFullQueue: true,
      bounds: { wallMs: this.#jobMs, outputBytes: growth * size },
    };
    const noteFormat = async (source: string) => {
      if (job.source_format !== source) await noteSource(this.#database, job, source);
    };
    if (request.parts) {
      const batch = await convertBatch(this.#converter, request, { file, parts: request.parts }, context);
      await noteFormat(batch.route.source);
      return batch;
    }
    const plan = await this.#converter.plan({ ...request, fileName }, file);
    await noteFormat(plan.route.source);
    return { ...(await this.#converter.convert(plan, context)), converted: 1 };
  }

  /** Returns the name of the downloaded file. */
  async #download(
    { sourceUrl: url, maxFileBytes = this.#jobFileBytes }: JobRequest,
    file: string,
    signal: AbortSignal,
  ): Promise<string> {
    if (url === undefined) throw new Error('a job has neither a file nor the address of one');
    const limits = { maxFileBytes, withinMs: this.#jobMs };
    const { fileName } = await download(this.#outbound, { url, file, ...limits, signal });
    return fileName;
  }
}
