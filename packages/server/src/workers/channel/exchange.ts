/**
 * The worker's side of one task. Reads the request, sends events and heartbeats, and detects when the caller
 * disconnects.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { heartbeatEveryMs } from './heartbeat.ts';
import { ConnectionLostError, MessageReader } from './message-reader.ts';
import { lineOf, type TaskEvent } from './messages.ts';
import type { TaskOutcome } from '../perform-task.ts';

export class Exchange implements Disposable {
  readonly reader: MessageReader;
  readonly #response: ServerResponse;
  readonly #left = new AbortController();
  readonly #alive: NodeJS.Timeout;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.reader = new MessageReader(request);
    this.#response = response;
    // Errors are ignored, because a broken connection also emits a close event.
    for (const stream of [request, response]) stream.on('error', () => undefined);
    response.on('close', () => {
      if (!response.writableFinished) this.#left.abort(new ConnectionLostError());
    });
    response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
    this.#alive = setInterval(() => this.send({ event: 'alive' }), heartbeatEveryMs);
    this.send({ event: 'alive' });
  }

  /** Aborts if the caller disconnects before the complete response was sent. */
  get left(): AbortSignal {
    return this.#left.signal;
  }

  send(event: TaskEvent): void {
    this.#response.write(lineOf(event));
  }

  /** Sends the last event and its files, and ends the response. Sends only as fast as the caller reads. */
  async sendResult({ result, files }: TaskOutcome): Promise<void> {
    const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
    // Stops the heartbeats, because no heartbeat may be sent between the files.
    clearInterval(this.#alive);
    this.send({ event: 'done', result, files: sizes });
    for (const file of files) await pipeline(createReadStream(file), this.#response, { end: false });
    // Ends the response now, because the caller need not wait for the cleanup of this process.
    this.#response.end();
  }

  /** Ends the response. */
  [Symbol.dispose](): void {
    clearInterval(this.#alive);
    this.#response.end();
  }
}
