/** Sends tasks to workers over persistent connections, and receives their results. */
import { createReadStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Agent } from 'undici';
import type { Channel } from './channel/channel.ts';
import { ConnectionLostError, MessageReader } from './channel/message-reader.ts';
import { eventSchema, lineOf, readFailure, taskPath, type Task, type TaskEvent } from './channel/messages.ts';

/** Time in milliseconds after which a worker counts as hanging if it sends no data and no heartbeat. */
const silentMs = 10_000;
const connectMs = 3_000;
/** Time in milliseconds after which an idle connection is closed. Slightly less than the worker's timeout. */
const keepAliveMs = 50_000;

/** A task to send. The sizes of the task's files are added when the task is sent. */
export type TaskToSend = Task extends infer Each ? (Each extends Task ? Omit<Each, 'files'> : never) : never;

export interface TaskRun {
  /** Folder for the files of the result. The folder is created if it does not exist. */
  dir: string;
  /** When the signal aborts, the task stops in this process and in the worker, and the signal's reason is thrown. */
  signal: AbortSignal;
  onStart: () => void;
  onProgress: (share: number) => void;
}

export interface TaskResult {
  /** Metadata for the operation, as in `ResultOf`. */
  result: unknown;
  /** Paths of the result files, which are in the folder `dir`. */
  files: string[];
}

export class TaskClient {
  readonly #channel: Channel;
  #agent: Promise<Agent> | undefined;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  /**
   * Sends a task and receives its result. Throws the worker's error, the signal's reason, or
   * {@link ConnectionLostError} if the worker does not respond or stops responding.
   */
  async run(
    address: string,
    toSend: TaskToSend,
    files: readonly string[],
    run: TaskRun,
  ): Promise<TaskResult> {
    const { request } = await import('undici');
    const { dir, signal } = run;
    const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
    const task: Task = { ...toSend, files: sizes };
    const accepted = Promise.withResolvers<boolean>();
    try {
      const body = Readable.from(messageOf(task, files, accepted.promise));
      body.on('error', () => undefined);
      const answer = await request(`https://${address}${taskPath}`, {
        ...{ method: 'POST', body, signal, dispatcher: await (this.#agent ??= this.#openAgent()) },
      }).catch(lost);
      answer.body.on('error', () => undefined);
      try {
        if (answer.statusCode !== 200) throw new ConnectionLostError(new Error(`HTTP ${answer.statusCode}`));
        const reader = new MessageReader(answer.body);
        const done = await untilDone(reader, { ...run, onAccepted: () => accepted.resolve(true) });
        await mkdir(dir);
        return { result: done.result, files: await reader.saveFiles(path.join(dir, 'result'), done.files) };
      } finally {
        answer.body.destroy();
      }
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      accepted.resolve(false);
    }
  }

  async close(): Promise<void> {
    await (await this.#agent)?.destroy();
  }

  /**
   * Opens the agent that keeps connections open. The agent's library (undici) takes 4 MB of memory, so it is loaded
   * only with the first task.
   */
  async #openAgent(): Promise<Agent> {
    const { Agent } = await import('undici');
    return new Agent({
      connect: { ...this.#channel.caller, timeout: connectMs },
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
      headersTimeout: silentMs,
      bodyTimeout: silentMs,
      pipelining: 1,
    });
  }
}

/**
 * Yields the task as a line of JSON. After the worker has accepted the task, yields the content of the files.
 */
async function* messageOf(
  task: Task,
  files: readonly string[],
  accepted: Promise<boolean>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(lineOf(task));
  if (!(await accepted)) return;
  for (const file of files) yield* createReadStream(file) as AsyncIterable<Buffer>;
}

/** Reads the worker's events until the result of the task arrives. Throws an error that the worker sends. */
async function untilDone(
  reader: MessageReader,
  { onAccepted, onStart, onProgress }: Pick<TaskRun, 'onStart' | 'onProgress'> & { onAccepted: () => void },
): Promise<Extract<TaskEvent, { event: 'done' }>> {
  for (;;) {
    const event = eventOf(await reader.line());
    if (event.event === 'done') return event;
    if (event.event === 'failed') throw readFailure(event.failure);
    if (event.event === 'accepted') onAccepted();
    else if (event.event === 'started') onStart();
    else if (event.event === 'progress') onProgress(event.share);
  }
}

/**
 * Parses an event. A worker that sends unknown events, for example because it has another version, is treated as lost.
 */
function eventOf(line: unknown): TaskEvent {
  const { success, data, error } = eventSchema.safeParse(line);
  return success ? data : lost(error);
}

function lost(error: unknown): never {
  throw new ConnectionLostError(error);
}
