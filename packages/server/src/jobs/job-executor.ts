/** Runs one job: fetches its file, converts it, stores the result and completes the job. */
import { stat } from 'node:fs/promises';
import { prepareConversion } from '../convert/batch/prepare-conversion.ts';
import type { ConversionResult } from '../convert/result/conversion-result.ts';
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
import { afterFile, noFiles, noteSource, type JobRecord } from './queue.ts';
import { decryptRequest, type JobRequest } from './request.ts';
import type { OrphanedObjects } from '../storage/orphaned-objects.ts';

/**
 * Output limit for a conversion step, as a multiple of the job's file size. If the engine's own limit is higher, the
 * engine's limit applies.
 */
const growth = 8;

interface JobExecutorServices {
  database: Database;
  workspace: Workspace;
  converter: AnyConverter;
  store: ObjectStore;
  encryption: Encryption;
  outbound: GuardedFetch;
  orphanedObjects: OrphanedObjects;
  completion: Completion;
  failpoints: Failpoints;
  /** Timeout in milliseconds. The timeout applies once to fetching a job's file and once to converting the file. */
  jobMs: number;
  jobFileBytes: number;
}

interface ExecuteOptions {
  signal: AbortSignal;
  /** Called with the progress, from 0 to 1. */
  onProgress: (share: number) => void;
  /** Called for each file of a job with several files, after the file was converted or failed. */
  onFile: (end: FileEnd) => void;
}

export class JobExecutor {
  readonly #services: JobExecutorServices;

  constructor(services: JobExecutorServices) {
    this.#services = services;
  }

  /**
   * Runs the job until it is completed. If the job fails, throws the error. If the signal aborts, throws the signal's
   * reason. Always removes its temporary files.
   */
  async execute(job: JobRecord, options: ExecuteOptions): Promise<void> {
    await using folder = this.#services.workspace.openConversion();
    let files = noFiles;
    const onFile = (end: FileEnd) => {
      files = afterFile(files, end);
      options.onFile(end);
    };
    const conversion = await this.#convert(job, folder, { ...options, onFile });
    options.signal.throwIfAborted();
    await this.#services.failpoints.reach('after-engine');
    const object = this.#services.store.newName();
    await this.#services.orphanedObjects.hold(object);
    try {
      await this.#services.store.put(conversion.file, object);
      await this.#services.failpoints.reach('after-rename');
      await this.#services.completion.complete(job, conversion, { object, files });
    } catch (error) {
      await this.#services.orphanedObjects.abandon(object);
      throw error;
    }
  }

  async #convert(
    job: JobRecord,
    { path: dir, upload: file }: ConversionFolder,
    { signal, onProgress, onFile }: ExecuteOptions,
  ): Promise<ConversionResult> {
    const { account_id: account } = job;
    const request = decryptRequest(this.#services.encryption, job.id, job.request);
    const fileName = job.upload === null ? await this.#download(request, file, signal) : request.fileName;
    if (job.upload !== null) await this.#services.store.fetch(job.upload, file);
    const { size } = await stat(file);
    const context = {
      ...{ dir, signal, account, onProgress, onFile, report: true },
      caller: `account ${account}`,
      mayWaitInFullQueue: true,
      bounds: { wallMs: this.#services.jobMs, outputBytes: growth * size },
    };
    const noteFormat = async (source: string) => {
      if (job.source_format !== source) await noteSource(this.#services.database, job, source);
    };
    const { source, convert } = await prepareConversion(
      this.#services.converter,
      { ...request, fileName },
      file,
      context,
    );
    if (source !== undefined) await noteFormat(source);
    const conversion = await convert();
    if (source === undefined) await noteFormat(conversion.route.source);
    return conversion;
  }

  /** Returns the name of the downloaded file. */
  async #download(
    { sourceUrl: url, maxFileBytes = this.#services.jobFileBytes }: JobRequest,
    file: string,
    signal: AbortSignal,
  ): Promise<string> {
    if (url === undefined) throw new Error('the job has no file and no source address');
    const limits = { maxFileBytes, withinMs: this.#services.jobMs };
    const { fileName } = await download(this.#services.outbound, { url, file, ...limits, signal });
    return fileName;
  }
}
